// SPDX-License-Identifier: Apache-2.0

/// Renders what makes the closures of a requirement such that calls of advice can run
/// them, where these pass all arguments as one.
struct AdviceAdapters {
  private let requirement: Requirement
  private let signature: AdviceSignature
  private let receiver: AdviceSignature.Receiver

  init(
    _ requirement: Requirement, _ signature: AdviceSignature, _ receiver: AdviceSignature.Receiver
  ) {
    self.requirement = requirement
    self.signature = signature
    self.receiver = receiver
  }

  /// Of the join point's initialiser.
  var arguments: [String] {
    [
      "before: { run in { (\(parameters))\(signature.effectText) -> Swift::Void in \(signature.effects)run(\(passed)) } }",
      "around: { run in { (\(parameters), proceed: \(proceedType))\(signature.effectText) -> \(signature.result) in \(around) } }",
      "adaptedAfter: { run in { (\(parameters)\(outcomeParameter))\(signature.isAsync ? " async" : "") -> Swift::Void in \(signature.awaits)run(\(passed)\(outcome)) } }",
    ]
  }

  private var subject: String { (signature.isInOut ? "inout " : "") + signature.receiver(receiver) }
  private var packing: ArgumentPacking { ArgumentPacking(requirement, signature) }

  private var parameters: String {
    (["subject: \(subject)"] + packing.types.enumerated().map { "a\($0): \($1)" })
      .joined(separator: ", ")
  }

  private var passed: String {
    ([(signature.isInOut ? "&" : "") + "subject"] + packing.unpacked("a")).joined(separator: ", ")
  }

  private var proceedType: String {
    let list = (signature.isInOut ? [subject] : []) + packing.types
    return "\(signature.isAsync ? "nonisolated(nonsending) " : "")(\(list.joined(separator: ", ")))"
      + "\(signature.effectText) -> \(signature.result)"
  }

  private var around: String {
    guard signature.passesArguments else {
      let given = (signature.isInOut ? ["&subject"] : []) + packing.types.indices.map { "a\($0)" }
      let copy = signature.isInOut ? "let copy = subject; return " : ""
      return
        "\(copy)\(signature.effects)run(\(signature.isInOut ? "copy" : "subject")) { \(proceed(given)) }"
    }
    let names = signature.parameterTypes.indices.map { "b\($0)" }
    let inOut = signature.isInOut ? ["subject"] : []
    let call = packing.packed(names) { packed in proceed(inOut.map { "&" + $0 } + packed) }
    return
      "\(signature.effects)run(\(passed)) { \((inOut + names).joined(separator: ", ")) in \(call) }"
  }

  private func proceed(_ arguments: [String]) -> String {
    "\(signature.effects)proceed(\(arguments.joined(separator: ", ")))"
  }

  private var outcomeParameter: String {
    if signature.canThrow {
      return ", outcome: borrowing Swift::Result<\(signature.result), any Swift::Error>"
    }
    // A tuple, which nothing that can't be copied can be in, is copied for its labels.
    let isTuple = signature.result.hasPrefix("(")
    return signature.isVoid ? "" : ", outcome: \(isTuple ? "" : "borrowing ")\(signature.result)"
  }

  private var outcome: String { signature.canThrow || !signature.isVoid ? ", outcome" : "" }
}

/// How the arguments of a requirement are passed by calls of advice.
struct ArgumentPacking {
  private let requirement: Requirement
  private let signature: AdviceSignature

  init(_ requirement: Requirement, _ signature: AdviceSignature) {
    self.requirement = requirement
    self.signature = signature
  }

  private struct Element {
    let type: String
    let isInout: Bool
    let isClosure: Bool
  }

  private var elements: [Element] {
    let own = requirement.newValue == nil ? 0 : 1
    return signature.parameterTypes.enumerated().map { index, type in
      let parameter = index < own ? nil : requirement.parameters[index - own]
      return Element(
        type: parameter?.valueTypeInClosure ?? type,
        isInout: parameter?.isInout ?? false,
        isClosure: parameter?.isNonescapingClosure ?? requirement.newValue?.isFunction ?? false)
    }
  }

  /// Of what is passed.
  var types: [String] {
    guard signature.packsArguments else { return signature.parameterTypes }
    let types = elements.map { element in
      element.isInout
        ? "Graft::_InoutPlace<\(element.type)>"
        : elements.count > 1
          ? element.type.inTuple
          : element.isClosure ? "@escaping \(element.type)" : element.type
    }
    return types.count == 1 ? types : ["(\(types.joined(separator: ", ")))"]
  }

  /// The arguments, out of what was passed under names that begin so and end in a number.
  ///
  /// - Parameter isMarked: with the mark of those that are `inout`.
  func unpacked(_ name: String, isMarked: Bool = true) -> [String] {
    let all = elements
    return all.indices.map { index in
      let place =
        !signature.packsArguments
        ? "\(name)\(index)" : all.count == 1 ? "\(name)0" : "\(name)0.\(index)"
      return all[index].isInout ? "\(isMarked ? "&" : "")\(place).pointee" : place
    }
  }

  /// A call with what is passed for arguments of some names.
  func packed(_ names: [String], call: ([String]) -> String) -> String {
    guard signature.packsArguments else { return call(names) }
    let all = elements
    let list = all.count == 1 ? names : ["(\(names.joined(separator: ", ")))"]
    return zip(all, names).reversed().reduce(call(list)) { inner, argument in
      let (element, name) = argument
      if element.isInout {
        return
          "\(signature.effects)Graft::GeneratedCode.withPlace(of: &\(name)) { \(name) in \(inner) }"
      }
      if element.isClosure {
        return "\(signature.effects)Swift::withoutActuallyEscaping(\(name)) { \(name) in \(inner) }"
      }
      return inner
    }
  }
}

extension String {
  /// A parameter's type in a tuple, where a closure can be kept without saying so.
  fileprivate var inTuple: String {
    let attributes = prefix { $0 != "(" }
    return String(attributes).replacing("@escaping ", with: "") + dropFirst(attributes.count)
  }
}
