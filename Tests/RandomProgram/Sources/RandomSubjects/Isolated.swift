// SPDX-License-Identifier: Apache-2.0

public import RandomProtocols

/// Speaks on the main actor only.
@MainActor
public final class View {
  public nonisolated let number: Int
  public var count = 0

  public nonisolated init(number: Int) { self.number = number }
}

extension View: @MainActor Speaker {}
extension View: @MainActor Aged {}
extension View: @MainActor Lit {
  public var light: String { "view" }
}

/// Speaks anywhere, and meets its conditions on the main actor only.
public struct Gauge: Speaker, Numbered {
  public let number: Int
  public var count = 0

  public init(number: Int) { self.number = number }
}

extension Gauge: @MainActor Named {}
extension Gauge: @MainActor Lit {
  public var light: String { "gauge" }
}

public struct Lamp: Speaker, Numbered, Named, Lit {
  public let number: Int
  public var count = 0
  public var light: String { "lamp" }

  public init(number: Int) { self.number = number }
}

/// A type of the standard library.
extension Swift::Duration: RandomProtocols::Speaker, RandomProtocols::Host,
  RandomProtocols::Numbered
{
  public init(number: Int) { self = .seconds(number) }

  public var number: Int { Int(components.seconds) }
  public var count: Int {
    get { 0 }
    set {}
  }
}
