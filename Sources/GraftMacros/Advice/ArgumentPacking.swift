// SPDX-License-Identifier: Apache-2.0

/// The form in which calls of advice pass a requirement's arguments: as one value,
/// which is the only argument or a tuple.
///
/// Arguments that a tuple can't hold are passed by reference. What no other function can be
/// handed stays with the call; the value holds a copy or the reason why there is none.
struct ArgumentPacking {
  let requirement: Requirement
  let signature: AdviceSignature

  private enum Passing {
    case value
    /// A reference to an `inout` argument.
    case inoutReference
    /// A reference to a borrowed argument, which may be of a noncopyable type.
    case borrowedReference
    /// A non-escaping closure.
    case closure
    /// A copy, or the reason why there is none: the rest of the call has the argument itself.
    case kept(whyAbsent: String?)
  }

  private struct Element {
    /// The type as written; nil if only the compiler knows it.
    let type: String?
    let passing: Passing
    /// Whether it is a function.
    let isFunction: Bool
    /// The expression by which the rest of the call has an argument that stays with it.
    var ofCall = ""
  }

  private var elements: [Element] {
    let value = requirement.newValue.map { value in
      Element(
        type: value.inSupport.asOptional, passing: .value,
        isFunction: value.isFunction)
    }
    let isOnly = requirement.hasOneArgument
    // The closures around these are written with their types, which `some` has none for.
    let writesTypes =
      signature.isIsolated || requirement.has(\.isEffectfulAutoclosure)
    return (value.map { [$0] } ?? [])
      + requirement.parameters.map { parameter in
        let type = parameter.isOpaque ? nil : parameter.typeOfValue.asOptional
        let passing =
          kept(parameter, isOnly: isOnly, writesTypes: writesTypes)
          ?? (parameter.isInout
            ? .inoutReference
            : parameter.isNonescapingClosure
              ? .closure : isReferenced(parameter, isOnly: isOnly) ? .borrowedReference : .value)
        return Element(
          type: type, passing: passing, isFunction: parameter.isFunctionAsValue,
          ofCall: parameter.passedOn)
      }
  }

  /// The way in which an argument is passed that no other function can be handed; nil if one can.
  private func kept(_ parameter: Parameter, isOnly: Bool, writesTypes: Bool) -> Passing? {
    if parameter.isEffectfulAutoclosure {
      return .kept(whyAbsent: "it is an expression that can throw, wait or run on an actor")
    }
    if parameter.isIsolated { return .kept(whyAbsent: "it says where the call runs") }
    if requirement.isPinnedSpan(parameter) { return .kept(whyAbsent: "it can't leave the call") }
    if parameter.isPinnedClosure(isOnlyOfIsolated: signature.isIsolated && isOnly)
      || signature.isAsync && parameter.isNonescapingClosure
    {
      return .kept(whyAbsent: "it is a function")
    }
    let isChangedOrLent = parameter.isInout || isReferenced(parameter, isOnly: isOnly)
    return parameter.isOpaque && writesTypes || signature.isAsync && isChangedOrLent
      ? .kept(whyAbsent: nil) : nil
  }

  /// Whether a borrowed argument is passed by reference: beside others, and in closures whose
  /// types are written, which would have to say how each takes it.
  private func isReferenced(_ parameter: Parameter, isOnly: Bool) -> Bool {
    parameter.isLent && (!isOnly || signature.isIsolated)
  }

  var isEmpty: Bool { elements.isEmpty }

  /// Whether the only argument is a view of memory, which no variable can hold.
  var holdsSpan: Bool { requirement.has(\.isSpan) }

  /// Whether an argument stays with the call.
  var lacksArguments: Bool {
    elements.contains { if case .kept = $0.passing { true } else { false } }
  }

  /// The type of the packed arguments.
  var type: String {
    let types = elements.map { element in
      let type = element.type ?? "_"
      return switch element.passing {
      case .value, .closure: type
      case .inoutReference: "Graft::GeneratedCode.InoutReference<\(type)>"
      case .borrowedReference: "Graft::GeneratedCode.BorrowedReference<\(type)>"
      case .kept: "Graft::GeneratedCode.KeptArgument"
      }
    }
    return types.count == 1 ? types[0] : "(\(types.list))"
  }

  /// The type of a closure's parameter that takes the packed arguments.
  var typeOfParameter: String {
    let all = elements
    guard all.count == 1, all[0].isFunction else { return type }
    return switch all[0].passing {
    case .value, .closure: type.escaping
    case .inoutReference, .borrowedReference, .kept: type
    }
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
      case .kept: element.ofCall
      }
    }
  }

  /// A call with packed arguments, which have the given names.
  func packed(_ names: [String], call: (String) -> String) -> String {
    let all = elements
    let passed = zip(all, names).map { element, name in
      guard case .kept(let whyAbsent) = element.passing else { return name }
      let given = whyAbsent.map { "\"\($0)\"" } ?? "copying: \(name)"
      return "Graft::GeneratedCode.KeptArgument(\(given))"
    }
    let value = all.count == 1 ? written(passed[0], all[0]) : "(\(passed.list))"
    return zip(all, names).reversed().reduce(call(value)) { inner, argument in
      let (element, name) = argument
      let lending: String? =
        switch element.passing {
        case .value, .kept: nil
        case .inoutReference: reference("InoutReference", element) + "(to: &\(name))"
        case .borrowedReference: reference("BorrowedReference", element) + "(to: \(name))"
        case .closure: "Swift::withoutActuallyEscaping(\(name))"
        }
      return lending.map { "\(signature.effects)\($0) { \(name) in \(inner) }" } ?? inner
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
