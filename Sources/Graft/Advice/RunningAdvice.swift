// SPDX-License-Identifier: Apache-2.0

/// An entry in a link's list of advice.
struct RunningAdvice: @unchecked Sendable {
  /// The body's form, or `once`.
  let form: AdviceForm
  /// The body.
  private let object: Unmanaged<AnyObject>

  init(_ body: AdviceBody) {
    form = body.once == nil ? body.form : .once
    object = .passUnretained(body)
  }

  /// The mark behind the last advice.
  static let end = RunningAdvice(AdviceBody(.end, .around))

  /// The entries of a link that has no advice.
  nonisolated(unsafe) static let none: UnsafePointer<RunningAdvice> = {
    let entries = UnsafeMutablePointer<RunningAdvice>.allocate(capacity: 1)
    entries.initialize(to: .end)
    return unsafe UnsafePointer(entries)
  }()

  /// The body, which lives until the call has left its link.
  ///
  /// - Parameter type: the class of all bodies of its form.
  @inline(__always)
  func body<Body: AdviceBody>(ofForm type: Body.Type) -> Unmanaged<Body> {
    unsafe Unmanaged.fromOpaque(object.toOpaque())
  }

  /// Whether its closures have some types.
  @inline(__always)
  func has(_ types: BodyTypes) -> Bool {
    unsafe body(ofForm: AdviceBody.self)._withUnsafeGuaranteedRef { $0.types == types }
  }

  /// The closures of a class whose types were compared with those of the body.
  ///
  /// - Parameter type: the only class of closures with these types.
  @inline(__always)
  func compared<Body: AdviceBody>(_ type: Body.Type) -> Unmanaged<Body> {
    unsafe Unmanaged.fromOpaque(object.toOpaque())
  }

  /// The body of a class with the call's types of arguments and output; ends the process if it is
  /// of another.
  ///
  /// - Parameter needed: the types of the call in words.
  func closures<Body: AdviceBody>(_ type: Body.Type, needed: @autoclosure () -> String) -> Body {
    let body = unsafe body(ofForm: AdviceBody.self).takeUnretainedValue()
    if let body = body as? Body { return body }
    fatalError(
      "Graft: an advice for calls of \(body.typesInWords) is in front of calls of \(needed()): "
        + "build the protocol and its callers with the same Graft")
  }
}

/// The advice of a link, the outermost first.
///
/// It never changes: a link gets a new list.
final class RunningAdviceList: @unchecked Sendable {
  /// Entries that end with `RunningAdvice.end`.
  let first: UnsafePointer<RunningAdvice>
  /// The advice of the entries, which keeps the bodies alive.
  let advice: [LinkedAdvice]

  init(_ advice: [LinkedAdvice]) {
    self.advice = advice
    let entries = UnsafeMutablePointer<RunningAdvice>.allocate(capacity: advice.count + 1)
    for (index, linked) in advice.enumerated() {
      (entries + index).initialize(to: RunningAdvice(linked.body))
    }
    (entries + advice.count).initialize(to: .end)
    first = UnsafePointer(entries)
  }

  deinit { first.deallocate() }
}

/// An advice that a link runs.
struct LinkedAdvice {
  /// The number of an installed advice; else 0.
  var id: UInt64 = 0
  let body: AdviceBody
}

/// Lets an advice run in one call only.
final class OnceAdvice: Sendable {
  private let hasRun = SharedWord(allocated: 0)
  /// Removes the advice.
  private let close: @Sendable () -> Void

  init(close: @escaping @Sendable () -> Void) {
    self.close = close
  }

  deinit { hasRun.deallocate() }

  /// Returns true for the first call.
  ///
  /// The body lives until that call has left it.
  func admit() -> Bool {
    guard hasRun.exchange(1) == 0 else { return false }
    close()
    return true
  }
}

extension RunningAdvice {
  /// The form in which this call runs it; nil if it does not.
  var admittedForm: AdviceForm? {
    guard form == .once else { return form }
    return unsafe body(ofForm: AdviceBody.self)._withUnsafeGuaranteedRef { body in
      body.once!.admit() ? body.form : nil
    }
  }
}
