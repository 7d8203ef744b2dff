// SPDX-License-Identifier: Apache-2.0

import CFigures

/// Seconds that something takes.
public func seconds(_ body: () throws -> Void) rethrows -> Double {
  let time = try ContinuousClock().measure(body)
  return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
}

public func median(_ values: some Collection<Double>) -> Double {
  values.sorted()[values.count / 2]
}

/// A line that the command reads: a name, and a number.
public func tell(_ name: String, _ value: Double) { print("\(name)=\(value)") }

/// What malloc has handed out.
public var byteCount: Double { Double(figures_malloc_byte_count()) }
