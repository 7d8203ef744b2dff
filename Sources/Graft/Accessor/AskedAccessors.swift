// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// The accessors that this thread is asking at this moment, the last one first. Where one
/// is asked what it is being asked already, it would be for ever.
struct AskedAccessors {
  private let record: RecordID
  /// Nil where it is asked for the object of a pointcut.
  private let base: ObjectIdentifier?
  private let previous: UnsafeRawPointer?

  /// Asks, unless that is under way on this thread.
  static func asking<Answer>(
    _ record: ExtensionRecord, for base: (any ExtensionBase.Type)?, _ ask: () -> Answer
  ) -> Answer {
    let previous = graft_exchange_asked(nil)
    defer { _ = graft_exchange_asked(previous) }
    let asked = AskedAccessors(
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
      let other = address.load(as: AskedAccessors.self)
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
      \(SwiftRuntime.name(of: base.subject, isQualified: false)) before applies(to:) has returned. \
      Let it look at the type alone.
      """)
  }
}

/// The images whose Swift runtime is Graft's own, as one of their accessors has shown: a cast in
/// its code has found what Graft's table of conformances has. Which copy of the runtime a cast
/// asks is the same for all code of an image; an accessor can be in another than its record, and
/// then `ExtensionAccessor` still tells whether it shares the runtime.
enum SharedRuntime {
  /// By the loader's entries, which are never freed.
  private static let images = Guarded(KeyTable<UInt, Void>())

  static func isKnown(of record: ExtensionRecord) -> Bool {
    images.withLock { $0[record.loaderEntry] != nil }
  }

  static func note(_ record: ExtensionRecord) {
    images.withLock { $0[record.loaderEntry] = () }
  }
}
