// SPDX-License-Identifier: Apache-2.0

public import Graft
public import RequirementProtocols

/// Implements protocols of another module, for advice of a third one.
public struct Tank: Gauge, Filling {
  @AdvisableProperty((any Gauge).self)
  public var level: Int = 1

  @AdvisableProperty((any Filling).self, setter: true)
  public var content: Int = 1

  public init() {}

  @Advisable((any Gauge).self)
  public func title() -> String { "tank" }

  @Advisable((any Gauge).self)
  public func measure(_ by: Int) throws -> [Int] {
    if by < 0 { throw MethodsError() }
    return [level + by]
  }

  @Advisable((any Gauge).self)
  public func settled(after rounds: Int) async -> String { "\(title()) \(rounds)" }

  @Advisable((any Gauge).self)
  public static func unit(_ prefix: String) -> String { prefix + "litre" }

  @Advisable((any Filling).self)
  public mutating func fill(_ by: Int) throws -> [Int] {
    if by < 0 { throw MethodsError() }
    content += by
    return [content]
  }
}

open class Meter: Gauge {
  @AdvisableProperty((any Gauge).self)
  public var level: Int = 1

  public init() {}

  @Advisable((any Gauge).self)
  open func title() -> String { "meter" }

  @Advisable((any Gauge).self)
  open func measure(_ by: Int) throws -> [Int] {
    if by < 0 { throw MethodsError() }
    return [level + by]
  }

  @Advisable((any Gauge).self)
  open func settled(after rounds: Int) async -> String { "\(title()) \(rounds)" }

  @Advisable((any Gauge).self)
  open class func unit(_ prefix: String) -> String { prefix + "metre" }
}

public final class WaterMeter: Meter {}

extension Tank {
  /// Calls each member on a type that is known, in the module that declares it.
  public func reading() async -> [String] {
    [
      "\(level)", title(), (try? "\(measure(2))") ?? "failed", (try? "\(measure(-2))") ?? "failed",
      await settled(after: 2), Tank.unit("milli"),
    ]
  }

  public mutating func filled() -> [String] {
    let lines = [(try? "\(fill(2))") ?? "failed", (try? "\(fill(-2))") ?? "failed"]
    content += 1
    return lines + ["\(content)"]
  }
}

extension Meter {
  public func reading() async -> [String] {
    [
      "\(level)", title(), (try? "\(measure(2))") ?? "failed", (try? "\(measure(-2))") ?? "failed",
      await settled(after: 2), Self.unit("milli"),
    ]
  }
}

/// Calls each member on any type.
public func reading<Subject: Gauge>(of gauge: Subject) async -> [String] {
  [
    "\(gauge.level)", gauge.title(), (try? "\(gauge.measure(2))") ?? "failed",
    (try? "\(gauge.measure(-2))") ?? "failed", await gauge.settled(after: 2),
    Subject.unit("milli"),
  ]
}

public func filled(_ subject: inout some Filling) -> [String] {
  let lines = [(try? "\(subject.fill(2))") ?? "failed", (try? "\(subject.fill(-2))") ?? "failed"]
  subject.content += 1
  return lines + ["\(subject.content)"]
}
