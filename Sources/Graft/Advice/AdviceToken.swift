// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// Removes an installed advice.
///
/// Releasing the token does not.
public final class AdviceToken: Sendable {
  let id: UInt64
  /// The name that `.named` gave it.
  public let name: String?
  private let object: WeakObject?
  let outside = CallsOutside()
  private let task: TaskScope?
  private let isThere: @Sendable (UInt64) -> Bool
  private let take: @Sendable (UInt64) -> Bool
  /// Whether `remove` has told the end of the advice.
  private let isOver = Guarded(false)

  init(
    id: UInt64, name: String?, object: WeakObject?, task: TaskScope?,
    isInstalled: @escaping @Sendable (UInt64) -> Bool,
    remove: @escaping @Sendable (UInt64) -> Bool
  ) {
    self.id = id
    self.name = name
    self.object = object
    self.task = task
    isThere = isInstalled
    take = remove
  }

  /// Whether calls still reach the advice.
  public var isInstalled: Bool {
    object?.isGone != true && isThere(id)
  }

  /// The number of calls since the installation of advice with `.forTask` that could have reached
  /// it, and were in no task with `ExtensionRegistry.withTaskAdvice`: those of detached tasks, of
  /// threads, and of other parts of the program.
  public var callsOutsideTasks: Int { outside.count }

  /// Whether a `withTaskAdvice` of another task ran at the same time as that of this advice, so that
  /// calls outside may be its.
  package var hasOverlapped: Bool { task?.hasOverlapped ?? false }

  /// Removes the advice: later calls do not reach it.
  ///
  /// Calls in flight may still run it; its captures are released after them.
  ///
  /// - Returns: true if it was installed.
  /// - Throws: `AdviceError.objectGone`, once, if its object and with it the advice is gone.
  @discardableResult
  public func remove() throws(AdviceError) -> Bool {
    let wasInstalled = take(id)
    let isGone = object?.isGone == true
    let wasOver = isOver.withLock { isOver in
      defer { isOver = isOver || wasInstalled || isGone }
      return isOver
    }
    if isGone, !wasOver {
      throw .objectGone(type: SwiftRuntime.name(of: object!.type, isQualified: true))
    }
    return wasInstalled && !isGone
  }
}

/// An option for the installation of advice.
public enum AdviceOption: Equatable, Sendable {
  /// Gives it a name, by which it can be removed. One advice at a time can have the name.
  case named(String)
  /// Runs it in the first call that reaches it, and removes it.
  case once
  /// Puts higher numbers further outside, whatever the kind and the scope. The default is 0.
  case precedence(Int)
  /// Runs it only in the current task and its children, until the innermost
  /// `ExtensionRegistry.withTaskAdvice` ends.
  case forTask
}

struct AdviceOptions {
  private(set) var name: String?
  private(set) var precedence = 0
  private(set) var isOnce = false
  /// Whether it is for the current task.
  private(set) var isForTask = false
  private(set) var task: TaskScope?

  init(_ options: [AdviceOption]) {
    for option in options {
      switch option {
      case .named(let given): name = given
      case .once: isOnce = true
      case .precedence(let given): precedence = given
      case .forTask: (isForTask, task) = (true, TaskScope.current.get())
      }
    }
  }
}

/// The reason why an advice is not installed, or no longer.
public enum AdviceError: Error, Equatable, Sendable {
  /// The protocol has no requirement of this name.
  case unknownRequirement(RequirementName, protocolName: String, known: [RequirementName])
  /// The requirement can't be advised.
  case notAdvisable(RequirementName, protocolName: String, reason: String)
  /// The advised object is gone.
  case objectGone(type: String)
  /// Another installed advice has the name.
  case nameTaken(String)
  /// Something is for the current task, where there is no `ExtensionRegistry.withTaskAdvice`.
  case noTaskScope(String)
  /// The image of the subject's type was withdrawn.
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
    case .noTaskScope(let what):
      "\(what) is for the current task, which is in no scope: do it in a closure of "
        + "ExtensionRegistry.withTaskAdvice, or give the test the trait .advised"
    case .imageWithdrawn(let path, let type):
      "\(type) is in an image that is withdrawn, \(path): reinstate it first"
    }
  }
}
