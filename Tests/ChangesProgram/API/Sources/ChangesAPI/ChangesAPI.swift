// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Graft

/// Requirements whose answers name each extension that was called.
@Extensible
public protocol Speaker {
  func greet() -> String
  func part() -> String
}

public protocol Tall {}
public protocol Named {}

public struct Cat: Speaker {
  public init() {}
}

public struct Dog: Speaker, Tall {
  public init() {}
}

public struct Ox: Speaker, Tall, Named {
  public init() {}
}

/// As many subjects as there are types.
public struct Fresh<Last, Rest>: Speaker, Tall {
  public init() {}
}

/// The host's part in the lives of plug-ins.
public struct Life: Sendable {
  /// Is told a build and an address of its image.
  public let onLoad: @Sendable (String, UInt) throws -> Void
  public let onWithdraw: @Sendable (String) -> Void

  public init(
    onLoad: @escaping @Sendable (String, UInt) throws -> Void,
    onWithdraw: @escaping @Sendable (String) -> Void
  ) { (self.onLoad, self.onWithdraw) = (onLoad, onWithdraw) }

  private static let shared = Guarded<Life?>(nil)

  /// Set by the host before it loads a plug-in.
  public static var current: Life {
    get { shared.withLock { $0! } }
    set { shared.withLock { $0 = newValue } }
  }
}

/// A value with a lock that ThreadSanitizer knows, unlike `Mutex`.
public final class Guarded<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  public init(_ value: Value) { self.value = value }

  public func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&value) }
  }
}
