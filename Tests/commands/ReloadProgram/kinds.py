# SPDX-License-Identifier: Apache-2.0
"""Kinds of declarations whose bodies change, each a row of the tables in docs/reload.md."""
import dataclasses


@dataclasses.dataclass
class Kind:
    """A declaration's text: {n} is its name, {T} its type, {on} an instance, {x} an Int of it;
    {more} and {args} are the further parameters and arguments."""
    row: str
    head: str
    start: str  # the Int that the body begins with
    call: str
    before: tuple = ()  # statements before the body
    around: str = "{body}"  # what is around the body in the outer braces
    after: str = ""
    types: tuple = ()  # the kinds of types that can have it; none for a file's own
    is_called: bool = False  # whether any function can call it
    is_plain: bool = False  # whether its body is a single expression
    is_only_built: bool = False  # whether it is never added
    lock: str = ""  # why another body takes a build


STRUCT, CLASS, SUB, ENUM, ACTOR = "structure", "class", "subclass", "enumeration", "actor"
GENERIC, NESTED, UNIQUE, NAMING = "generic type", "nested type", "noncopyable type", "protocol"
INT, ARRAY, DESK, MODEL = "Int", "Array", "main actor's class", "observable class"
PRIVATE = "private type"
MUTABLE = (STRUCT, CLASS, DESK, MODEL)
ALL = (STRUCT, CLASS, ENUM, ACTOR, GENERIC, NESTED, UNIQUE, INT, ARRAY, DESK, MODEL)
CLOSED = "{{ () -> Int in\n{body}\n}}()"
FUNC = "func {n}(_ a: Int{more})"

KINDS = {
    # Of a file.
    "func": Kind("function", FUNC + " -> Int", "a", "{n}(3{args})", is_called=True),
    "generic": Kind("generic function",
                    "func {n}<T: CustomStringConvertible>(_ a: T{more}) -> Int",
                    "\"\\(a)\".count", "{n}(\"ab\"{args})", is_called=True),
    "variadic": Kind("variadic function", "func {n}(_ a: Int...) -> Int", "a.count", "{n}(1, 2)",
                     is_called=True),
    "recursive": Kind("function that calls itself", FUNC + " -> Int", "b", "{n}(3{args})",
                      ("if a <= 0 {{ return 7 }}", "let b = {n}(a - 1{args})"), is_called=True),
    "async": Kind("`async`", FUNC + " async -> Int", "a", "await {n}(3{args})"),
    "throws": Kind("`throws`", FUNC + " throws -> Int", "a", "((try? {n}(3{args})) ?? -1)",
                   ("if a == 4 {{ throw Failure() }}",)),
    "typed": Kind("`throws(E)`", FUNC + " throws(Failure) -> Int", "a",
                  "((try? {n}(3{args})) ?? -1)", ("if a == 3 {{ throw Failure() }}",)),
    "rethrows": Kind("`rethrows`", "func {n}(_ a: (Int) throws -> Int) rethrows -> Int", "b",
                     "{n} {{ $0 &* 2 }}", ("let b = try a(5)",)),
    "private": Kind("`private`", "private func {n}(_ a: Int{more}) -> Int", "a", "{n}(3{args})",
                    is_called=True),
    "isolated": Kind("`@MainActor`", "@MainActor func {n}(_ a: Int{more}) -> Int", "a",
                     "await {n}(3{args})"),
    "inout": Kind("`inout`", "func {n}(_ a: inout Int{more})", "b",
                  "{{ () -> Int in var a = 4; {n}(&a{args}); return a }}()", ("let b = a",),
                  "a = " + CLOSED),
    "pack": Kind("parameter pack", "func {n}<each T>(_ a: repeat each T) -> Int", "2",
                 "{n}(1, \"a\")"),
    "some": Kind("parameter that is `some`",
                 "func {n}(_ a: some CustomStringConvertible{more}) -> Int", "\"\\(a)\".count",
                 "{n}(\"abc\"{args})"),
    "available": Kind("`@available`", "@available(macOS 10, *)\n" + FUNC + " -> Int", "a",
                      "{n}(3{args})", is_called=True),
    "builder": Kind("result builder", "@Sum func {n}() -> Int", "Int(2)", "{n}()", is_plain=True,
                    around="4\n{body}", is_called=True),
    "closure": Kind("closure that a function makes", "func {n}() -> (Int) -> Int", "a", "{n}()(3)",
                    around="return {{ (a: Int) -> Int in\n{body}\n}}"),
    "condition": Kind("in `#if`", "#if os(Linux)\n" + FUNC + " -> Int", "a", "{n}(3{args})",
                      after="#else\n" + FUNC + " -> Int {{ 0 }}\n#endif", is_called=True),
    "global": Kind("global property without storage", "var {n}: Int", "3", "{n}", is_called=True),
    "opaque": Kind("opaque result", "func {n}() -> some CustomStringConvertible", "3",
                   "\"\\({n}())\"", lock="has an opaque result", is_plain=True),
    "inlinable": Kind("`@inlinable`", "@inlinable func {n}(_ a: Int) -> Int", "a",
                      "{n}(3)", lock="is @inlinable", is_plain=True),
    # Of types.
    "method": Kind("method of a {type}", FUNC + " -> Int", "{x} &+ a", "{on}.{n}(3{args})",
                   types=(*ALL, SUB)),
    "mutating": Kind("`mutating` method", "mutating func {n}(_ a: Int{more}) -> Int", "count",
                     "{on}.{n}(3{args})", ("count = (count &+ a) % 97",), types=(STRUCT,)),
    "static": Kind("static method", "static func {n}(_ a: Int{more}) -> Int", "a",
                   "{T}.{n}(3{args})", types=(STRUCT, CLASS, ENUM, ACTOR, NESTED, INT),
                   is_called=True),
    "class": Kind("class method", "class func {n}(_ a: Int{more}) -> Int", "a",
                  "{T}.{n}(3{args})", types=(CLASS,)),
    "computed": Kind("computed property", "var {n}: Int", "{x}", "{on}.{n}", types=ALL),
    "hidden": Kind("`fileprivate`, in a private type",
                   "fileprivate func {n}(_ a: Int{more}) -> Int", "{x} &+ a",
                   "{on}.{n}(3{args})", types=(PRIVATE,)),
    "recursive property": Kind(
        "computed property that calls itself", "var {n}: Int", "b", "{on}.{n}",
        ("if count <= 0 {{ return 7 }}", "let b = {T}(count: count - 1).{n}"), types=(STRUCT,)),
    "setter": Kind("property with a setter", "var {n}: Int", "newValue",
                   "{{ () -> Int in {on}.{n} = 3; return {on}.{n} }}()",
                   around="get {{ count }}\nset {{ count = " + CLOSED + " % 97 }}",
                   types=(STRUCT, CLASS, MODEL)),
    "property": Kind("static property", "static var {n}: Int", "4", "{T}.{n}",
                     types=(STRUCT, CLASS, ENUM, NESTED, INT), is_called=True),
    "subscript": Kind("subscript", "subscript({n} a: Int) -> Int", "{x} &+ a", "{on}[{n}: 3]",
                      types=(STRUCT, CLASS, ENUM, GENERIC, ARRAY)),
    "recursive subscript": Kind(
        "subscript that calls itself", "subscript({n} a: Int) -> Int", "b", "{on}[{n}: 3]",
        ("if a <= 0 {{ return 5 }}", "let b = self[{n}: a - 1]"), types=(STRUCT, CLASS, ENUM)),
    "async property": Kind("property that is `async`", "var {n}: Int", "{x}", "await {on}.{n}",
                           around="get async {{\n{body}\n}}", types=(STRUCT, ENUM, NESTED, INT)),
    "throwing property": Kind("property that throws", "var {n}: Int", "{x}",
                              "((try? {on}.{n}) ?? -1)", around="get throws {{\n{body}\n}}",
                              types=(STRUCT, ENUM, NESTED, INT)),
    "nonisolated": Kind("`nonisolated`", "nonisolated func {n}(_ a: Int{more}) -> Int", "a",
                        "{plain}.{n}(3{args})", types=(ACTOR,)),
    "operator": Kind("operator", "static func {op} (left: {T}, right: {T}) -> Int",
                     "left.count &+ right.count", "({on} {op} {on})", types=(STRUCT,)),
    "init": Kind("initialiser of a structure", "init({n} a: Int)", "a", "{T}({n}: 3).count",
                 around="count = " + CLOSED + " % 97", types=(STRUCT,)),
    "delegating": Kind("initialiser that delegates", "init({n} a: Int{more})", "a",
                       "{T}({n}: 3{args}).count", around="self.init(count: " + CLOSED + " % 97)",
                       types=(STRUCT,)),
    "outside init": Kind("initialiser in an extension", "init({n} a: Int{more})", "a",
                         "Other{T}({n}: 3{args}).count",
                         around="self.init(count: " + CLOSED + " % 97)",
                         types=(STRUCT,)),
    "bare init": Kind("initialiser without parameters", "init()", "3", "{T}().count",
                      around="count = " + CLOSED + " % 97", types=(STRUCT,), is_only_built=True,
                      lock="has no parameters"),
    "failable": Kind("failable initialiser", "init?({n} a: Int)", "a",
                     "({T}({n}: 3)?.count ?? -1)",
                     ("guard a < 5 else {{ return nil }}",),
                     "count = " + CLOSED + " % 97", types=(STRUCT,)),
    "convenience": Kind("convenience initialiser", "convenience init({n} a: Int{more})", "a",
                        "{T}({n}: 3{args}).count", around="self.init(count: " + CLOSED + " % 97)",
                        types=(CLASS,)),
    "designated": Kind("designated initialiser of a class", "init({n} a: Int)", "a",
                       "{T}({n}: 3).count", around="count = " + CLOSED + " % 97",
                       types=(CLASS,), is_only_built=True,
                       lock="is a designated initialiser of a class or an actor"),
    "enumerating": Kind("initialiser of an enumeration", "init({n} a: Int)", "a",
                        "{T}({n}: 3).code", around="self = " + CLOSED
                        + " % 2 == 0 ? .red : .green", types=(ENUM,)),
    "override": Kind("override that calls `super`", "override func {n}(_ a: Int) -> Int", "b",
                     "{on}.{n}(3)", ("let b = super.{n}(a)",), types=(SUB,), is_only_built=True),
    "override property": Kind(
        "override of a property", "override var {n}: Int", "b", "{on}.{n}",
        ("let b = super.{n}",), types=(SUB,), is_only_built=True),
    "default": Kind("default of a protocol", "func {n}(_ a: Int) -> Int", "count &+ a",
                    "{on}.{n}(3)", types=(NAMING,), is_only_built=True),
    "static default": Kind("static default of a protocol", "static func {n}() -> Int", "2",
                           "type(of: {on}).{n}()", types=(NAMING,), is_only_built=True),
    "generic method": Kind("generic method of a generic type",
                           "func {n}<Other>(_ a: Other{more}) -> Int", "\"\\(value)\\(a)\".count",
                           "{on}.{n}(\"b\"{args})", types=(GENERIC,)),
    "observed": Kind("observers of a stored property", "var {n}: Int = 0", "3",
                     "{{ () -> Int in {on}.{n} = 3; return notes[\"{n}\", default: 0] }}()",
                     around="didSet {{ _ = note(\"{n}\", " + CLOSED + ") }}",
                     types=(STRUCT, CLASS), is_only_built=True),
    "untyped": Kind("observers of a property without a written type", "var {n} = 0", "3",
                    "{{ () -> Int in {on}.{n} = 3; return notes[\"{n}\", default: 0] }}()",
                    around="didSet {{ _ = note(\"{n}\", " + CLOSED + ") }}",
                    types=(STRUCT,), is_only_built=True,
                    lock="has no type written beside it"),
    "capping": Kind("observer that sets what it observes", "var {n}: Int = 0", "3",
                    "{{ () -> Int in {on}.{n} = 3; return {on}.{n} }}()",
                    around="didSet {{ {n} = " + CLOSED + " }}",
                    types=(STRUCT,), is_only_built=True, lock="sets itself in its observer"),
    "deinit": Kind("`deinit`", "deinit", "3",
                   "{{ () -> Int in _ = {T}(count: 1); return notes[\"{n}\", default: 0] }}()",
                   around="_ = note(\"{n}\", " + CLOSED + ")", types=(CLASS,),
                   is_only_built=True, lock="can't be replaced, as the language has it"),
}

# Declarations in whose bodies no type can be declared.
GENERIC_KINDS = ("generic", "pack", "some", "generic method")
GENERIC_TYPES = (GENERIC, ARRAY, NAMING)

# The type's text, with {members}; an Int of `self`, and an instance.
TYPES = {
    STRUCT: ("struct {T} {{\n  var count = 3\n  var spare = 1\n"
             "  init(count: Int) {{ self.count = count }}\n{members}}}\n"
             "typealias Other{T} = {T}\n"
             "nonisolated(unsafe) var {t} = {T}(count: 5)", "count", "{t}"),
    CLASS: ("class {T} {{\n  var count: Int\n  init(count: Int) {{ self.count = count }}\n"
            "{members}}}\nnonisolated(unsafe) let {t} = {T}(count: 4)", "count", "{t}"),
    SUB: ("final class {T}: {base} {{\n{members}}}\nnonisolated(unsafe) let {t} = {T}(count: 6)",
          "count", "{t}"),
    ENUM: ("enum {T}: Int {{\n  case red = 1, green = 2{cases}\n"
           "  var code: Int {{ self == .red ? 1 : 2 }}\n{members}}}", "code", "{T}.green"),
    ACTOR: ("actor {T} {{\n  var count = 2\n{members}}}\nlet {t} = {T}()", "count", "await {t}"),
    GENERIC: ("struct {T}<Value> {{\n  var value: Value\n{members}}}", "\"\\(value)\".count",
              "{T}(value: 12)"),
    NESTED: ("enum Outer{T} {{\n  struct {T} {{\n    var count = 8\n{members}  }}\n}}\n"
             "typealias {T} = Outer{T}.{T}", "count", "{T}()"),
    UNIQUE: ("struct {T}: ~Copyable {{\n  var count = 9\n{members}}}", "count", "{T}()"),
    NAMING: ("protocol {T} {{\n  var count: Int {{ get }}\n{requirements}}}\n"
             "extension {T} {{\n{members}}}\nstruct {T}Own: {T} {{\n  var count = 7\n}}",
             "count", "({T}Own() as any {T})"),
    PRIVATE: ("private struct {T} {{\n  var count = 6\n{members}}}", "count", "{T}()"),
    INT: ("extension Int {{\n{members}}}", "self", "6"),
    ARRAY: ("extension Array where Element == Int {{\n{members}}}", "count", "[1, 2, 3]"),
    DESK: ("@MainActor final class {T} {{\n  var count = 4\n{members}}}\n"
           "@MainActor let {t} = {T}()", "count", "await {t}"),
    MODEL: ("@Observable final class {T} {{\n  var count = 4\n{members}}}\n"
            "nonisolated(unsafe) let {t} = {T}()", "count", "{t}"),
}
STATEFUL = (STRUCT, CLASS, MODEL)
# Those that are made with a number.
COUNTED = (STRUCT, CLASS, SUB)
ROWS = {NESTED: "member of a nested type", UNIQUE: "member of a noncopyable type",
        ENUM: "member of an enumeration", GENERIC: "member of a generic type",
        INT: "extension of another module's type", ARRAY: "extension with constraints",
        DESK: "class on the main actor", MODEL: "class with a macro", ACTOR: "method of an actor"}


def row(kind, type_kind):
    """The row of the table for another body of a declaration."""
    if type_kind in ROWS and kind in ("method", "computed", "subscript", "static", "property"):
        return ROWS[type_kind]
    return KINDS[kind].row.format(type="class" if type_kind == SUB else type_kind)
