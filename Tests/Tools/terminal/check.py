"""What people complain of in terminal dashboards, each as a check of the built binary in a real pseudo-terminal.

Usage: check.py CHECK TORII URL DATA. Prints one line `ok CHECK …`, or says what is wrong and exits 1. The numbers in
names' comments are those of `Tests/EndToEndTests/TerminalTests.swift`."""
import os
import re
import signal
import subprocess
import sys
import time

from gateway import Gateway
from terminal import Terminal

NAME, TORII, URL, DATA = sys.argv[1:5]
checks = {}


def check(function):
    checks[function.__name__] = function
    return function


def dashboard(*more, url=URL, **options):
    return Terminal([TORII, "dashboard", url, "--watch", "1s", *more], **options)


def wait_for_frames(terminal, count):
    terminal.until(f"{count} frames", lambda: len(terminal.frames) >= count)


@check
def clears_nothing_after_the_first_frame():  # 1
    with dashboard() as terminal:
        terminal.shows("Today", "refreshed")
        wait_for_frames(terminal, 4)
        terminal.press("2")
        terminal.shows("[2 ")
        wait_for_frames(terminal, 7)
        first = terminal.bytes.index(b"\x1b[?2026l")
        assert terminal.bytes.count(b"\x1b[2J", 0, first) == 1
        rest = terminal.bytes[first:]
        assert b"\x1b[2J" not in rest and b"\x1b[2K" not in rest and b"\x1b[3J" not in rest
        return f"{len(terminal.frames)} frames"


@check
def wraps_every_frame_in_one_synchronized_update():  # 2
    with dashboard() as terminal:
        terminal.shows("Today")
        wait_for_frames(terminal, 5)
        terminal.press("q")
        assert terminal.ends() == 0
        outside = re.sub(rb"\x1b\[\?2026h((?!\x1b\[\?2026).)*\x1b\[\?2026l", b"", terminal.bytes, flags=re.S)
        begin, end = b"\x1b[?1049h\x1b[?25l\x1b[?7l", b"\x1b[?7h\x1b[?25h\x1b[?1049l"
        assert outside.startswith(begin + end), outside
        assert b"\x1b" not in outside[len(begin + end):], outside


@check
def writes_every_frame_in_one_call():  # 3
    trace = os.path.join(DATA, "..", "writes.txt")
    with Terminal(["strace", "-f", "-qq", "-e", "trace=write", "-o", trace, TORII,
                   "dashboard", URL, "--watch", "1s"]) as terminal:
        terminal.shows("Today", "refreshed")
        wait_for_frames(terminal, 3)
        terminal.press("q")
        terminal.ends()
        writes = [line for line in open(trace) if re.search(r"write\(1, ", line)]
        # Every frame, and one to leave.
        assert len(writes) == len(terminal.frames) + 1, f"{len(terminal.frames)} frames, {writes}"
        return f"{len(terminal.frames)} frames"


@check
def never_shows_an_empty_first_row():  # 4
    with dashboard(rows=20) as terminal:
        terminal.shows("Today")
        empty = []
        terminal.after_each_byte = lambda: empty.append(len(terminal.bytes)) if not terminal.screen.display[0].strip() else None
        for key in ("2", "3", "?", "x", "1"):
            terminal.press(key)
            wait_for_frames(terminal, len(terminal.frames) + 2)
        assert not empty, f"empty after bytes {empty[:5]}"


@check
def enters_and_leaves_the_alternate_screen_once():  # 5
    with dashboard() as terminal:
        terminal.shows("Today")
        wait_for_frames(terminal, 4)
        terminal.press("q")
        assert terminal.ends() == 0
        assert terminal.bytes.count(b"\x1b[?1049h") == 1 and terminal.bytes.count(b"\x1b[?1049l") == 1
        terminal.is_given_back()
        last = terminal.bytes[terminal.bytes.rindex(b"?1049l") + 6:].decode()
        assert re.fullmatch(
            r"watched \d+ s: \d+ uploads, \d+\.\d{9} USD spent; today \d+ uploads, "
            r"(\d+\.\d % sent|nothing judged), \d+\.\d{9} USD spent\r\n", last), repr(last)
        return last.strip()


def gives_back(number, status):
    with dashboard() as terminal:
        terminal.shows("Today")
        terminal.process.send_signal(number)
        ended = terminal.ends()
        assert ended == status, f"exit status {ended}"
        terminal.is_given_back()
        assert terminal.bytes.count(b"?1049l") == 1


@check
def gives_the_terminal_back_after_a_signal():  # 6
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        gives_back(number, 0)


@check
def gives_the_terminal_back_after_a_crash():  # 6
    for number in (signal.SIGABRT, signal.SIGSEGV, signal.SIGILL, signal.SIGTRAP):
        gives_back(number, -number)


@check
def gives_the_terminal_back_for_ctrl_c():  # 6
    with dashboard() as terminal:
        terminal.shows("Today")
        terminal.press("\x03")
        assert terminal.ends() == 0
        terminal.is_given_back()


@check
def refuses_no_locale():  # 7
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        for value, is_utf8 in (("C", False), ("POSIX", False), ("", False), ("C.UTF-8", True), ("xx_XX.utf8", True)):
            environment = {"LANG": "", "LC_ALL": "", "LC_CTYPE": "", name: value}
            with dashboard(environment=environment) as terminal:
                terminal.shows("Today", "refreshed")
                assert ("─".encode() in terminal.bytes) == is_utf8, f"{name}={value}"
                if not is_utf8:
                    assert terminal.bytes.isascii(), f"{name}={value}"


@check
def draws_in_ascii_where_asked():  # 8
    with dashboard("--glyphs=ascii") as terminal:
        terminal.shows("-- Today", "refreshed")
        assert terminal.bytes.isascii()


@check
def uses_few_colours():  # 12
    with dashboard() as terminal:
        for key in "123456":
            terminal.press(key)
            wait_for_frames(terminal, len(terminal.frames) + 2)
        codes = set(re.findall(rb"\x1b\[([\d;]*)m", terminal.bytes))
        assert codes <= {b"0", b"1", b"31", b"32", b"33"} and b"33" in codes, codes


@check
def heeds_no_color():  # 13
    table = [({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({}, True),
             ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False)]
    for environment, is_coloured in table:
        with dashboard(environment=environment) as terminal:
            terminal.shows("Today", "refreshed")
            assert bool(re.search(rb"\x1b\[[\d;]*m", terminal.bytes)) == is_coloured, environment


@check
def keeps_tables_inside_the_terminal():  # 17
    for columns in (60, 80, 120):
        with Terminal([TORII, "report", "economics", "--data", DATA], columns=columns, rows=80) as terminal:
            assert terminal.ends() == 0
            lines = terminal.bytes.decode().replace("\r", "").split("\n")
            assert max(map(len, lines)) <= columns and len(lines) > 10, (columns, max(lines, key=len))
    piped = subprocess.run([TORII, "report", "economics", "--data", DATA], capture_output=True, text=True)
    assert piped.returncode == 0 and "~" not in piped.stdout and "#####" not in piped.stdout


@check
def tells_what_matters_on_forty_by_ten():  # 22
    with dashboard(columns=40, rows=10) as terminal:
        terminal.shows("ios: ", "sent", "target 46.6 %", "limit holds: ", "spent ", "of 3.00 USD", "android: ")
        assert all(len(line) <= 40 for line in terminal.screen.display)


@check
def takes_keys_while_the_network_is_slow():  # 23
    gateway = Gateway(URL)
    with dashboard(url=gateway.url) as terminal:
        terminal.shows("Today", "refreshed")
        gateway.passes.clear()
        while gateway.asked.acquire(blocking=False):
            pass
        assert gateway.asked.acquire(timeout=30), "it asks no more"
        slowest = 0
        # None of it needs an answer, and none comes.
        for key, shown in (("?", "any key closes this"), ("x", "? help"), ("p", "PAUSED"), ("2", "[2 ")):
            start = time.monotonic()
            terminal.press(key)
            terminal.shows(shown)
            slowest = max(slowest, time.monotonic() - start)
        terminal.press("q")
        assert terminal.ends() == 0
        return f"{slowest * 1000:.0f} ms at most"


@check
def takes_keys_while_the_server_is_busy():  # 23
    picture = subprocess.run(["curl", "-s", f"{URL}/dashboard"], capture_output=True)
    assert picture.returncode == 0
    load = [subprocess.Popen(["sh", "-c", f"while :; do curl -s '{URL}/dashboard?since=30d' >/dev/null; done"])
            for _ in range(2)]
    try:
        with dashboard() as terminal:
            terminal.shows("Today")
            for key in "23456":
                terminal.press(key)
                terminal.shows(f"[{key} ")
    finally:
        for one in load:
            one.kill()
            one.wait()


@check
def appends_facts_for_those_who_listen():  # 27
    for environment in ({"ACCESSIBLE": "1"}, {"TERM": "dumb"}):
        with dashboard("--once", environment=environment) as terminal:
            assert terminal.ends() == 0
            assert b"\x1b" not in terminal.bytes and terminal.bytes.isascii(), environment
            text = terminal.bytes.decode()
            for fact in ("uploads", "send rate", "target", "spent, USD", "daily cap", "limit"):
                assert fact in text, fact
            if "ACCESSIBLE" in environment:
                assert "--" not in text and "##" not in text and "send rate, ios: " in text
    # Again and again, each below the other.
    with dashboard(environment={"ACCESSIBLE": "1"}) as terminal:
        terminal.until("two screens", lambda: terminal.bytes.count(b"uploads, ios: ") >= 2)
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.ends() == 130
        assert b"\x1b" not in terminal.bytes


@check
def redraws_for_a_new_size():
    with dashboard(columns=100, rows=30) as terminal:
        terminal.shows("Today", "refreshed")
        for columns, rows in ((60, 20), (140, 40), (40, 12), (100, 30)):
            terminal.resize(columns, rows)
            terminal.until(
                f"drawn for {columns}", lambda: "refreshed" in terminal.screen.display[-1]
                and terminal.screen.display[0].startswith("[1 ") and "Torii" in terminal.screen.display[1])
            assert len(terminal.screen.display) == rows


@check
def leaves_and_comes_back():
    with dashboard() as terminal:
        terminal.shows("Today")
        for turn in (1, 2):
            terminal.press("\x1a")
            assert os.WIFSTOPPED(os.waitpid(terminal.process.pid, os.WUNTRACED)[1])
            terminal.read(0.2)
            terminal.is_given_back()
            frames = len(terminal.frames)
            terminal.screen.reset()
            terminal.process.send_signal(signal.SIGCONT)
            wait_for_frames(terminal, frames + 1)
            terminal.shows("Today", "refreshed")
            assert terminal.bytes.count(b"?1049h") == turn + 1
        terminal.press("?")
        terminal.shows("any key closes this")
        terminal.press("q")
        assert terminal.ends() == 0
        terminal.is_given_back()


@check
def says_that_the_server_is_gone_and_finds_it_again():
    gateway = Gateway(URL)
    with dashboard(url=gateway.url) as terminal:
        terminal.shows("Today", "refreshed")
        gateway.vanish()
        terminal.shows("NO ANSWER, ", "s old, again in 2 s", "Today")
        gateway.listen()
        terminal.shows("refreshed")
        terminal.press("q")
        assert terminal.ends() == 0


@check
def shows_no_screen_of_a_wrong_address():
    with Terminal([TORII, "dashboard", "http://127.0.0.1:9"]) as terminal:
        assert terminal.ends() == 5
        assert b"\x1b" not in terminal.bytes and b"does not answer" in terminal.bytes


@check
def turns_through_dashboards_profiles_and_spans():
    with dashboard() as terminal:
        terminal.shows("[1 overview]", "o all", "s today")
        names = re.findall(r"\d (\w+)", terminal.screen.display[0])
        for index in list(range(1, len(names))) + [0]:
            terminal.press("\t")
            terminal.shows(f"[{index + 1} {names[index]}]")
        terminal.press("\x1b[D")
        terminal.shows(f"[{len(names)} {names[-1]}]")
        terminal.press("\x1b[C")
        terminal.shows("[1 overview]")
        terminal.press("s")
        terminal.shows("s 7 days", "── 7 days")
        terminal.press("s")
        terminal.shows("s 30 days", "── 30 days")
        terminal.press("s")
        terminal.shows("s today", "── Today")
        terminal.press("o")
        terminal.until("one profile", lambda: "o android" in terminal.text and " ios " not in terminal.text)
        terminal.press("\x1b[B")
        terminal.shows("o ios")
        terminal.press("p")
        terminal.shows("PAUSED")
        terminal.press(" ")
        terminal.shows("refreshed")


@check
def runs_the_demo_plainly_in_a_job():  # 15; the tree's root stands for the URL
    pictures = ["--pictures", f"{URL}/Tests/Fixtures/pictures", "--pictures", f"{URL}/.cache/wallpapers"]
    with Terminal([TORII, "demo", "--data", DATA, "--policies", f"{URL}/policies", *pictures],
                  environment={"CI": "true", "NO_COLOR": "1"}) as terminal:
        assert terminal.ends() == 0, terminal.text
        assert b"\x1b" not in terminal.bytes and b"never passed" not in terminal.bytes
        assert b"next, with this ledger:" in terminal.bytes


try:
    said = checks[NAME]()
    print("ok", NAME, said or "")
except AssertionError as mistake:
    print("not ok", NAME, mistake)
    sys.exit(1)
