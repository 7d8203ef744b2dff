# SPDX-License-Identifier: Apache-2.0
"""The files of a program: those of its protocols, of what they share, and main's."""
from . import library
from .calling import run_function
from .rendering import conforming_declaration, defaults, protocol_declaration
from .weaving import advice, extensions, weave_function

LICENCE = "// SPDX-License-Identifier: Apache-2.0"


class Program:
    """The source files of one program, module by module."""

    def __init__(self, protocols, woven, module_count):
        self.protocols, self.woven, self.module_count = protocols, woven, module_count

    @property
    def module_names(self):
        return ["Main"] if self.module_count == 1 else ["API", "Kinds", "Main"]

    def imports(self, module):
        before = self.module_names[:self.module_names.index(module)]
        graft = "GraftCourier" if any(p.courier for p in self.protocols) else "Graft"
        return ([f"import {graft}"] if self.woven else []) + [f"@_spi(Some) import {name}" for name in before]

    def files(self):
        """The text of each file, by module and name."""
        found = {name: {} for name in self.module_names}
        first, last = self.module_names[0], self.module_names[-1]
        types_module = self.module_names[-2] if self.module_count > 1 else last
        found[first]["Library.swift"] = library.TYPES
        if self.woven:
            found[types_module]["Watch.swift"] = "\n".join(
                self.imports(types_module)) + "\n" + library.POINTCUT
        for protocol in self.protocols:
            access = protocol.modifier if self.module_count == 1 else "public "
            parts = {
                first: protocol_declaration(protocol, self.woven) + defaults(protocol, self.woven)}
            types = [line for c in protocol.types
                     for line in conforming_declaration(protocol, c, access, self.woven)]
            if self.woven:
                types += extensions(protocol)
            parts.setdefault(types_module, []).extend(types)
            calls = run_function(protocol, self.woven)
            if self.woven:
                calls += advice(protocol, types_module) + weave_function(protocol)
            else:
                isolation = protocol.isolation + " " if protocol.isolation else ""
                calls.append(f"{isolation}func go{protocol.number}() async "
                             f"{{ await run{protocol.number}() }}")
            parts.setdefault(last, []).extend(calls)
            for module, lines in parts.items():
                found[module][f"{protocol.name}.swift"] = "\n".join(
                    self.imports(module) + lines) + "\n"
        found[last]["Start.swift"] = self.start()
        return found

    def start(self):
        lines = self.imports("Main") + [
            "@main enum Start {", "  static func main() async {",
            "    phase = Int(CommandLine.arguments[1])!",
            "    let chosen = Set(CommandLine.arguments.dropFirst(2))"]
        for protocol in self.protocols:
            lines += [f'    if chosen.isEmpty || chosen.contains("{protocol.name}") {{',
                      f"      await go{protocol.number}()", "    }"]
        lines += ['    for (key, count) in bodies.sorted(by: { $0.key < $1.key }) {',
                  '      print("bodies:", key, count)', "    }", "  }", "}"]
        return "\n".join(lines) + "\n"

    def blocked(self, phase):
        """The extensions that must not take part in a phase."""
        module = self.module_names[-2] if self.module_count > 1 else "Main"
        answering = [f"{module}.Answering{p.number}" for p in self.protocols
                     if p.has_defaults and "answering" in p.parts]
        identity = [f"{module}.Identity{p.number}" for p in self.protocols]
        return {1: answering + identity + [f"{module}.Watch"], 2: answering, 3: []}[phase]
