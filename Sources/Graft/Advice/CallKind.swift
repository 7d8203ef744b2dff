// SPDX-License-Identifier: Apache-2.0

/// The way in which calls pass the subject to advice: as a value, or as a reference
/// to it.
protocol CallKind {
  /// The conforming type, or its metatype.
  associatedtype Subject
  /// The type that closures take.
  associatedtype Receiver

  /// The address of a subject that is an object.
  static func object(_ receiver: Receiver) -> UInt

  static func subject(_ receiver: Receiver) -> Subject

  /// Runs a closure that sees `any P`.
  static func run<Seen, Arguments: ~Copyable & ~Escapable, Output: ~Copyable>(
    seeing any: (Subject) -> Seen, _ entry: RunningAdvice, _ receiver: Receiver,
    _ arguments: borrowing Arguments, _ rest: GeneratedCode.Rest<Receiver, Arguments, Output>
  ) throws -> Output

  /// Runs a closure of an `async` requirement that sees `any P`.
  nonisolated(nonsending) static func run<
    Seen, Arguments: ~Copyable & ~Escapable, Output: ~Copyable
  >(
    seeing any: (Subject) -> Seen, _ entry: RunningAdvice, _ receiver: Receiver,
    _ arguments: borrowing Arguments, _ rest: GeneratedCode.AsyncRest<Receiver, Arguments, Output>
  ) async throws -> Output
}

/// Calls that do not change their subject.
enum PlainCall<Subject>: CallKind {
  static func object(_ subject: Subject) -> UInt {
    UInt(bitPattern: ObjectIdentifier(subject as AnyObject))
  }

  static func subject(_ subject: Subject) -> Subject { subject }

  static func run<Seen, Arguments: ~Copyable & ~Escapable, Output: ~Copyable>(
    seeing any: (Subject) -> Seen, _ entry: RunningAdvice, _ subject: Subject,
    _ arguments: borrowing Arguments, _ rest: GeneratedCode.Rest<Subject, Arguments, Output>
  ) throws -> Output {
    try unsafe entry.body(as: CallAdvice<Seen, Arguments, Output>.self).takeUnretainedValue()
      .around(any(subject), arguments) { try rest(subject, $1) }
  }

  nonisolated(nonsending) static func run<
    Seen, Arguments: ~Copyable & ~Escapable, Output: ~Copyable
  >(
    seeing any: (Subject) -> Seen, _ entry: RunningAdvice, _ subject: Subject,
    _ arguments: borrowing Arguments, _ rest: GeneratedCode.AsyncRest<Subject, Arguments, Output>
  ) async throws -> Output {
    try await unsafe entry.body(as: AsyncCallAdvice<Seen, Arguments, Output>.self)
      .takeUnretainedValue()
      .around(any(subject), arguments) { try await rest(subject, $1) }
  }
}

/// Calls that change their subject.
///
/// A closure that sees `any P` changes a copy, which is stored before the call goes
/// on and at its end.
enum ChangingCall<Subject>: CallKind {
  typealias Receiver = GeneratedCode.InoutReference<Subject>

  static func object(_ reference: Receiver) -> UInt { PlainCall.object(reference.pointee) }

  static func subject(_ reference: Receiver) -> Subject { reference.pointee }

  static func run<Seen, Arguments: ~Copyable & ~Escapable, Output: ~Copyable>(
    seeing any: (Subject) -> Seen, _ entry: RunningAdvice, _ reference: Receiver,
    _ arguments: borrowing Arguments, _ rest: GeneratedCode.Rest<Receiver, Arguments, Output>
  ) throws -> Output {
    let advice = unsafe entry.body(
      as: CallAdvice<GeneratedCode.InoutReference<Seen>, Arguments, Output>.self
    )
    .takeUnretainedValue()
    var seen = any(reference.pointee)
    defer { reference.pointee = unchanged(seen) }
    return try GeneratedCode.withReference(to: &seen) { seen in
      try advice.around(seen, arguments) { changed, arguments in
        reference.pointee = unchanged(changed.pointee)
        defer { changed.pointee = any(reference.pointee) }
        return try rest(reference, arguments)
      }
    }
  }

  nonisolated(nonsending) static func run<
    Seen, Arguments: ~Copyable & ~Escapable, Output: ~Copyable
  >(
    seeing any: (Subject) -> Seen, _ entry: RunningAdvice, _ reference: Receiver,
    _ arguments: borrowing Arguments, _ rest: GeneratedCode.AsyncRest<Receiver, Arguments, Output>
  ) async throws -> Output {
    let advice = unsafe entry.body(
      as: AsyncCallAdvice<GeneratedCode.InoutReference<Seen>, Arguments, Output>.self
    )
    .takeUnretainedValue()
    var seen = any(reference.pointee)
    defer { reference.pointee = unchanged(seen) }
    return try await GeneratedCode.withReference(toCopy: &seen) { seen in
      try await advice.around(seen, arguments) { changed, arguments in
        reference.pointee = unchanged(changed.pointee)
        defer { changed.pointee = any(reference.pointee) }
        return try await rest(reference, arguments)
      }
    }
  }

  /// The subject that a closure has changed.
  private static func unchanged<Seen>(_ seen: Seen) -> Subject {
    guard let same = seen as? Subject else {
      fatalError(
        "Graft: an advice put a \(type(of: seen)) where the call has a \(Subject.self): "
          + "change the subject, and keep its type")
    }
    return same
  }
}
