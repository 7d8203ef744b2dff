// SPDX-License-Identifier: Apache-2.0

/// Something of each kind that a replacement is tried for, and what it answers.
@MainActor public func answers() async -> [(kind: String, answer: String)] {
  var cart = Cart(items: [1, 2])
  cart.add(3)
  cart.count = 5
  let sub = Sub(size: 1)
  var number = 0
  add(to: &number)
  var board = Board()
  board[7] = 1
  let parts: [(String, Any)] = [
    ("function", global()), ("method", cart.total()), ("mutating", cart.items),
    ("static", Cart.fixed()), ("computed", cart.first), ("setter", board.last),
    ("observer", cart.noted), ("subscript", board[2]), ("operator", (cart + cart)),
    ("initialiser", cart.rate), ("delegating", Cart(one: 1).items),
    ("failable", Cart(checked: 4)?.rate ?? 0), ("class", Base(size: 2).hello()),
    ("override", sub.hello()), ("class method", Sub.kind()), ("convenience", Base(twice: 2).size),
    ("actor", await Bank().deposit(2)), ("enumeration", Color.red.next),
    ("nested", Color.Shade().depth()), ("private", callsPrivate()), ("fileprivate", hidden()),
    ("extension", 3.tripled()), ("constrained", [1].summed()), ("generic", generic(1)),
    ("generic type", Box(value: 1).show()), ("default", cart.named()),
    ("async", await later()), ("throws", (try? failing()) ?? 0), ("typed", (try? typed()) ?? 0),
    ("isolated", isolated()), ("recursive", power(3)), ("variadic", several(1, 2)),
    ("inout", number), ("pack", packed(1, "a")), ("borrowing", Unique(value: 1).look()),
    ("builder", built()), ("condition", conditional()), ("place", place()),
    ("recursive property", Tree(depth: 3).height), ("global property", globalProperty),
    ("rethrows", twice { $0 }), ("static property", Board.width), ("override property", sub.weight),
    ("some", described(3)), ("async property", await Bank().rest),
    ("throwing property", (try? Cart.risky) ?? 0), ("closure", [1].map(adding())[0]),
    ("extension initialiser", Cart(doubling: 3).items), ("enumeration initialiser", Color(3).next),
    ("generic method", Box(value: 1).with("a")), ("static default", Cart.origin()),
    ("nonisolated", Bank().name), ("main type", Desk().drawers), ("available", recent()),
    ("opaque", "\(opaque())"), ("inlinable", inlinable()), ("lasting", lasting),
    ("designated", Base(size: 3).size), ("plain", Plain().value),
    ("setting", Setting(value: 3).seen), ("padded", padded()), ("raw value", Size.small.rawValue),
    ("self", Cart.ninth()), ("alias", trolley()), ("heir", Sub(thrice: 1).size),
    ("backticks", repeated()), ("own name", "\(opaquely())"), ("wrapper", Limited().value),
  ]
  return parts.map { ($0.0, "\($0.1)") }
}

func global() -> Int { 101 }

struct Cart {
  var items: [Int]
  var rate = 102
  var noted = 0
  var count: Int = 0 { didSet { noted = count + 103 } }
  init(items: [Int]) { self.items = items }
  init(one: Int) { self.init(items: [one, 104]) }
  init?(checked: Int) {
    guard checked > 3 else { return nil }
    items = []
    rate = checked + 105
  }
  func total() -> Int { items.count + 106 }
  mutating func add(_ item: Int) { items.append(item + 107) }
  static func fixed() -> Int { 108 }
  var first: Int { (items.first ?? 0) + 109 }
  static func + (left: Cart, right: Cart) -> Int { left.items.count + right.items.count + 110 }
}

struct Board {
  private var cells: [Int: Int] = [:]
  var last: Int {
    get { cells[99] ?? 0 }
    set { cells[99] = newValue + 111 }
  }
  subscript(index: Int) -> Int {
    get { index == 0 ? 112 : self[index - 1] + 1 }
    set { last = newValue }
  }
}

class Base {
  let size: Int
  init(size: Int) { self.size = size + 113 }
  convenience init(twice: Int) { self.init(size: twice * 2 + 114) }
  func hello() -> Int { size + 115 }
  var weight: Int { 0 }
  class func kind() -> Int { 116 }
  deinit { freed += 117 }
}

final class Sub: Base {
  override func hello() -> Int { super.hello() + 118 }
  override var weight: Int { super.weight + 151 }
  override class func kind() -> Int { super.kind() + 119 }
}

nonisolated(unsafe) private var freed = 0

actor Bank {
  private var amount = 0
  func deposit(_ more: Int) -> Int {
    amount += more
    return amount + 120
  }
}

enum Color {
  case red, green
  var next: Int { self == .red ? 121 : 0 }
  struct Shade {
    func depth() -> Int { 122 }
  }
}

private func secret() -> Int { 123 }
func callsPrivate() -> Int { secret() }
private struct Hidden {
  fileprivate func answer() -> Int { 124 }
}
func hidden() -> Int { Hidden().answer() }

extension Int {
  func tripled() -> Int { self * 3 + 125 }
}
extension Array where Element == Int {
  func summed() -> Int { reduce(0, +) + 126 }
}

func generic<T: CustomStringConvertible>(_ value: T) -> String { "\(value) 127" }
struct Box<Value> {
  var value: Value
  func show() -> String { "\(value) 128" }
}

protocol Naming {
  func named() -> Int
}
extension Naming {
  func named() -> Int { 129 }
}
extension Cart: Naming {}

struct Failure: Error {}
func later() async -> Int { 130 }
func failing() throws -> Int { 131 }
func typed() throws(Failure) -> Int { 132 }
@MainActor func isolated() -> Int { 133 }
func power(_ exponent: Int) -> Int { exponent == 0 ? 134 : 2 * power(exponent - 1) }
func several(_ numbers: Int...) -> Int { numbers.count + 135 }
func add(to number: inout Int) { number += 136 }
func packed<each T>(_ value: repeat each T) -> Int { 137 }
struct Unique: ~Copyable {
  var value: Int
  borrowing func look() -> Int { value + 138 }
}
@resultBuilder enum Sum {
  static func buildBlock(_ numbers: Int...) -> Int { numbers.reduce(0, +) }
}
@Sum func built() -> Int {
  1
  139
}
#if os(Linux)
  func conditional() -> Int { 140 }
#else
  func conditional() -> Int { 0 }
#endif
func place() -> String {
  "141 \(#fileID):\(#line) \(#function)"
}
struct Tree {
  var depth: Int
  var height: Int { depth == 0 ? 142 : Tree(depth: depth - 1).height + 1 }
}
var globalProperty: Int { 143 }

func opaque() -> some CustomStringConvertible { calledByOpaque() }
@inlinable public func inlinable() -> Int { 145 }
nonisolated(unsafe) var lasting = 146
struct Plain {
  var value: Int
  init() { value = 147 }
}
struct Setting {
  var seen = 0
  var other = 0 { didSet { seen = value } }
  var value: Int { didSet { if value > 148 { value = 148 } } }
  init(value: Int) { self.value = value }
}

func twice(_ body: (Int) throws -> Int) rethrows -> Int { try body(body(149)) }
extension Board {
  static var width: Int { 150 }
}
func described(_ value: some CustomStringConvertible) -> String { "\(value) 152" }
extension Bank {
  var rest: Int { get async { 153 } }
  nonisolated var name: Int { 154 }
}
extension Cart {
  static var risky: Int { get throws { 155 } }
  init(doubling: Int) { self.init(items: [doubling * 2 + 156]) }
}
func adding() -> (Int) -> Int {
  let more = 157
  return { $0 + more }
}
extension Color {
  init(_ number: Int) { self = number > 158 ? .red : .green }
}
extension Box {
  func with<Other>(_ other: Other) -> String { "\(value) \(other) 159" }
}
extension Naming {
  static func origin() -> Int { 160 }
}
@MainActor final class Desk {
  private var count = 1
  var drawers: Int { count + 161 }
}
@available(macOS 10, *)
func recent() -> Int { 162 }
func padded(_ width: Int = 163) -> Int { width }
enum Size: Int {
  case small = 164
}
class Counted {
  var sum = 0
}
final class Late: Counted {
}

func calledByOpaque() -> Int { 144 }

// What is called in other words than by its name.
extension Cart {
  init(times: Int, factor: Int = 165) { self.init(items: [times * factor]) }
  static func ninth() -> [Int] { Self(times: 1).items }
  static func `repeat`(_ count: Int = 166) -> Int { count }
}
typealias Trolley = Cart
func trolley() -> [Int] { Trolley(times: 1).items }
extension Base {
  convenience init(thrice: Int, more: Int = 167) { self.init(size: thrice * 3 + more) }
}
func repeated() -> Int { Cart.repeat() }
func shown(_ a: Int) -> Int { a + 168 }
func opaquely() -> some CustomStringConvertible { shown(1) }
@propertyWrapper struct Raised {
  var wrappedValue: Int
  init(wrappedValue: Int, by more: Int = 169) { self.wrappedValue = wrappedValue + more }
}
struct Limited {
  @Raised var value = 3
}
// Another type's initialiser with a label of one of a structure.
class Ticker {
  let times: Int
  init(times: Int, step: Int = 170) { self.times = times * step }
}
final class Clock: Ticker {
  override init(times: Int, step: Int) { super.init(times: times) }
}

/// A value that names a type, and calls one of its initialisers.
let kept = Cart(items: [])
