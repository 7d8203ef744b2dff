// SPDX-License-Identifier: Apache-2.0

extension GeneratedCode {
  /// The way in which calls pass the subject to advice: as a value, as a reference to it, or erased.
  public protocol CallKind {
    /// The conforming type, or its metatype.
    associatedtype Subject
    /// The type that closures take.
    associatedtype Receiver

    /// The subject of a call.
    static func subject(_ receiver: Receiver) -> Subject

    /// Stores another subject, if calls of this kind can change it.
    static func change(_ receiver: Receiver, to subject: @autoclosure () -> Subject)

    /// Makes a receiver, which is valid until `end`.
    static func receiver(of subject: Subject) -> Receiver

    /// Ends the use of a receiver that `receiver(of:)` has made.
    static func end(_ receiver: Receiver)
  }

  /// Calls that do not change their subject.
  public enum PlainCall<Subject>: CallKind {
    /// The receiver.
    public static func subject(_ subject: Subject) -> Subject { subject }
    /// Does nothing.
    public static func change(_ subject: Subject, to other: @autoclosure () -> Subject) {}
    /// The subject.
    public static func receiver(of subject: Subject) -> Subject { subject }
    /// Does nothing.
    public static func end(_ subject: Subject) {}
  }

  /// Calls that change their subject.
  public enum ChangingCall<Subject>: CallKind {
    /// The value behind the reference.
    public static func subject(_ reference: InoutReference<Subject>) -> Subject {
      reference.pointee
    }

    /// Stores a value behind the reference.
    public static func change(
      _ reference: InoutReference<Subject>, to subject: @autoclosure () -> Subject
    ) {
      reference.pointee = subject()
    }

    /// A reference to memory of its own.
    public static func receiver(of subject: Subject) -> InoutReference<Subject> {
      let memory = UnsafeMutablePointer<Subject>.allocate(capacity: 1)
      unsafe memory.initialize(to: subject)
      return unsafe InoutReference(memory)
    }

    /// Frees the memory.
    public static func end(_ reference: InoutReference<Subject>) {
      unsafe reference.address.deinitialize(count: 1)
      unsafe reference.address.deallocate()
    }
  }
}

extension GeneratedCode.CallKind {
  /// The address of a subject that is an object.
  static func object(_ receiver: Receiver) -> UInt {
    UInt(bitPattern: ObjectIdentifier(subject(receiver) as AnyObject))
  }
}

/// Calls on a global actor, whose closures can't be converted: they take the subject erased.
enum ErasedCall<Subject>: GeneratedCode.CallKind {
  static func subject(_ erased: GeneratedCode.ErasedSubject) -> Subject { erased.value() }

  static func change(
    _ erased: GeneratedCode.ErasedSubject, to subject: @autoclosure () -> Subject
  ) {}

  static func receiver(of subject: Subject) -> GeneratedCode.ErasedSubject { .init(subject) }

  static func end(_ erased: GeneratedCode.ErasedSubject) {}
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
