"""A program in a pseudo-terminal of its own, with an emulator that knows what its screen shows."""
import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

import pyte

PATIENCE = 120

# As a shell starts its commands: a test runner's worker threads block most signals, and children inherit that.
signal.pthread_sigmask(signal.SIG_SETMASK, [])


class Terminal:
    def __init__(self, arguments, columns=100, rows=30, environment=None):
        self.columns, self.rows = columns, rows
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.bytes = b""
        self.after_each_byte = None
        self.master, self.slave = pty.openpty()
        self._size(columns, rows)
        self.modes = termios.tcgetattr(self.slave)
        inherited = {name: value for name, value in os.environ.items()
                     if name in ("PATH", "HOME", "TMPDIR", "SWIFT_BACKTRACE")}
        variables = {**inherited, "TERM": "xterm-256color", "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"}
        variables |= environment or {}
        self.process = subprocess.Popen(
            arguments, stdin=self.slave, stdout=self.slave, stderr=self.slave, env=variables, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))

    def _size(self, columns, rows):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.screen.resize(rows, columns)
        self._size(columns, rows)  # The kernel tells the program.

    def read(self, seconds):
        """What comes within a time; whether anything did."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        data = os.read(self.master, 65536)
        self.bytes += data
        if self.after_each_byte:
            for index in range(len(data)):
                self.stream.feed(data[index:index + 1])
                self.after_each_byte()
        else:
            self.stream.feed(data)
        return bool(data)

    def until(self, what, holds):
        """Reads until something holds of the screen."""
        end = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > end:
                raise AssertionError(f"never {what}; the screen:\n{self.text}\nlast bytes: {self.bytes[-400:]!r}")
            if not self.read(0.05) and self.process.poll() is not None and not self.read(0):
                if holds():
                    return
                raise AssertionError(f"it ended with {self.process.returncode} before {what}:\n{self.text}\n{self.bytes!r}")

    def shows(self, *words):
        self.until(f"shown: {words}", lambda: all(word in self.text for word in words))

    def press(self, keys):
        os.write(self.master, keys.encode())

    def ends(self):
        """Its exit status, once all it wrote was read."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            self.read(0.02)
            if time.monotonic() > end:
                facts = self.facts()
                self.process.kill()
                raise AssertionError(f"it does not end:\n{self.text}\n{facts}")
        while self.read(0.05):
            pass
        return self.process.returncode

    def facts(self):
        """What the system knows of its threads: states, what they wait in, and signals that are on their way."""
        lines = []
        for task in sorted(pathlib.Path(f"/proc/{self.process.pid}/task").iterdir()):
            status = (task / "status").read_text()
            wanted = ("Name", "State", "SigPnd", "ShdPnd", "SigBlk")
            facts = [line for line in status.splitlines() if line.split(":")[0] in wanted]
            lines.append(" ".join(" ".join(facts).split()) + " in " + (task / "syscall").read_text().split()[0])
        return "\n".join(lines)

    def is_given_back(self):
        """Modes as before, the cursor shown, the normal screen."""
        now = termios.tcgetattr(self.slave)
        assert now == self.modes, f"modes {now} were {self.modes}"
        for on, off in ((b"?25h", b"?25l"), (b"?1049l", b"?1049h"), (b"?7h", b"?7l")):
            assert self.bytes.rfind(on) > self.bytes.rfind(off) >= 0, f"{on} missing: {self.bytes[-200:]!r}"

    @property
    def text(self):
        return "\n".join(self.screen.display)

    @property
    def frames(self):
        return re.findall(rb"\x1b\[\?2026h(.*?)\x1b\[\?2026l", self.bytes, re.S)

    def close(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.kill()
            self.process.wait()
        os.close(self.master)
        os.close(self.slave)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
