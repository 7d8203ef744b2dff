// SPDX-License-Identifier: Apache-2.0

/// What an access orders, as C11 has it.
enum Order: Hashable {
  case relaxed, acquire, release, acquireRelease

  var acquires: Bool { self == .acquire || self == .acquireRelease }
  var releases: Bool { self == .release || self == .acquireRelease }

  /// As documentation has it.
  var words: String { self == .acquireRelease ? "acquire and release" : "\(self)" }

  /// Every order that says a little less.
  var weaker: [Order] {
    switch self {
    case .relaxed: []
    case .acquire, .release: [.relaxed]
    case .acquireRelease: [.acquire, .release]
    }
  }
}

/// Memory as threads of a weakly ordered machine see it: a store lies in a location's history
/// at once, but a thread may go on reading older values until it knows of that store. It does
/// when it has read it, or acquired what somebody released who knew.
///
/// That is the view-based reading of C11 without loads that see the future. The stores of a
/// location come into its history in the order in which they are made: true of all locations
/// here, which are written by one thread, under a lock, or by changes of what is there.
struct WeakMemory: Hashable {
  /// For each location the place in its history before which nothing is read any more, and
  /// behind those, for each thread, how much of what it did to objects is known to be over.
  struct View: Hashable {
    fileprivate var places: [UInt8]

    init(count: Int) { places = Array(repeating: 0, count: count) }

    subscript(index: Int) -> UInt8 {
      get { places[index] }
      set { places[index] = max(places[index], newValue) }
    }

    mutating func join(_ other: View) {
      for index in places.indices { self[index] = other.places[index] }
    }
  }

  private struct Message: Hashable {
    let value: Int
    /// What they come to know who acquire it.
    let view: View
  }

  private var histories: [[Message]]
  private let emptyView: View

  init(_ values: [Int], viewCount: Int) {
    emptyView = View(count: viewCount)
    histories = values.map { [Message(value: $0, view: View(count: viewCount))] }
  }

  /// What a thread may read.
  func choices(_ location: Int, _ view: View) -> ClosedRange<Int> {
    Int(view[location])...histories[location].count - 1
  }

  func read(_ location: Int, _ choice: Int, _ order: Order, _ view: inout View) -> Int {
    let message = histories[location][choice]
    view[location] = UInt8(choice)
    if order.acquires { view.join(message.view) }
    return message.value
  }

  mutating func write(_ location: Int, _ value: Int, _ order: Order, _ view: inout View) {
    append(location, value, order, after: emptyView, &view)
  }

  /// Reads the last value and writes the next one: whoever acquires that acquires what was
  /// released before, too.
  mutating func change(
    _ location: Int, _ order: Order, _ view: inout View, _ change: (Int) -> Int
  ) -> Int {
    let last = histories[location].count - 1
    let before = histories[location][last].view
    let value = read(location, last, order, &view)
    append(location, change(value), order, after: before, &view)
    return value
  }

  private mutating func append(
    _ location: Int, _ value: Int, _ order: Order, after before: View, _ view: inout View
  ) {
    view[location] = UInt8(histories[location].count)
    var released = before
    if order.releases { released.join(view) }
    released[location] = view[location]
    histories[location].append(Message(value: value, view: released))
  }

  /// The last value: for checks at the end.
  func last(_ location: Int) -> Int { histories[location].last!.value }
}
