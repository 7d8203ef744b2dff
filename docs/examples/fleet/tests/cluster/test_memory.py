"""That a list of any length takes no memory: of a release build, so not of `Tests/run`."""

import shutil
import subprocess
import unittest

NAMES, LIMIT_KIB = 100_000, 1 << 16


class MemoryTests(unittest.TestCase):
    def test_100_000_names_are_read_in_64_mib(self) -> None:
        image = shutil.which("true")
        assert image is not None
        name = "/" * 1000 + image + "\0"
        self.assertGreater(NAMES * len(name), 1024 * LIMIT_KIB)
        script = f"ulimit -v {LIMIT_KIB}; exec inspect-sections list --files --format ndjson"
        words = ["bash", "-c", f"{script} --files-from - -0"]
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            feeder = subprocess.Popen(
                ["bash", "-c", f'yes "$1" | head -n {NAMES} | tr "\\n" "\\0"', "-", name[:-1]],
                stdout=process.stdin,
            )
            assert process.stdin is not None and process.stdout is not None
            process.stdin.close()
            rows = sum(b'"type":"file"' in line for line in process.stdout)
            feeder.wait()
        self.assertEqual((rows, process.returncode), (NAMES, 0))
