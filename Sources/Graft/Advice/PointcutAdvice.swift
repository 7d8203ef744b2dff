// SPDX-License-Identifier: Apache-2.0

public import CGraft
public import GraftDescriptors

/// Runs before and after the calls that a pointcut chooses: of any protocols,
/// requirements and subjects, by their names.
///
/// A final subclass with `@Advice(protocols:requirements:subjects:)` is in the
/// image's section, and counts as soon as the image is loaded. One object of it serves
/// all threads.
open class PointcutAdvice {
  /// Called on the thread that makes the first call which the pointcut chooses. Where
  /// several make it at once, each may make an object; one of them is kept.
  public required init() {}

  /// Runs before the rest of the call.
  open func before(_ call: AdvisedCall) {}

  /// Runs when the rest of the call has returned or thrown.
  ///
  /// - Parameters:
  ///   - call: the same as before it.
  ///   - error: what it has thrown, if it has.
  open func after(_ call: AdvisedCall, throwing error: (any Error)?) {}
}

/// A call that a pointcut found.
public struct AdvisedCall: Sendable {
  /// What all calls of a subject's requirement have in common.
  final class Site: @unchecked Sendable {
    let subject: Any.Type
    let protocolName: String
    let requirement: RequirementName

    init(_ base: any ExtensionBase.Type, _ requirement: Int) {
      subject = base.subject
      protocolName = base.extensibleProtocol.name
      self.requirement = base.extensibleProtocol.requirements[requirement].name
    }
  }

  private let site: Site
  /// The same before and after one call, and another for each call and each advice of
  /// it; never 0. It tells calls apart that overlap.
  public let id: UInt64
  /// Whether the requirement is `async`. Then the call may end on another thread, and
  /// others may begin and end on this thread meanwhile.
  public let isAsync: Bool

  /// The type of the subject; of an object, its class.
  public var subject: Any.Type { site.subject }
  /// Without its module.
  public var protocolName: String { site.protocolName }
  /// What is called, as in tables: `greet(_:)`.
  public var requirement: RequirementName { site.requirement }

  init(_ site: Site, id: UInt64, isAsync: Bool) {
    self.site = site
    self.id = id
    self.isAsync = isAsync
  }
}

/// What a pointcut runs in the calls of one requirement of a subject.
final class PointcutBody: AdviceBody, @unchecked Sendable {
  private let advice: PointcutAdvice
  private let site: AdvisedCall.Site

  init(_ advice: PointcutAdvice, _ site: AdvisedCall.Site) {
    self.advice = advice
    self.site = site
    super.init(.pointcut, .pointcut)
  }

  /// - Returns: the call's identity, which `after` needs.
  func before(isAsync: Bool) -> UInt64 {
    let id = graft_next_call()
    advice.before(AdvisedCall(site, id: id, isAsync: isAsync))
    return id
  }

  func after(_ id: UInt64, isAsync: Bool, throwing error: (any Error)?) {
    advice.after(AdvisedCall(site, id: id, isAsync: isAsync), throwing: error)
  }
}

extension RunningAdvice {
  /// Runs what a pointcut has before the rest of a call.
  ///
  /// - Returns: what `endCall` has to be given.
  func beginCall(isAsync: Bool) -> UInt64 {
    unsafe body(as: PointcutBody.self)._withUnsafeGuaranteedRef { $0.before(isAsync: isAsync) }
  }

  /// Runs what it has after it.
  func endCall(_ call: UInt64, isAsync: Bool, throwing error: (any Error)? = nil) {
    unsafe body(as: PointcutBody.self)._withUnsafeGuaranteedRef {
      $0.after(call, isAsync: isAsync, throwing: error)
    }
  }
}

extension GeneratedCode {
  /// The Swift side of the accessor of a class with a pointcut.
  public enum PointcutAccessor {
    /// Answers a request. There is no protocol to compare and no constraint: it says
    /// that it applies, and makes the object when it is asked to make a link.
    @_alwaysEmitIntoClient
    public static func answer(
      _ request: UnsafePointer<graft_request>, _ advice: PointcutAdvice.Type
    ) -> UnsafeMutableRawPointer? {
      graft_refer_to_epoch()
      guard ExtensionAccessor.sharesRuntime else {
        request.pointee.response!.pointee.outcome = UInt32(GRAFT_OUTCOME_OTHER_RUNTIME)
        return nil
      }
      request.pointee.response!.pointee.outcome = UInt32(GRAFT_OUTCOME_APPLIES)
      guard request.pointee.operation == GRAFT_OPERATION_MAKE_LINK else { return nil }
      return Unmanaged<PointcutAdvice>.passRetained(advice.init()).toOpaque()
    }

    /// For a constant of its object, which all threads share.
    @_alwaysEmitIntoClient
    public static func check<Constant: Sendable & ~Copyable>(_ constant: borrowing Constant) {}
  }
}

/// Which calls a pointcut chooses.
struct Pointcut {
  private let protocols: [Pattern]
  private let requirements: [Pattern]
  private let subjects: Pattern

  /// - Parameter descriptor: of that kind.
  init(_ descriptor: ExtensionDescriptor) {
    protocols = descriptor.protocolPatterns.map { Pattern($0) }
    requirements = descriptor.requirements.map { Pattern($0.text) }
    subjects = Pattern(descriptor.subjects ?? "*")
  }

  /// The numbers of the requirements that it chooses for a subject.
  func requirements(of base: any ExtensionBase.Type) -> [Int] {
    let extended = base.extensibleProtocol
    let names = [extended.name, extended.qualifiedName]
    guard protocols.contains(where: { names.contains(where: $0.matches) }),
      subjects.matches(SwiftRuntime.name(of: base.subject, isQualified: true))
    else { return [] }
    return extended.requirements.indices.filter { number in
      let name = extended.requirements[number].name
      return requirements.contains { $0.matches(name.text) || $0.matches(name.untyped.text) }
    }
  }
}
