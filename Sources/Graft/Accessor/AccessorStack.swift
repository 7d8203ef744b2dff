// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// An accessor that this thread is asking, in a list with the newest first.
///
/// An accessor that needs its own answer would recur for ever.
struct AccessorStack {
  private let record: RecordID
  /// The base class; nil while a pointcut's object is made.
  private let base: ObjectIdentifier?
  private let previous: UnsafeRawPointer?

  /// Asks an accessor.
  ///
  /// Ends the process if this thread is already asking it the same question.
  static func asking<Answer>(
    _ record: ExtensionRecord, for base: (any ExtensionBase.Type)?, _ ask: () -> Answer
  ) -> Answer {
    let previous = graft_exchange_asked(nil)
    defer { _ = graft_exchange_asked(previous) }
    let asked = AccessorStack(
      record: record.id, base: base.map { ObjectIdentifier($0) }, previous: previous)
    if asked.isUnderWay { stop(at: record.registered, base) }
    return withUnsafePointer(to: asked) { asked in
      _ = graft_exchange_asked(asked)
      return ask()
    }
  }

  private var isUnderWay: Bool {
    var next = previous
    while let address = next {
      let other = address.load(as: AccessorStack.self)
      if (other.record, other.base) == (record, base) { return true }
      next = other.previous
    }
    return false
  }

  private static func stop(
    at registered: RegisteredExtension, _ base: (any ExtensionBase.Type)?
  ) -> Never {
    guard let base else {
      fatalError(
        """

        Graft: \(registered) is made at the first call that it is advice for, and making it \
        makes such a call. Let no initialiser or stored constant of it call what it advises.
        """)
    }
    fatalError(
      """

      Graft: applies(to:) of \(registered) calls a requirement of \
      \(base.extensibleProtocol.name), directly or not, that can't be answered for \
      \(base.subjectName) before applies(to:) has returned. \
      Let it look at the type alone.
      """)
  }
}
