# SPDX-License-Identifier: Apache-2.0
"""The ways in which editors and tools save a file."""
import os
import time


def renamed(path, text):
    other = path.with_name(f".{path.name}.new")
    other.write_text(text)
    other.rename(path)


def written(path, text):
    path.write_text(text)


def written_in_parts(path, text):
    with path.open("w") as file:
        file.write(text[:len(text) // 2])
        file.flush()
        time.sleep(0.005)
        file.write(text[len(text) // 2:])


def with_backup(path, text):
    """As vim does it: a probe, the old file moved away, a new one, the old one removed."""
    probe = path.with_name("4913")
    probe.touch()
    probe.unlink()
    backup = path.with_name(path.name + "~")
    if path.exists():
        path.rename(backup)
    path.write_text(text)
    backup.unlink(missing_ok=True)


def with_lock(path, text):
    """As Emacs does it: a link that stands for a lock, and a copy of what is not yet saved."""
    lock = path.with_name(f".#{path.name}")
    os.symlink("someone@somewhere.1:1", lock)
    copy = path.with_name(f"#{path.name}#")
    copy.write_text(text)
    path.write_text(text)
    copy.unlink()
    lock.unlink()


def removed_first(path, text):
    path.unlink(missing_ok=True)
    path.write_text(text)


def twice(path, text):
    """Once before and once after a formatter."""
    path.write_text(text + "\n\n")
    renamed(path, text)


WAYS = [renamed, written, written_in_parts, with_backup, with_lock, removed_first, twice]


def save(root, texts, rng):
    """Saves files together; those without a text are removed."""
    for name, text in texts.items():
        path = root / name
        if text is None:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            rng.choice(WAYS)(path, text)
