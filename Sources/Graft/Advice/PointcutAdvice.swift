// SPDX-License-Identifier: Apache-2.0

public import CGraft
public import GraftDescriptors

/// Runs before and after the calls that a pointcut chooses by the names of protocols, requirements
/// and subjects.
///
/// A final subclass with `@Advice(protocols:requirements:subjects:)` counts as soon as its image is
/// loaded. One object serves all threads.
open class PointcutAdvice {
  /// Creates the object at the first call that the pointcut chooses.
  ///
  /// Several threads may each create an object; one of them is kept.
  public required init() {}

  /// Runs before the rest of the call.
  open func before(_ call: AdvisedCall) {}

  /// Runs when the rest of the call has returned or thrown.
  ///
  /// - Parameters:
  ///   - call: the same call as in `before(_:)`.
  ///   - error: the error that the rest of the call has thrown.
  open func after(_ call: AdvisedCall, throwing error: (any Error)?) {}
}

/// A call that a pointcut has chosen.
public struct AdvisedCall: Sendable {
  /// The facts that all calls of a subject's requirement share.
  final class Site: CustomStringConvertible, @unchecked Sendable {
    /// The type of the subject; nil where each call can have another.
    private let fixedSubject: Any.Type?
    private let extended: GeneratedCode.ExtensibleProtocol
    /// The requirement's number.
    let number: Int
    let requirement: RequirementName
    let parameters: [GeneratedCode.ExtensibleProtocol.Parameter]
    let throwing: RequirementLine.Throwing

    init(_ subject: Any.Type?, _ extended: GeneratedCode.ExtensibleProtocol, _ number: Int) {
      (fixedSubject, self.extended, self.number) = (subject, extended, number)
      let declared = extended.requirements[number]
      (requirement, parameters, throwing) = (declared.name, declared.parameters, declared.throwing)
    }

    /// The site of a call.
    ///
    /// - Parameter receiver: the subject, or its type in a call of a static requirement.
    func of(_ receiver: @autoclosure () -> Any) -> Site {
      if fixedSubject != nil { return self }
      let receiver = receiver()
      return Site(receiver as? Any.Type ?? type(of: receiver), extended, number)
    }

    var subject: Any.Type { fixedSubject ?? Any.self }
    var protocolName: String { extended.name }

    var description: String { "\(protocolName).\(requirement) of \(subject)" }
  }

  let site: Site
  /// Identifies the call among those that overlap: the same before and after it, and
  /// another for each advice.
  ///
  /// It is never 0.
  public let id: UInt64
  /// Whether the requirement is `async`, so that the call may end on another thread.
  public let isAsync: Bool

  /// The type of the subject, or the class of an object.
  public var subject: Any.Type { site.subject }
  /// The protocol's name without its module.
  public var protocolName: String { site.protocolName }
  /// The requirement's name as in tables: `greet(_:)`.
  public var requirement: RequirementName { site.requirement }

  init(_ site: Site, id: UInt64 = graft_next_call(), isAsync: Bool) {
    (self.site, self.id, self.isAsync) = (site, id, isAsync)
  }
}

extension PointcutAdvice {
  /// The body that runs it for one requirement of a subject.
  func body(_ site: AdvisedCall.Site) -> AdviceBody {
    if let around = self as? AroundPointcut { return AroundPointcutBody(around, site) }
    // Only that body sees an error in the `Result` of a typed throw.
    if site.throwing == .typed { return AroundPointcutBody(BeforeAndAfter(self), site) }
    return PointcutBody(self, site)
  }
}

/// A pointcut's advice for the calls of one requirement of a subject.
final class PointcutBody: AdviceBody, @unchecked Sendable {
  private let advice: PointcutAdvice
  private let site: AdvisedCall.Site

  init(_ advice: PointcutAdvice, _ site: AdvisedCall.Site) {
    self.advice = advice
    self.site = site
    super.init(.pointcut, .pointcut)
  }

  /// Runs the advice before and after the rest of a call.
  func run<Output: ~Copyable>(_ rest: () throws -> Output) throws -> Output {
    let call = begin(isAsync: false)
    let result: Output
    do { result = try rest() } catch {
      end(call, isAsync: false, throwing: error)
      throw error
    }
    end(call, isAsync: false, throwing: nil)
    return result
  }

  /// Runs the advice before and after the rest of an `async` call.
  nonisolated(nonsending) func runAsync<Output: ~Copyable>(
    _ rest: nonisolated(nonsending) () async throws -> Output
  ) async throws -> Output {
    let call = begin(isAsync: true)
    let result: Output
    do { result = try await rest() } catch {
      end(call, isAsync: true, throwing: error)
      throw error
    }
    end(call, isAsync: true, throwing: nil)
    return result
  }

  /// Begins a call.
  ///
  /// - Returns: its identity: a call that is kept would retain the site.
  func begin(isAsync: Bool) -> UInt64 {
    let id = graft_next_call()
    AdvisedCall(site, id: id, isAsync: isAsync).probeBegin()
    advice.before(AdvisedCall(site, id: id, isAsync: isAsync))
    return id
  }

  func end(_ id: UInt64, isAsync: Bool, throwing error: (any Error)?) {
    advice.after(AdvisedCall(site, id: id, isAsync: isAsync), throwing: error)
    AdvisedCall(site, id: id, isAsync: isAsync).probeEnd(hasThrown: error != nil)
  }
}

extension AccessorRequest {
  /// The object of a class with a pointcut.
  var pointcut: PointcutAdvice? {
    send(GRAFT_OPERATION_POINTCUT).result.flatMap { Self.take($0, as: PointcutAdvice.self) }
  }
}

extension GeneratedCode {
  /// The Swift side of the accessor of a class with a pointcut.
  public enum PointcutAccessor {
    /// Answers a request: a description says that it is a pointcut, whose object is made once.
    public static func answer(
      _ request: UnsafePointer<graft_request>, _ advice: PointcutAdvice.Type,
      runtime: Any.Type = ExtensionAccessor.callersRuntime()
    ) -> UnsafeMutableRawPointer? {
      guard ExtensionAccessor.isOfRegistry(runtime, request) else {
        return ExtensionAccessor.isOfOtherRuntime(request)
      }
      request.pointee.response!.pointee.outcome = UInt32(GRAFT_OUTCOME_POINTCUT)
      guard request.pointee.operation == GRAFT_OPERATION_POINTCUT else {
        return UnsafeMutableRawPointer(mutating: TypeMetadata(advice).address)
      }
      return Unmanaged<PointcutAdvice>.passRetained(advice.init()).toOpaque()
    }

    /// Requires that a constant of the object is `Sendable`, since all threads share it.
    @_alwaysEmitIntoClient
    public static func check<Constant: Sendable & ~Copyable>(_ constant: borrowing Constant) {}
  }
}

/// The patterns of a pointcut.
struct Pointcut {
  private let protocols: [Pattern]
  private let requirements: [Pattern]
  private let subjects: Pattern

  init(_ descriptor: ExtensionDescriptor) {
    protocols = descriptor.protocolPatterns.map { Pattern($0) }
    requirements = descriptor.requirements.map { Pattern($0.text) }
    subjects = Pattern(descriptor.subjects ?? "*")
  }

  /// The numbers of the chosen requirements of a base class's subject.
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
