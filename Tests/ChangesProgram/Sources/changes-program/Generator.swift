// SPDX-License-Identifier: Apache-2.0

import Graft

/// SplitMix64: a seed says all that it gives.
struct Generator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// True once in so many times.
  mutating func once(in count: Int) -> Bool { below(count) == 0 }

  mutating func element<Value>(of values: [Value]) -> Value { values[below(values.count)] }
}

// What a round does.
extension Generator {
  private mutating func build() -> Build { element(of: Build.all) }

  private mutating func choice() -> ConflictChoice {
    element(of: [.firstByName, .firstByName, .firstByName, .passOver, .passOver, .refuse])
  }

  private mutating func name() -> String {
    let build = build()
    return once(in: 3) ? build.pluginName : element(of: build.extensions).name
  }

  /// - Parameters:
  ///   - known: the builds with an image.
  ///   - loadsFolder: whether a thread may load the folder.
  ///   - advises: whether the thread installs advice. One does in a round: the order of what two
  ///     install at one time is not said.
  mutating func operation(
    _ known: [Build], loadsFolder: Bool, advises: Bool
  ) -> Operation {
    let known = known.isEmpty ? nil : element(of: known)
    switch below(20) {
    case 0..<4: return .load(build(), choice())
    case 4..<6: return known.map { .withdraw($0) } ?? .load(build(), choice())
    case 6..<9: return known.map { .reinstate($0, allowing: once(in: 3)) } ?? advice(advises)
    case 9..<11: return known.map { .rollBack($0, allowing: once(in: 3)) } ?? advice(advises)
    case 11: return .block(name(), by: nil)
    case 12..<14: return .unblock(name(), allowing: once(in: 3))
    case 14: return advice(advises)
    case 15: return .unadvise(once(in: 2) ? "x" : "y")
    case 16 where loadsFolder: return .loadAll(choice())
    default:
      return .call(element(of: Subject.allCases), element(of: Requirement.allCases))
    }
  }

  private mutating func advice(_ advises: Bool) -> Operation {
    advises ? .advise(once(in: 2) ? "x" : "y") : .call(element(of: Subject.allCases), .greet)
  }

  /// - Parameter isPlain: whether an `onLoad` neither changes anything else nor throws.
  mutating func behaviours(isPlain: Bool) -> [Behaviour] {
    Build.all.map { _ in
      var behaviour = Behaviour()
      switch below(12) {
      case 0, 1: behaviour.step = .advise
      case 2 where !isPlain: behaviour.step = .load(build())
      case 3 where !isPlain: behaviour.step = .block(name())
      case 4 where !isPlain: behaviour.step = .call
      default: break
      }
      behaviour.isThrowing = !isPlain && once(in: 8)
      return behaviour
    }
  }
}
