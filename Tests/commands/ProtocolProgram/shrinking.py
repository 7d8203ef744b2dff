# SPDX-License-Identifier: Apache-2.0
"""Makes a protocol smaller while its difference stays."""
import copy
import dataclasses
import time

from . import types
from .comparing import Batch
from .compiling import Configuration


def variants(protocol):
    """Smaller protocols, those with most taken away first."""
    def changed(change):
        other = copy.deepcopy(protocol)
        change(other)
        return other

    for index in range(len(protocol.types)):
        if len(protocol.types) > 1:
            yield changed(lambda p: p.types.pop(index))
    for index in range(len(protocol.requirements)):
        if len(protocol.requirements) > 1:
            yield without_requirement(protocol, index)
    for part in protocol.parts:
        yield changed(lambda p: p.parts.remove(part))
    for caller in protocol.callers:
        yield changed(lambda p: p.callers.remove(caller))
    if protocol.has_defaults:
        yield changed(lambda p: setattr(p, "has_defaults", False))
    for name, empty in (("space", ""), ("isolation", ""), ("has_state", False),
                        ("is_spi", False), ("access", ""), ("primary", False), ("layout", 0)):
        if getattr(protocol, name) != empty:
            yield changed(lambda p: setattr(p, name, empty))
    for bound in protocol.bounds:
        yield changed(lambda p: remove_bound(p, bound))
    if protocol.required:
        yield changed(lambda p: p.required.clear())
    for index, conforming in enumerate(protocol.types):
        for name in ("in_extension", "conditional", "subclass"):
            if getattr(conforming, name) and not (name == "in_extension" and conforming.conditional):
                yield changed(lambda p: setattr(p.types[index], name, type(getattr(conforming, name))()))
        if conforming.kind not in ("struct", "actor", "noncopyable"):
            yield changed(lambda p: simplify_kind(p.types[index]))
        for own in conforming.own:
            yield changed(lambda p: p.types[index].own.discard(own))
    for index, requirement in enumerate(protocol.requirements):
        yield from smaller_requirements(protocol, index, requirement, changed)


def simplify_kind(conforming):
    conforming.kind, conforming.subclass, conforming.conditional = "struct", "", False


def remove_bound(protocol, bound):
    protocol.bounds.remove(bound)
    if bound == "Made":
        protocol.is_made = False
    if bound == "Container":
        protocol.associated = [a for a in protocol.associated if a[0] != "Element"]
    if bound.startswith("Ancestor"):
        protocol.ancestor = ""


def without_requirement(protocol, index):
    other = copy.deepcopy(protocol)
    other.requirements.pop(index)
    shifted = lambda found: {i - (i > index) for i in found if i != index}
    other.required = shifted(other.required)
    for conforming in other.types:
        conforming.own = shifted(conforming.own)
    return other


def smaller_requirements(protocol, index, requirement, changed):
    def edit(change):
        return changed(lambda p: change(p.requirements[index]))

    for i in range(len(requirement.parameters)):
        yield edit(lambda r: r.parameters.pop(i))
    if requirement.kind == "func" and requirement.result:
        yield edit(lambda r: setattr(r, "result", None))
    for name, empty in (("is_async", False), ("throwing", ""), ("has_setter", False),
                        ("attributes", []), ("throws_always", False), ("modifier", ""),
                        ("getter_modifier", ""), ("setter_modifier", ""), ("where", ""),
                        ("is_failable", False), ("is_static", False), ("is_nonisolated", False)):
        if getattr(requirement, name) and not (name == "is_static"
                                               and requirement.kind == "operator"):
            yield edit(lambda r: setattr(r, name, empty))
    if requirement.generics:
        yield edit(lambda r: r.generics.pop())
    if requirement.kind in ("func", "var") and requirement.name != f"name{index}":
        yield edit(lambda r: setattr(r, "name", f"name{index}"))
    if requirement.result and requirement.result is not types.INT:
        for smaller in smaller_types(requirement.result):
            yield edit(lambda r: setattr(r, "result", smaller))
    for i, parameter in enumerate(requirement.parameters):
        for name in ("ownership", "is_variadic", "attribute"):
            if getattr(parameter, name):
                yield edit(lambda r: setattr(
                    r.parameters[i], name, type(getattr(parameter, name))()))
        if parameter.label != "_":
            yield edit(lambda r: setattr(r.parameters[i], "label", "_"))
        if parameter.name != f"p{i}":
            yield edit(lambda r: setattr(r.parameters[i], "name", f"p{i}"))
        if not parameter.opaque:
            for smaller in smaller_types(parameter.type):
                yield edit(lambda r: setattr(r.parameters[i], "type", smaller))


def smaller_types(found):
    """Int, the parts of a type, and the type with a smaller part."""
    if found is types.INT:
        return
    yield types.INT
    parts = found.parts()
    yield from parts
    for i, part in enumerate(parts):
        for smaller in smaller_types(part):
            yield found.with_parts(parts[:i] + [smaller] + parts[i + 1:])


def shrink(difference, folder, patterns, seconds):
    """The smallest protocol that was found in a time, with its difference."""
    end, smallest, tried = time.monotonic() + seconds, difference, set()
    if seconds:
        # What compiles fastest, if it has the difference too.
        fastest = Configuration("debug", difference.configuration.language, 1)
        other = dataclasses.replace(difference, configuration=fastest)
        smallest = same(difference.protocol, other, folder, patterns) or difference
    progress = True
    while progress and time.monotonic() < end:
        progress = False
        for protocol in variants(smallest.protocol):
            text = repr(protocol)
            if time.monotonic() > end:
                break
            if text in tried:
                continue
            tried.add(text)
            found = same(protocol, smallest, folder, patterns)
            if found:
                smallest, progress = found, True
                break
    return smallest


def same(protocol, difference, folder, patterns):
    """The difference of the same kind and words that a protocol has, if it has one."""
    try:
        batch = Batch([protocol], difference.configuration, folder, patterns).check()
    except (RuntimeError, KeyError, IndexError, StopIteration, TypeError, AttributeError):
        return None
    return next((each for each in batch.differences if each.key == difference.key), None)
