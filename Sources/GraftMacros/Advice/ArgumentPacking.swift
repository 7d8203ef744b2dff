// SPDX-License-Identifier: Apache-2.0

/// The form in which calls of advice pass a requirement's arguments: as one value,
/// which is the only argument or a tuple.
///
/// Arguments that a tuple can't hold are passed by reference. What no other function can be
/// handed stays with the call, and the value says why.
struct ArgumentPacking {
  private let requirement: Requirement
  private let signature: AdviceSignature

  init(_ requirement: Requirement, _ signature: AdviceSignature) {
    self.requirement = requirement
    self.signature = signature
  }

  private enum Passing {
    case value
    /// A reference to an `inout` argument.
    case inoutReference
    /// A reference to a borrowed argument, which may be of a noncopyable type.
    case borrowedReference
    /// A non-escaping closure.
    case closure
    /// A reason in place of the argument, which the rest of the call has itself.
    case absent(String)
  }

  private struct Element {
    /// The type as written; nil if only the compiler knows it.
    let type: String?
    let passing: Passing
    /// Whether it is a function.
    let isFunction: Bool
    /// The expression by which the rest of the call has an absent argument.
    var ofCall = ""
  }

  private var elements: [Element] {
    let value = requirement.newValue.map { value in
      Element(
        type: AdviceSignature.plain(value.inSupport), passing: .value,
        isFunction: value.isFunction)
    }
    let isOnly = signature.parameterTypes.count == 1
    // The closures around these are written with their types, which `some` has none for.
    let writesTypes =
      signature.isIsolated || requirement.parameters.contains(where: \.isEffectfulAutoclosure)
    return (value.map { [$0] } ?? [])
      + requirement.parameters.map { parameter in
        let type = parameter.isOpaque ? nil : AdviceSignature.plain(parameter.typeOfValue)
        let passing: Passing =
          absence(of: parameter, isOnly: isOnly, writesTypes: writesTypes).map { .absent($0) }
          ?? (parameter.isInout
            ? .inoutReference
            : parameter.isNonescapingClosure
              ? .closure : parameter.isLent && !isOnly ? .borrowedReference : .value)
        return Element(
          type: type, passing: passing, isFunction: parameter.isFunction,
          ofCall: parameter.passedOn)
      }
  }

  /// The reason why no other function can be handed an argument; nil if one can.
  private func absence(of parameter: Parameter, isOnly: Bool, writesTypes: Bool) -> String? {
    if parameter.isEffectfulAutoclosure { return "it is an expression that can throw or wait" }
    if parameter.isOpaque && writesTypes { return "its type has no name" }
    if parameter.isIsolated { return "it says where the call runs" }
    if parameter.isSpan && (parameter.isInout || !isOnly) { return "it can't leave the call" }
    guard signature.isAsync else { return nil }
    if parameter.isInout { return "an async call changes it" }
    if parameter.isNonescapingClosure { return "it is a function" }
    return parameter.isLent && !isOnly ? "it is lent to an async call" : nil
  }

  /// Whether an argument stays with the call.
  var lacksArguments: Bool {
    elements.contains { if case .absent = $0.passing { true } else { false } }
  }

  /// The type of the packed arguments.
  var type: String {
    let types = elements.map { element in
      let type = element.type ?? "_"
      return switch element.passing {
      case .value, .closure: type
      case .inoutReference: "Graft::GeneratedCode.InoutReference<\(type)>"
      case .borrowedReference: "Graft::GeneratedCode.BorrowedReference<\(type)>"
      case .absent: "Graft::GeneratedCode.AbsentArgument"
      }
    }
    return types.count == 1 ? types[0] : "(\(types.joined(separator: ", ")))"
  }

  /// The type of a closure's parameter that takes the packed arguments.
  var typeOfParameter: String {
    let all = elements
    return all.count == 1 && all[0].isFunction ? "@escaping \(type)" : type
  }

  /// The arguments, unpacked from the value of a given name.
  ///
  /// - Parameter isMarked: whether `inout` arguments get an `&`.
  func unpacked(_ name: String, isMarked: Bool = true) -> [String] {
    let all = elements
    return all.enumerated().map { index, element in
      let passed = all.count == 1 ? name : "\(name).\(index)"
      return switch element.passing {
      case .value, .closure: passed
      case .inoutReference: "\(isMarked ? "&" : "")\(passed).pointee"
      case .borrowedReference: "\(passed).pointee"
      case .absent: element.ofCall
      }
    }
  }

  /// A call with packed arguments, which have the given names.
  func packed(_ names: [String], call: (String) -> String) -> String {
    let all = elements
    let passed = zip(all, names).map { element, name in
      if case .absent(let reason) = element.passing {
        return "Graft::GeneratedCode.AbsentArgument(\"\(reason)\")"
      }
      return name
    }
    let value = all.count == 1 ? written(passed[0], all[0]) : "(\(passed.joined(separator: ", ")))"
    return zip(all, names).reversed().reduce(call(value)) { inner, argument in
      let (element, name) = argument
      return switch element.passing {
      case .value, .absent: inner
      case .inoutReference:
        "\(signature.effects)\(reference("InoutReference", element))(to: &\(name)) { \(name) in \(inner) }"
      case .borrowedReference:
        "\(signature.effects)\(reference("BorrowedReference", element))(to: \(name)) { \(name) in \(inner) }"
      case .closure:
        "\(signature.effects)Swift::withoutActuallyEscaping(\(name)) { \(name) in \(inner) }"
      }
    }
  }

  /// The only argument with its type.
  ///
  /// Without it, a generic function opens an existential, and has another type of argument than
  /// the advice.
  private func written(_ argument: String, _ element: Element) -> String {
    guard case .value = element.passing, let type = element.type,
      requirement.parameters.allSatisfy({ !$0.isLent || $0.isExistential })
    else { return argument }
    return "\(argument) as \(type)"
  }

  /// The function that lends a reference, with the type of the argument: a generic function would
  /// open an existential.
  private func reference(_ name: String, _ element: Element) -> String {
    guard let type = element.type else { return "Graft::GeneratedCode.\(name).with" }
    return "Graft::GeneratedCode.\(name)<\(type)>.with"
  }
}
