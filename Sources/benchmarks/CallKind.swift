// SPDX-License-Identifier: Apache-2.0

import BenchmarkProtocols
import BenchmarkSubjects

/// A kind of call that the registry answers, and its native counterpart.
enum CallKind: String, CaseIterable {
  case structure, enumeration, generic, folded, object, openClass, many, chain, later, orRefuse

  var what: String {
    switch self {
    case .structure: "call through any P: struct, the protocol's first subject"
    case .enumeration: "the same: enum, one of several subjects"
    case .generic: "the same struct, called by generic code"
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
    case .structure, .enumeration, .generic: 2.2
    case .object, .many: 2.6
    case .openClass: 3.1
    case .chain: 1.2
    case .folded, .later, .orRefuse: nil
    }
  }

  func native(_ count: Int) -> Int {
    switch self {
    case .structure, .chain: loop(nativeSubjects[0], count)
    case .enumeration: loop(nativeSubjects[1], count)
    case .openClass: loop(nativeSubjects[2], count)
    case .generic: loop(generic: nativeSubjects[0], count)
    case .folded: loop(nativesThatFold[0], count)
    case .object: loop(nativeObjects[0], count)
    case .many: manyNative.withUnsafeBufferPointer { loop($0, count) }
    case .later: waiting { await loop(later: nativeEffects[0], count) }
    case .orRefuse: (try? loop(orRefuse: nativeEffects[0], count)) ?? 0
    }
  }

  func grafted(_ count: Int) -> Int {
    switch self {
    case .structure, .folded: loop(graftedSubjects[0], count)
    case .enumeration: loop(graftedSubjects[1], count)
    case .openClass: loop(graftedSubjects[2], count)
    case .generic: loop(generic: graftedSubjects[0], count)
    case .object: loop(graftedObjects[0], count)
    case .many: manyGrafted.withUnsafeBufferPointer { loop($0, count) }
    case .chain: loop(chained[0], count)
    case .later: waiting { await loop(later: graftedEffects[0], count) }
    case .orRefuse: (try? loop(orRefuse: graftedEffects[0], count)) ?? 0
    }
  }
}

// Converted here, since the optimiser would open an existential that is made
// inside a loop once for all calls.
nonisolated(unsafe) private let nativeSubjects = subjects.map { $0 as any Native }
nonisolated(unsafe) private let graftedSubjects = subjects.map { $0 as any Grafted }
nonisolated(unsafe) private let nativesThatFold = pebblesThatFold.map { $0 as any Native }
nonisolated(unsafe) private let nativeObjects = objects.map { $0 as any NativeObject }
nonisolated(unsafe) private let graftedObjects = objects.map { $0 as any GraftedObject }
nonisolated(unsafe) private let chained = beads.map { $0 as any Chained }
nonisolated(unsafe) private let nativeEffects = beads.map { $0 as any NativeEffects }
nonisolated(unsafe) private let graftedEffects = beads.map { $0 as any GraftedEffects }
nonisolated(unsafe) private let manyNative = manySubjects.map { $0 as any Native }
nonisolated(unsafe) private let manyGrafted = manySubjects.map { $0 as any Grafted }
