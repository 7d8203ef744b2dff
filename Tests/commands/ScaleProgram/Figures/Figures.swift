// SPDX-License-Identifier: Apache-2.0

import CFigures

/// Seconds of the processor that something takes, whatever else runs on it.
public func seconds(_ body: () throws -> Void) rethrows -> Double {
  let before = figures_processor_seconds()
  try body()
  return figures_processor_seconds() - before
}

public func median(_ values: some Collection<Double>) -> Double {
  values.sorted()[values.count / 2]
}

/// A line that the command reads: a name, and a number.
public func tell(_ name: String, _ value: Double) { print("\(name)=\(value)") }

/// What malloc has handed out.
public var byteCount: Double { Double(figures_malloc_byte_count()) }
