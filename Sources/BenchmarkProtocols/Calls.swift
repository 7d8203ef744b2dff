// SPDX-License-Identifier: Apache-2.0

public import Graft

// Protocols in pairs: a type implements the first itself, and the registry answers
// for the second. The calls do the same.

public protocol Native {
  func native(_ number: Int) -> Int
}

@Extensible
public protocol Grafted {
  func grafted(_ number: Int) -> Int
}

public protocol NativeObject: AnyObject {
  func nativeObject(_ number: Int) -> Int
}

@Extensible
public protocol GraftedObject: AnyObject {
  func graftedObject(_ number: Int) -> Int
}

/// Extensions of it call `super`, the last excepted.
@Extensible
public protocol Chained {
  func chained(_ number: Int) -> Int
}

public struct Refusal: Error {
  public init() {}
}

/// Natively, the effects for which a resolved call is not free.
public protocol NativeEffects {
  func nativeLater(_ number: Int) async -> Int
  func nativeOrRefuse(_ number: Int) throws(Refusal) -> Int
}

@Extensible
public protocol GraftedEffects {
  func graftedLater(_ number: Int) async -> Int
  func graftedOrRefuse(_ number: Int) throws(Refusal) -> Int
}
