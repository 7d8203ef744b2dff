// SPDX-License-Identifier: Apache-2.0

import CourierProtocols
import Glibc
import GraftCourier
import Testing

/// A receiver that does something while it is called.
private final class Acting: ScrollDelegate {
  let name: String
  let log: Log
  var action: () -> Void = {}
  var farewell: () -> Void = {}

  init(_ name: String, _ log: Log) { (self.name, self.log) = (name, log) }
  deinit { farewell() }

  var isZoomable: Bool { true }
  func didScroll(to offset: Int) {
    log.lines.append("\(name) \(offset)")
    action()
  }
}

@Suite("Receivers that change during a delivery")
struct ChangeTests {
  private let log = Log()
  private let courier = ScrollDelegateCourier()

  @Test("One that is added is called from the next call on")
  func added() throws {
    let (first, second) = (Acting("first", log), Acting("second", log))
    try courier.receivers.add(first)
    first.action = { [courier] in _ = try? courier.receivers.add(second) }
    courier.didScroll(to: 1)
    courier.didScroll(to: 2)
    #expect(log.lines == ["first 1", "first 2", "second 2"])
  }

  @Test("One that is removed is called for the last time by this call")
  func removed() throws {
    let (first, second) = (Acting("first", log), Acting("second", log))
    try courier.receivers.add(first)
    try courier.receivers.add(second, .strongly)
    first.action = { [courier] in courier.receivers.remove(second) }
    courier.didScroll(to: 1)
    courier.didScroll(to: 2)
    #expect(log.lines == ["first 1", "second 1", "first 2"])
  }

  @Test("What a policy captured can use the courier when it is released")
  func policy() throws {
    final class Asking: @unchecked Sendable {
      let courier: ScrollDelegateCourier
      init(_ courier: ScrollDelegateCourier) { self.courier = courier }
      deinit { courier.receivers.policy.requiresReceivers = true }
    }
    // The cached list that calls read gets the policy too, with and without a
    // call before.
    for isCalled in [false, true] {
      let (courier, other) = (ScrollDelegateCourier(), ScrollDelegateCourier())
      let requirement = ScrollDelegateCourier.isZoomable
      courier.receivers.setPolicy(
        .reduced { [asking = Asking(other)] first, _ in
          first && asking.courier.receivers.all.isEmpty
        }, for: requirement)
      let receiver = Acting("only", log)
      try courier.receivers.add(receiver)
      if isCalled { #expect(courier.isZoomable) }
      courier.receivers.setPolicy(nil, for: requirement)
      #expect(other.receivers.policy.requiresReceivers)
    }
  }

  @Test("One that removes itself lives until its call returns")
  func removesItself() throws {
    weak var observed: Acting?
    do {
      let receiver = Acting("only", log)
      observed = receiver
      try courier.receivers.add(receiver, .strongly)
      receiver.action = { [courier, unowned receiver] in courier.receivers.remove(receiver) }
    }
    courier.didScroll(to: 1)
    #expect(observed == nil)
    courier.didScroll(to: 2)
    #expect(log.lines == ["only 1"])
  }

  // The cached list that calls read gets the receiver too, with and without a
  // call before.
  @Test("A deinitialiser can use the courier", arguments: [false, true])
  func deinitialiser(isCalled: Bool) throws {
    let other = Acting("other", log)
    do {
      let receiver = Acting("mortal", log)
      try courier.receivers.add(receiver, .strongly)
      receiver.farewell = { [courier] in _ = try? courier.receivers.add(other) }
      if isCalled { courier.didScroll(to: 1) }
    }
    courier.receivers.removeAll()
    courier.didScroll(to: 2)
    #expect(log.lines == (isCalled ? ["mortal 1"] : []) + ["other 2"])
  }

  @Test("A courier that is given up by a receiver ends its call")
  func givenUp() throws {
    let box = Box(ScrollDelegateCourier())
    let (first, second) = (Acting("first", log), Acting("second", log))
    first.action = { box.courier = nil }
    try box.courier!.receivers.add(first)
    try box.courier!.receivers.add(second, .strongly)
    box.scroll(to: 1)
    #expect(box.courier == nil)
    #expect(log.lines == ["first 1", "second 1"])
  }

  private final class Box {
    var courier: ScrollDelegateCourier?

    init(_ courier: ScrollDelegateCourier) { self.courier = courier }

    func scroll(to offset: Int) { courier?.didScroll(to: offset) }
  }

  @Test("A receiver can call the courier again, also deeper than a slot counts")
  func recursion() throws {
    let receiver = Acting("deep", log)
    let depth = 40_000
    let thread = Deep(courier, receiver, depth)
    #expect(thread.run() == depth)
    courier.receivers.removeAll()
    courier.didScroll(to: 0)
    #expect(log.lines.count == depth)
  }

  /// Runs on a stack that is large enough.
  private final class Deep: @unchecked Sendable {
    private let courier: ScrollDelegateCourier
    private var depth = 0

    init(_ courier: ScrollDelegateCourier, _ receiver: Acting, _ limit: Int) {
      self.courier = courier
      try! courier.receivers.add(receiver, .strongly)
      receiver.action = { [unowned self] in
        depth += 1
        if depth < limit { courier.didScroll(to: depth) }
      }
    }

    func run() -> Int {
      var attributes = pthread_attr_t()
      pthread_attr_init(&attributes)
      defer { pthread_attr_destroy(&attributes) }
      pthread_attr_setstacksize(&attributes, 1 << 28)
      var thread = pthread_t()
      let started = pthread_create(
        &thread, &attributes,
        { context in
          Unmanaged<Deep>.fromOpaque(context!).takeUnretainedValue().courier.didScroll(to: 0)
          return nil
        }, Unmanaged.passUnretained(self).toOpaque())
      precondition(started == 0, String(cString: strerror(started)))
      pthread_join(thread, nil)
      return depth
    }
  }
}
