// SPDX-License-Identifier: Apache-2.0

import Graft
import Protocols

// Compiled without the protocols' upcoming features: with another idea of where an
// `async` closure runs.

struct Types2: Types {
  typealias Item = Int
  typealias Failure = CancellationError
}

/// Installs closures with all parameters and without any, and calls what they advise.
///
/// - Returns: what the calls gave, and which closures ran.
public func advised() async throws -> [String] {
  let points = TypesExtension<Types2>.joinPoints
  let log = Log()
  var tokens = [
    try points.here.around { proceed in await proceed() + 100 },
    try points.later.around { proceed in await proceed().map { $0 + 100 } },
    try points.later.before { subject in
      await Task.yield()
      await log.add("\(type(of: subject))")
    },
    try points.refuse.around { _, _ in .failure(CancellationError()) },
    try points.refuseLater.around { _, proceed in
      let outcome = await proceed()
      if case .failure = outcome { return .success(100) }
      return outcome
    },
  ]
  // Each of these has as many parameters as only one of the overloads.
  let line = points.subscript_a_b
  tokens += [
    try line.around { try await $0() + 1000 },
    try line.around { _, first, list, proceed in try await proceed(first, list) + first },
    try line.before { (subject, first, _) in await log.add("\(type(of: subject)) \(first)") },
    try line.before { (_: Types2, _: Int, _: [String]) async throws -> Void in
      await log.add("typed")
    },
    try line.after { _, _, list, _ in await log.add("after \(list)") },
    try line.after(.precedence(1)) { _, _, _, outcome in await log.add("\(try! outcome.get())") },
  ]
  var results = [String(await Types2().here()), String(try await Types2().later)]
  do { _ = try Types2().refuse() } catch { results.append("refused") }
  results.append(String(try await Types2().refuseLater()))
  _ = try await Types2()[a: 5, b: "x"]
  for token in tokens { try token.remove() }
  return await results + log.lines
}

actor Log {
  var lines: [String] = []
  func add(_ line: String) { lines.append(line) }
}
