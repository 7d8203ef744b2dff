# SPDX-License-Identifier: Apache-2.0
"""A session of reload at a terminal, and the program that it runs."""
import fcntl
import os
import pathlib
import pty
import re
import select
import shlex
import signal
import socket
import subprocess
import termios
import time

from . import sources

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
# Those of the tests of packages, so that Graft is compiled once for all.
SCRATCH = REPOSITORY / ".build/dependency-packages"
CACHE = REPOSITORY / "docs/examples/.build/modules"
KEYS = "graft: keys: "
# Builds of Graft may come first.
PATIENCE = 3000


class Ended(Exception):
    """The program, or the command, is no longer there."""


def ask(path, request, seconds=60):
    """A program's answer to a line, as lines."""
    end = time.monotonic() + seconds
    while True:
        try:
            with socket.socket(socket.AF_UNIX) as caller:
                caller.settimeout(seconds)
                caller.connect(str(path))
                caller.sendall(request.encode() + b"\n")
                answer = b""
                while not answer.endswith(b"\n\n"):
                    more = caller.recv(1 << 16)
                    if not more:
                        raise Ended(f"the program ended at '{request.split()[0]}'")
                    answer += more
                return answer.decode().splitlines()[:-1]
        except (ConnectionRefusedError, FileNotFoundError) as error:
            if time.monotonic() > end:
                raise Ended(f"no program answers: {error}") from error
            time.sleep(0.02)
        except (TimeoutError, ConnectionResetError, BrokenPipeError) as error:
            raise Ended(f"the program does not answer '{request.split()[0]}': {error}") from error


class Session:
    def __init__(self, folder, texts):
        self.folder, self.socket = folder, folder / "live"
        self.root = folder / "Program/Sources"
        for name, text in texts.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        (folder / "Program/Package.swift").write_text(
            sources.MANIFEST.format(graft=REPOSITORY))
        cache = [word for option in ("-Xswiftc", "-Xbuild-tools-swiftc")
                 for word in (option, "-module-cache-path", option, str(CACHE))]
        words = ["swift", "package", "--package-path", str(folder / "Program"),
                 "--scratch-path", str(SCRATCH), "--disable-dependency-cache",
                 "--disable-build-manifest-caching", *cache, "reload", *cache,
                 "--", "asked", str(self.socket)]
        self.terminal, other = pty.openpty()
        self.command = subprocess.Popen(
            ["sh", "-c", f"{shlex.join(words)} && exec {SCRATCH}/reload"], stdin=other,
            stdout=other, stderr=other, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(other)
        self.text, self.taken = "", 0
        self.wait_for("accepts builds", PATIENCE)

    def read(self, seconds):
        """Reads what is printed meanwhile; False if nothing is."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.terminal, 1 << 16)
        except OSError:
            data = b""
        if not data:
            raise Ended("reload ended:\n" + self.text[-2000:])
        self.text += data.decode(errors="replace").replace("\r\n", "\n")
        return True

    def wait_for(self, words, seconds=120):
        """Takes what was printed until the end of the line with the words."""
        end = time.monotonic() + seconds
        while True:
            match = re.compile(f"{re.escape(words)}.*\n").search(self.text, self.taken)
            if match:
                found = self.text[self.taken:match.end()]
                self.taken = match.end()
                return found
            if time.monotonic() > end:
                raise Ended(f"'{words}' is not printed:\n{self.text[self.taken:]}")
            self.read(1)

    def press(self, key):
        os.write(self.terminal, key.encode())

    def settle(self):
        """What is said of what was saved: the answer to a key comes after it."""
        self.press("k")
        found = self.wait_for(KEYS)
        return "".join(line for line in found.splitlines(True) if KEYS not in line)

    def rebuild(self):
        """Builds and starts again; the text that is printed."""
        self.press("b")
        found = self.wait_for("graft: asked is ", 600)
        return found if "is not built" in found else found + self.wait_for("accepts builds")

    def ask(self, request):
        return ask(self.socket, request)

    def end(self):
        if self.command.poll() is None:
            try:
                self.press("q")
                self.command.wait(20)
            except (OSError, subprocess.TimeoutExpired):
                os.killpg(self.command.pid, signal.SIGTERM)
                self.command.wait()
        os.close(self.terminal)
