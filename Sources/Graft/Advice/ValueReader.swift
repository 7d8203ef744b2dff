// SPDX-License-Identifier: Apache-2.0

/// Reads a value whose type may be neither copyable nor escapable.
class ValueReader<Value: ~Copyable & ~Escapable> {
  fileprivate init() {}

  /// The value; nil if it can't be copied, or can't leave the call.
  func value(_ value: borrowing Value) -> Any? { nil }

  /// The reader of the type.
  static func make() -> ValueReader<Value> {
    let maker = Copies<Value>.self as? any ReaderMaking.Type
    return maker?.makeReader() as? ValueReader<Value> ?? ValueReader()
  }
}

private final class CopyReader<Value>: ValueReader<Value> {
  override init() {}

  override func value(_ value: borrowing Value) -> Any? { copy value }
}

/// Makes readers and converters for a type that code knows only as a parameter.
private protocol ReaderMaking {
  static func makeReader() -> AnyObject
  static func makeResult() -> AnyObject
}

/// Conforms to `ReaderMaking` if its parameter can be copied and can escape, which Swift looks up
/// at run time.
private enum Copies<Value: ~Copyable & ~Escapable> {}

extension Copies: ReaderMaking where Value: Copyable & Escapable {
  static func makeReader() -> AnyObject { CopyReader<Value>() }
  static func makeResult() -> AnyObject { CopyableResult<Value>() }
}

/// The results and errors of one requirement's calls.
class CallResult<Output: ~Copyable> {
  fileprivate init() {}

  /// The type of results in words.
  var typeName: String { String(describing: GeneratedCode.ExtensibleProtocol.erased(Output.self)) }
  /// The type of errors in words, if the requirement names one.
  var errorName: String? { nil }

  /// The result; nil if it can't be copied.
  func value(_ output: borrowing Output) -> Any? { nil }
  /// The error that a call with a typed throw has ended with.
  func error(_ output: borrowing Output) -> (any Error)? { nil }
  /// The output that returns a value; nil if it has another type.
  func returning(_ value: Any) -> Output? { nil }
  /// The output that throws an error; nil if it has another type.
  func throwing(_ error: any Error) -> Output? { nil }

  /// Makes the results of a requirement.
  ///
  /// - Parameter isTyped: whether links pass a `Result`, for a typed throw.
  static func make(isTyped: Bool) -> CallResult<Output> {
    let type = GeneratedCode.ExtensibleProtocol.erased(Output.self)
    if isTyped, let result = type as? any TypedResultMaking.Type {
      return result.makeResult() as? CallResult<Output> ?? CallResult()
    }
    let maker = Copies<Output>.self as? any ReaderMaking.Type
    return maker?.makeResult() as? CallResult<Output> ?? CallResult()
  }
}

private final class CopyableResult<Output>: CallResult<Output> {
  override init() {}

  override func value(_ output: borrowing Output) -> Any? { copy output }
  override func returning(_ value: Any) -> Output? { value as? Output }
}

private protocol TypedResultMaking: ~Copyable {
  static func makeResult() -> AnyObject
}

extension Result: TypedResultMaking where Success: ~Copyable {
  fileprivate static func makeResult() -> AnyObject { TypedResult<Success, Failure>() }
}

/// The `Result` of a requirement with a typed throw.
private final class TypedResult<Success: ~Copyable, Failure: Error>:
  CallResult<Result<Success, Failure>>
{
  private let success = CallResult<Success>.make(isTyped: false)

  override init() {}

  override var typeName: String { success.typeName }
  override var errorName: String? { "\(Failure.self)" }

  override func value(_ output: borrowing Result<Success, Failure>) -> Any? {
    switch output {
    case .success(let value): success.value(value)
    case .failure: nil
    }
  }

  override func error(_ output: borrowing Result<Success, Failure>) -> (any Error)? {
    switch output {
    case .success: nil
    case .failure(let error): error
    }
  }

  override func returning(_ value: Any) -> Result<Success, Failure>? {
    guard let value = success.returning(value) else { return nil }
    return .success(value)
  }

  override func throwing(_ error: any Error) -> Result<Success, Failure>? {
    (error as? Failure).map { .failure($0) }
  }
}

extension GeneratedCode {
  /// A copy of an argument that stays with its call, for pointcuts, or the reason why there is
  /// none.
  public struct KeptArgument {
    let value: Any?
    let absence: String?

    /// Creates a reason.
    public init(_ absence: StaticString) {
      (value, self.absence) = (nil, String(describing: absence))
    }

    /// Creates a copy, if the argument's type has any.
    public init<Value: ~Copyable>(copying argument: borrowing Value) {
      (value, absence) = (ValueReader<Value>.make().value(argument), nil)
    }
  }
}

/// A reference to an argument, which links pass in place of it.
protocol ArgumentReference {
  /// The argument; nil if it can't be copied.
  var argument: Any? { get }
}

extension GeneratedCode.InoutReference: ArgumentReference where Value: ~Copyable {
  var argument: Any? { ValueReader<Value>.make().value(pointee) }
}

extension GeneratedCode.BorrowedReference: ArgumentReference where Value: ~Copyable {
  var argument: Any? { ValueReader<Value>.make().value(pointee) }
}
