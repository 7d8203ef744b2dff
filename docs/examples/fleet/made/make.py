"""Makes a fleet of 1,000 small images, and the answers to the questions about it.

    python made/make.py FOLDER

25 hosts have two releases of 20 plug-ins each: hosts of even numbers in a folder, the others in
a tar file, which also holds what has to be passed over. FOLDER/release-1.ndjson and
FOLDER/release-2.ndjson name the inputs, FOLDER/answers.json has the answers.
"""

import hashlib
import io
import json
import os
import subprocess
import sys
import tarfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

HOSTS, PLUGINS = range(25), range(20)
PROTOCOLS = ["Codec", "Sink", "Theme", "Report", "Greeter"]
# What the answers are about.
ABOUT = {"protocol": "Codec", "soname": "libplugin03.so", "release": "2", "before": "1"}
# Release 2 of this plug-in is a broken file on this host.
BROKEN = (4, 19)
HERE = os.path.dirname(os.path.abspath(__file__))
HEADERS = os.path.join(HERE, "../../../../Sources/CGraft/include")


@dataclass(frozen=True)
class Build:
    """An image as it was compiled."""

    plugin: int
    version: int
    # As high as that of the plug-in ten further, of the same protocol.
    priority: int
    loses_second: bool

    @property
    def name(self) -> str:
        return f"Plugin{self.plugin:02}"

    @property
    def soname(self) -> str:
        return f"libplugin{self.plugin:02}.so"

    @property
    def protocol(self) -> str:
        return PROTOCOLS[self.plugin % len(PROTOCOLS)]

    @property
    def id(self) -> str:
        return hashlib.sha1(repr(self).encode()).hexdigest()

    @property
    def extensions(self) -> list[tuple[str, str]]:
        second = [] if self.loses_second else [("Audit", f"{self.name}.Second")]
        return [(self.protocol, f"{self.name}.First")] + second

    def compile(self, path: str) -> None:
        words = [
            "gcc",
            "-shared",
            "-fPIC",
            "-Os",
            "-s",
            "-I",
            HEADERS,
            f"-Wl,-soname,{self.soname}",
        ]
        words += [f"-Wl,--build-id=0x{self.id}", f'-DPROTOCOL="{self.protocol}"']
        words += [f'-DNAME="{self.name}"', f"-DFIRST_PRIORITY={self.priority}"]
        words += [f"-DSECOND_PRIORITY={self.plugin}"] + ["-DLOST"] * self.loses_second
        subprocess.run([*words, f"{HERE}/image.c", "-o", path], check=True)


def build(release: int, host: int, plugin: int) -> Build:
    """Which build of a plug-in a host has."""
    old = Build(plugin, 1, plugin, False)
    if release == 1 or (host % 5 == 0 and plugin % 3 == 0):
        return old
    in_conflict = host % 6 == 2 and plugin in (3, 7)
    return Build(plugin, 2, plugin + 10 if in_conflict else plugin, plugin % 4 == 1)


def fleet(release: int) -> dict[tuple[int, int], Build]:
    """By host and plug-in, what can be read."""
    return {
        (host, plugin): build(release, host, plugin)
        for host in HOSTS
        for plugin in PLUGINS
        if (release, (host, plugin)) != (2, BROKEN)
    }


def answers() -> dict[str, list[tuple[object, ...]]]:
    before, after = fleet(1), fleet(2)
    carriers = Counter(
        (each.soname, each.id, extension)
        for each in after.values()
        for protocol, extension in each.extensions
        if protocol == ABOUT["protocol"]
    )
    builds = Counter(
        (each.soname, each.id) for each in after.values() if each.soname == ABOUT["soname"]
    )
    lost = Counter(
        (each.soname, *extension)
        for place, each in before.items()
        if place in after
        for extension in each.extensions
        if extension not in after[place].extensions
    )
    conflicts = [
        (f"h{host:02}", one.protocol, f"{one.name}.First", f"{other.name}.First")
        for host in HOSTS
        for plugin in PLUGINS
        for further in PLUGINS
        if plugin < further
        and (one := after.get((host, plugin)))
        and (other := after.get((host, further)))
        and (one.protocol, one.priority) == (other.protocol, other.priority)
    ]
    commonest = sorted(builds.items(), key=lambda item: (-item[1], item[0]))
    return {
        "carriers": sorted((*key, hosts) for key, hosts in carriers.items()),
        "conflicts": sorted(conflicts),
        "builds": [(*key, hosts) for key, hosts in commonest],
        "lost": sorted((*key, hosts) for key, hosts in lost.items()),
    }


def write_folder(path: str, files: dict[str, bytes]) -> None:
    os.makedirs(path)
    for name, content in files.items():
        with open(os.path.join(path, name), "wb") as file:
            file.write(content)


def write_tar(path: str, files: dict[str, bytes]) -> None:
    """With what a layer may hold beside its files, and names that lead elsewhere."""
    with tarfile.open(path, "w:gz", compresslevel=1) as layer:

        def add(
            name: str, kind: bytes = tarfile.REGTYPE, link: str = "", content: bytes = b""
        ) -> None:
            member = tarfile.TarInfo(name)
            member.type, member.linkname, member.size = kind, link, len(content)
            layer.addfile(member, io.BytesIO(content))

        add("usr/lib", tarfile.DIRTYPE)
        add("usr/lib/README", content=b"Not an image.\n")
        add("usr/lib/libplugin.so", tarfile.SYMTYPE, "libplugin00.so")
        add("usr/lib/passwd.so", tarfile.SYMTYPE, "/etc/passwd")
        add("dev/null", tarfile.CHRTYPE)
        add("dev/sda", tarfile.BLKTYPE)
        add("run/pipe", tarfile.FIFOTYPE)
        hostile = {"libplugin00.so": "../../../escaped.so", "libplugin01.so": "/escaped.so"}
        for name, content in files.items():
            add(hostile.get(name, f"usr/lib/{name}"), content=content)
        add("usr/lib/hard.so", tarfile.LNKTYPE, "usr/lib/libplugin02.so")


def make(folder: str) -> None:
    os.makedirs(folder)
    places = {
        (release, *place)
        for release in (1, 2)
        for place in [(h, p) for h in HOSTS for p in PLUGINS]
    }
    builds = {build(*place) for place in places}
    paths = {each: os.path.join(folder, f"{each.id}.so") for each in builds}
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        list(threads.map(lambda each: each.compile(paths[each]), builds))
    contents = {}
    for each, path in paths.items():
        with open(path, "rb") as file:
            contents[each] = file.read()
        os.unlink(path)
    for release in (1, 2):
        with open(f"{folder}/release-{release}.ndjson", "w", encoding="utf-8") as inputs:
            for host in HOSTS:
                files = {}
                for plugin in PLUGINS:
                    each = build(release, host, plugin)
                    broken = (release, host, plugin) == (2, *BROKEN)
                    files[each.soname] = contents[each][:3000] if broken else contents[each]
                path = f"{folder}/release-{release}/h{host:02}"
                if host % 2 == 0:
                    write_folder(path, files)
                else:
                    path += ".tar.gz"
                    write_tar(path, files)
                line = {"path": os.path.abspath(path), "labels": {"host": f"h{host:02}"}}
                inputs.write(json.dumps(line) + "\n")
    with open(f"{folder}/answers.json", "w", encoding="utf-8") as file:
        json.dump({"about": ABOUT, "answers": answers()}, file, indent=1)


if __name__ == "__main__":
    make(sys.argv[1])
