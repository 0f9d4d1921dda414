-- Each request another picture: sixteen characters behind its end, which are bytes of a raw body and base64 of a JSON one.
local file = assert(io.open(body, "rb"))
local text = file:read("*a")
file:close()
local mark = "UNIQUEUNIQUE0000"
local at = assert(text:find(mark, 1, true))
local before, after = text:sub(1, at - 1), text:sub(at + #mark)
local count = os.time() % 100000 * 100000

request = function()
  count = count + 1
  return wrk.format(nil, nil, nil, before .. string.format("%016d", count) .. after)
end
