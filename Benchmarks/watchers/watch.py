"""Opens so many live dashboards and reads them until it is interrupted; then says how many bytes a second each got.

usage: watch.py PORT COUNT
"""

import asyncio
import signal
import sys
import time


async def watch(port: int, counts: list[int], index: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /dashboard?watch=2s HTTP/1.1\r\nHost: localhost\r\n\r\n")
    await writer.drain()
    while data := await reader.read(1 << 16):
        counts[index] += len(data)
    raise SystemExit("a stream ended")


async def main() -> None:
    port, count = int(sys.argv[1]), int(sys.argv[2])
    counts = [0] * count
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stop.set)
    tasks = [asyncio.create_task(watch(port, counts, index)) for index in range(count)]
    while min(counts) == 0:
        await asyncio.sleep(0.05)
    print("watching", flush=True)
    start, before = time.monotonic(), sum(counts)
    await stop.wait()
    rate = (sum(counts) - before) / (time.monotonic() - start) / count
    print(f"{min(counts)} bytes at least, {rate:.0f} bytes a second each", flush=True)
    for task in tasks:
        task.cancel()


asyncio.run(main())
