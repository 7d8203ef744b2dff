// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// What was installed, to take it out again. Letting go of it does not remove the
/// advice.
public final class AdviceToken: Sendable {
  let id: UInt64
  /// What it was installed with by `.named`.
  public let name: String?
  private let object: WeakObject?
  private let isThere: @Sendable () -> Bool
  private let take: @Sendable () -> Bool

  init(
    id: UInt64, name: String?, object: WeakObject?, isInstalled: @escaping @Sendable () -> Bool,
    remove: @escaping @Sendable () -> Bool
  ) {
    self.id = id
    self.name = name
    self.object = object
    isThere = isInstalled
    take = remove
  }

  /// Whether calls still reach the advice, or would.
  public var isInstalled: Bool {
    object?.isGone != true && isThere()
  }

  /// Takes the advice out: later calls do not reach it. Calls in flight may still
  /// run it; what it captured is released once none of them does.
  ///
  /// - Returns: true if it was installed, false if it was removed before.
  /// - Throws: `AdviceError.objectGone`, once, if it was that of an object that is
  ///   no more: the advice is gone with it.
  @discardableResult
  public func remove() throws(AdviceError) -> Bool {
    let wasInstalled = take()
    if let object, object.isGone { throw .objectGone(type: String(reflecting: object.type)) }
    return wasInstalled
  }
}

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

/// Why an advice is not, or no longer, installed.
public enum AdviceError: Error, Equatable, Sendable {
  /// The protocol has no requirement of this name.
  case unknownRequirement(RequirementName, protocolName: String, known: [RequirementName])
  /// Nothing can be put before this requirement's chain.
  case notAdvisable(RequirementName, protocolName: String, reason: String)
  /// The object that it was for does not live any more.
  case objectGone(type: String)
  /// Another advice that is installed has the name.
  case nameTaken(String)
  /// The image that the subject's type is in was withdrawn.
  case imageWithdrawn(path: String, type: String)
}

extension AdviceError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unknownRequirement(let name, let protocolName, let known):
      "\(protocolName) has no requirement \(name); it has "
        + known.map(\.text).joined(separator: ", ")
    case .notAdvisable(let name, let protocolName, let reason):
      "\(protocolName).\(name) can't be advised: \(reason)"
    case .objectGone(let type): "the advised object of \(type) does not live any more"
    case .nameTaken(let name):
      "another advice is named \(name): remove it first, or give this one another name"
    case .imageWithdrawn(let path, let type):
      "\(type) is in an image that is withdrawn, \(path): reinstate it first"
    }
  }
}
