// SPDX-License-Identifier: Apache-2.0

public import Graft

// Pairs of protocols: types implement the first themselves, and the registry
// answers for the second. The calls are otherwise equal.

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

/// Its extensions call `super`, except the last one.
@Extensible
public protocol Chained {
  func chained(_ number: Int) -> Int
}

public struct Refusal: Error {
  public init() {}
}

/// The native counterpart of the effects that make resolved calls cost more.
public protocol NativeEffects {
  func nativeLater(_ number: Int) async -> Int
  func nativeOrRefuse(_ number: Int) throws(Refusal) -> Int
}

@Extensible
public protocol GraftedEffects {
  func graftedLater(_ number: Int) async -> Int
  func graftedOrRefuse(_ number: Int) throws(Refusal) -> Int
}
