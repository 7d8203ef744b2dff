# SPDX-License-Identifier: Apache-2.0
"""Random bodies of functions: each gives an Int, made from another one."""
import dataclasses
import re

# Each form is a body in which `x` is an Int; {p} and {q} are numbers; at {r} more is added.
FORMS = {
    "sum": ["return x &* {p} &+ {q}{r}"],
    "closure": ["let more = {p}", "return [x, {q}].map {{ $0 &+ more }}.reduce(0, &+){r}"],
    "nested function": [
        "func inner(_ y: Int) -> Int {{ y &* {p} &+ x }}", "return inner({q}){r}"],
    "nested generic function": [
        "func size<Sized>(_ value: Sized, _ end: Int) -> Int {{",
        "  \"\\(value)\".count &+ end", "}}",
        "return size(x, {p}) &+ size(\"{q}\", 1){r}"],
    "local type": [
        "struct Local {{", "  var value = {p}", "  func sum(_ y: Int) -> Int {{ value &* y }}",
        "}}",
        "return Local().sum(x) &+ {q}{r}"],
    "local observer": [
        "var seen = {p}", "var value = x {{ didSet {{ seen &+= oldValue &+ {q} }} }}",
        "value = {p}", "return seen &+ value{r}"],
    "local wrapper": [
        "@propertyWrapper struct Twice {{", "  var wrappedValue: Int",
        "  init(wrappedValue: Int) {{ self.wrappedValue = wrappedValue &* {p} }}", "}}",
        "@Twice var value = {q}", "return value &+ x{r}"],
    "condition": [
        "#if DEBUG", "  let known = {p}", "#else", "  let known = {q}", "#endif",
        "return known &+ x{r}"],
    "switch": ["switch x % 3 {{", "case 0: return {p}{r}", "case 1: return {q}{r}",
               "default: return x &+ {p}{r}", "}}"],
    "if expression": ["let value = if x > {p} {{ x &- {q} }} else {{ x &+ {q} }}",
                      "return value{r}"],
    "guard": ["guard x > {p} else {{ return {q}{r} }}", "defer {{ _ = x }}", "return x &+ {p}{r}"],
    "loop": ["var sum = {q}", "for number in 0..<4 where number != 2 {{ sum &+= number &* {p} }}",
             "return sum &+ x{r}"],
    "text": ["let text = \"\\(x):{p} \\({q})\"", "return text.count &+ {p}{r}"],
    "place": ["let line = #line", "let name: String = #function", "let file: String = #fileID",
              "let lines = #line - line", "return name.count &+ file.count &* lines &+ x{r}"],
    "nested place": [
        "func inner(_ y: Int) -> Int {{", "  let name: String = #function",
        "  return name.count &+ y",
        "}}", "var value: String {{ #function }}", "return inner(x) &+ value.count &+ {p}{r}"],
    "throwing closure": [
        "let tried = {{ (y: Int) throws(Failure) -> Int in",
        "  if y % 2 == 0 {{ throw Failure() }}", "  return y", "}}",
        "do {{ return try tried(x) &+ {p}{r} }} catch {{ return {q} }}"],
    "key path": ["let path: KeyPath<[Int], Int> = \\.count",
                 "return [x, {p}][keyPath: path] &+ {q}{r}"],
}

# Those that declare types.
TYPED = ("local type", "local wrapper")


@dataclasses.dataclass
class Body:
    form: str
    p: int
    q: int
    called: tuple = ()  # the identifiers of declarations that it calls
    notes: bool = False  # whether it changes the program's state

    def lines(self, start, name, program, before=()):
        """Statements; `start` is the Int that it begins with."""
        terms = [program.call(each) for each in self.called]
        if self.notes:
            terms.append(f"note(\"{name}\", {self.p})")

        def line(text):
            # The compiler takes long for long chains of operators.
            def summed(match):
                added = ", ".join([match[1], *terms])
                return f"return total({added})" if terms else f"return {match[1]}"
            return re.sub(r"return (.*?)<more>", summed,
                          text.format(p=self.p, q=self.q, r="<more>"))
        if self.form == "sum" and not before:
            start = f"({start})" if " " in start else start
            text = line("return <start> &* {p} &+ {q}{r}").removeprefix("return ")
            return [text.replace("<start>", start)]
        return [*before, f"let x = {start}", *(line(each) for each in FORMS[self.form])]


def random_body(
        rng, callable_ones=(), can_note=True, is_plain=False, is_generic=False, form=""):
    called = rng.sample(list(callable_ones), min(len(callable_ones), rng.choice((0, 1, 1, 2))))
    forms = [form for form in FORMS if not (is_generic and form in TYPED)]
    form = "sum" if is_plain else form or rng.choice(["sum"] * 4 + forms)
    return Body(form, rng.randrange(2, 97), rng.randrange(2, 97), tuple(called),
                can_note and rng.random() < 0.2)
