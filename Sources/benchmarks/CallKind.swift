// SPDX-License-Identifier: Apache-2.0

import BenchmarkProtocols
import BenchmarkSubjects

/// A kind of call that the registry answers, and the native one beside it.
enum CallKind: String, CaseIterable {
  case structure, enumeration, folded, object, openClass, many, chain, later, orRefuse

  var what: String {
    switch self {
    case .structure: "call through any P: struct, the protocol's first subject"
    case .enumeration: "the same: enum, one of several subjects"
    case .folded: "the same struct, against a body folded into its witness"
    case .object: "the same: class-bound protocol"
    case .openClass: "the same: open class, protocol not class-bound"
    case .many: "the same: 64 subjects in turn, against 64 native"
    case .chain: "super, for each link, in native calls"
    case .later: "async call"
    case .orRefuse: "call with typed throws"
    }
  }

  var bound: Double? {
    switch self {
    case .structure, .enumeration: 2.2
    case .object, .many: 2.6
    case .openClass: 3.1
    case .chain: 1.2
    case .folded, .later, .orRefuse: nil
    }
  }

  func native(_ count: Int) -> Int {
    switch self {
    case .structure, .chain: loop(subjects[0] as any Native, count)
    case .enumeration: loop(subjects[1] as any Native, count)
    case .openClass: loop(subjects[2] as any Native, count)
    case .folded: loop(pebblesThatFold[0] as any Native, count)
    case .object: loop(objects[0] as any NativeObject, count)
    case .many: manyNative.withUnsafeBufferPointer { loop($0, count) }
    case .later: waiting { await loop(later: beads[0] as any NativeEffects, count) }
    case .orRefuse: (try? loop(orRefuse: beads[0] as any NativeEffects, count)) ?? 0
    }
  }

  func grafted(_ count: Int) -> Int {
    switch self {
    case .structure, .folded: loop(subjects[0] as any Grafted, count)
    case .enumeration: loop(subjects[1] as any Grafted, count)
    case .openClass: loop(subjects[2] as any Grafted, count)
    case .object: loop(objects[0] as any GraftedObject, count)
    case .many: manyGrafted.withUnsafeBufferPointer { loop($0, count) }
    case .chain: loop(beads[0] as any Chained, count)
    case .later: waiting { await loop(later: beads[0] as any GraftedEffects, count) }
    case .orRefuse: (try? loop(orRefuse: beads[0] as any GraftedEffects, count)) ?? 0
    }
  }
}

nonisolated(unsafe) private let manyNative = manySubjects.map { $0 as any Native }
nonisolated(unsafe) private let manyGrafted = manySubjects.map { $0 as any Grafted }
