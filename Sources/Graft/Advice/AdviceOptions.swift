// SPDX-License-Identifier: Apache-2.0

/// How an advice is installed.
public enum AdviceOption: Equatable, Sendable {
  /// By this name it can be found and removed. One advice at a time can have it.
  case named(String)
  /// It runs in the first call that reaches it, and is removed.
  case once
  /// A higher number is further outside, whatever the kind and the scope; 0 unless given.
  case precedence(Int)
}

/// The options of one advice.
struct AdviceOptions {
  private(set) var name: String?
  private(set) var precedence = 0
  private(set) var isOnce = false

  init(_ options: [AdviceOption]) {
    for option in options {
      switch option {
      case .named(let given): name = given
      case .once: isOnce = true
      case .precedence(let given): precedence = given
      }
    }
  }
}
