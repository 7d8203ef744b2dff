// SPDX-License-Identifier: Apache-2.0

public import RandomProtocols

open class Lever: Grip, Named {}
public final class Knob: Lever, Aged {}
public final class Latch: Grip, Aged {}

public final class Hook<Value>: Handle {
  public let number: Int
  var value: Value?

  public init(number: Int) { self.number = number }
}

extension Hook: Named where Value: Hashable {}
