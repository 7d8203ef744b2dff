// SPDX-License-Identifier: Apache-2.0

/// The form in which calls of advice pass a requirement's arguments: as one value,
/// which is the only argument or a tuple.
///
/// Arguments that a tuple can't hold are passed by reference.
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
  }

  private struct Element {
    let type: String
    let passing: Passing
  }

  private var elements: [Element] {
    let own = requirement.newValue == nil ? 0 : 1
    let types = signature.parameterTypes
    return types.enumerated().map { index, type in
      guard index >= own else {
        return Element(
          type: type, passing: requirement.newValue?.isFunction ?? false ? .closure : .value)
      }
      let parameter = requirement.parameters[index - own]
      if parameter.isInout {
        return Element(type: parameter.valueTypeInClosure, passing: .inoutReference)
      }
      if parameter.isNonescapingClosure { return Element(type: type, passing: .closure) }
      guard types.count > 1, parameter.isLent else { return Element(type: type, passing: .value) }
      return Element(type: parameter.lentTypeInClosure, passing: .borrowedReference)
    }
  }

  /// Whether a call passes a reference to a borrowed argument.
  var lendsArguments: Bool { elements.contains { $0.passing == .borrowedReference } }

  /// The type of the packed arguments.
  var type: String {
    let types = elements.map { element in
      switch element.passing {
      case .value, .closure: element.type.kept
      case .inoutReference: "Graft::GeneratedCode.InoutReference<\(element.type)>"
      case .borrowedReference: "Graft::GeneratedCode.BorrowedReference<\(element.type)>"
      }
    }
    return types.count == 1 ? types[0] : "(\(types.joined(separator: ", ")))"
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
      }
    }
  }

  /// A call with packed arguments, which have the given names.
  func packed(_ names: [String], call: (String) -> String) -> String {
    let passed = names.count == 1 ? names[0] : "(\(names.joined(separator: ", ")))"
    return zip(elements, names).reversed().reduce(call(passed)) { inner, argument in
      let (element, name) = argument
      return switch element.passing {
      case .value: inner
      case .inoutReference:
        "\(signature.effects)Graft::GeneratedCode.withReference(to: &\(name)) { \(name) in \(inner) }"
      case .borrowedReference:
        "\(signature.effects)Graft::GeneratedCode.withReference(toBorrowed: \(name)) { \(name) in \(inner) }"
      case .closure:
        "\(signature.effects)Swift::withoutActuallyEscaping(\(name)) { \(name) in \(inner) }"
      }
    }
  }
}

extension String {
  /// A parameter's type as that of a value: without `@escaping` and ownership.
  fileprivate var kept: String {
    let before = prefix { $0 != "(" }
    // There need be no space before an attribute or the parenthesis.
    let words = before.replacing("@", with: " @").split(separator: " ")
    let kept = words.filter { !["@escaping", "borrowing", "__shared"].contains($0) }
    if kept.count == words.count { return self }
    let rest = dropFirst(before.count)
    return (kept + (rest.isEmpty ? [] : [rest])).joined(separator: " ")
  }
}
