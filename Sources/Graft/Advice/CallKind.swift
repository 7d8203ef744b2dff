// SPDX-License-Identifier: Apache-2.0

/// The way in which calls pass the subject to advice: as a value, as a reference to it, or erased.
protocol CallKind {
  /// The conforming type, or its metatype.
  associatedtype Subject
  /// The type that closures take.
  associatedtype Receiver

  static func subject(_ receiver: Receiver) -> Subject

  /// Stores another subject, if calls of this kind can change it.
  static func change(_ receiver: Receiver, to subject: @autoclosure () -> Subject)

  /// Lends a subject to a closure as a receiver.
  static func lend<Output: ~Copyable>(
    _ subject: inout Subject, _ body: (Receiver) throws -> Output
  ) throws -> Output

  /// Lends a subject to an `async` closure as a receiver.
  nonisolated(nonsending) static func lend<Output: ~Copyable>(
    _ subject: inout Subject, _ body: nonisolated(nonsending) (Receiver) async throws -> Output
  ) async throws -> Output
}

extension CallKind {
  /// The address of a subject that is an object.
  static func object(_ receiver: Receiver) -> UInt {
    UInt(bitPattern: ObjectIdentifier(subject(receiver) as AnyObject))
  }
}

/// Calls that do not change their subject.
enum PlainCall<Subject>: CallKind {
  typealias Receiver = Subject

  static func subject(_ subject: Subject) -> Subject { subject }

  static func change(_ subject: Subject, to other: @autoclosure () -> Subject) {}

  static func lend<Output: ~Copyable>(
    _ subject: inout Subject, _ body: (Subject) throws -> Output
  ) throws -> Output { try body(subject) }

  nonisolated(nonsending) static func lend<Output: ~Copyable>(
    _ subject: inout Subject, _ body: nonisolated(nonsending) (Subject) async throws -> Output
  ) async throws -> Output { try await body(subject) }
}

/// Calls that change their subject.
enum ChangingCall<Subject>: CallKind {
  typealias Receiver = GeneratedCode.InoutReference<Subject>

  static func subject(_ reference: Receiver) -> Subject { reference.pointee }

  static func change(_ reference: Receiver, to subject: @autoclosure () -> Subject) {
    reference.pointee = subject()
  }

  static func lend<Output: ~Copyable>(
    _ subject: inout Subject, _ body: (Receiver) throws -> Output
  ) throws -> Output { try GeneratedCode.withReference(to: &subject) { try body($0) } }

  nonisolated(nonsending) static func lend<Output: ~Copyable>(
    _ subject: inout Subject, _ body: nonisolated(nonsending) (Receiver) async throws -> Output
  ) async throws -> Output {
    try await GeneratedCode.withReference(toCopy: &subject) { try await body($0) }
  }
}

/// Calls on a global actor, whose closures can't be converted: they take the subject erased.
enum ErasedCall<Subject>: CallKind {
  typealias Receiver = GeneratedCode.ErasedSubject

  static func subject(_ erased: Receiver) -> Subject { erased.value() }

  static func change(_ erased: Receiver, to subject: @autoclosure () -> Subject) {}

  static func lend<Output: ~Copyable>(
    _ subject: inout Subject, _ body: (Receiver) throws -> Output
  ) throws -> Output { try body(Receiver(subject)) }

  nonisolated(nonsending) static func lend<Output: ~Copyable>(
    _ subject: inout Subject, _ body: nonisolated(nonsending) (Receiver) async throws -> Output
  ) async throws -> Output { try await body(Receiver(subject)) }
}

extension GeneratedCode {
  /// A subject whose type only its users know.
  public struct ErasedSubject {
    private let subject: Any

    init(_ subject: Any) {
      self.subject = subject
    }

    /// The subject as a closure takes it: its type, a superclass, or `any P`.
    public func value<Seen>() -> Seen {
      if let seen = subject as? Seen { return seen }
      SeenSubject.stop(Seen.self, given: type(of: subject))
    }
  }
}

/// A subject as a closure takes it that was written for a superclass or for `any P`.
enum SeenSubject {
  /// The subject that a closure takes.
  ///
  /// - Parameter any: the subject as `any P`, which a cast would refuse where the conformance is
  ///   isolated.
  static func of<Subject, Seen, Needed>(_ subject: Subject, _ any: (Subject) -> Seen) -> Needed {
    // The types are one, so the bits are.
    if Seen.self == Needed.self { return unsafeBitCast(any(subject), to: Needed.self) }
    if let seen = subject as? Needed { return seen }
    stop(Needed.self, given: type(of: subject))
  }

  /// The subject of the call that a closure has changed.
  static func back<Seen, Subject>(_ seen: Seen) -> Subject {
    guard let same = seen as? Subject else {
      fatalError(
        "Graft: an advice put a \(type(of: seen)) where the call has a \(Subject.self): "
          + "change the subject, and keep its type")
    }
    return same
  }

  static func stop<Needed>(_ needed: Needed.Type, given: Any.Type) -> Never {
    fatalError(
      "Graft: an advice for a \(needed) is in the chain of a \(given): remove it, and install it "
        + "at the join points of \(given)")
  }
}
