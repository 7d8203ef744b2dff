// SPDX-License-Identifier: Apache-2.0

/// How calls of advice pass the arguments of a requirement: as one value, which is the only
/// argument or a tuple. Of what can't be in one they pass the place.
struct ArgumentPacking {
  private let requirement: Requirement
  private let signature: AdviceSignature

  init(_ requirement: Requirement, _ signature: AdviceSignature) {
    self.requirement = requirement
    self.signature = signature
  }

  private enum Passing {
    case value
    /// The place of what is `inout`.
    case inoutReference
    /// The place of what is borrowed, which may be of a type that can't be copied.
    case borrowedReference
    /// A closure that can't be kept.
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

  /// Whether a call passes the place of what is borrowed.
  var lendsArguments: Bool { elements.contains { $0.passing == .borrowedReference } }

  /// The type of what is passed.
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

  /// The arguments, out of what was passed under a name.
  ///
  /// - Parameter isMarked: with the mark of those that are `inout`.
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

  /// A call with what is passed for arguments of some names.
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
  /// A parameter's type as that of a value, which says neither that a closure can be kept
  /// nor who owns it.
  fileprivate var kept: String {
    let attributes = prefix { $0 != "(" }
    guard
      attributes.contains("@escaping ") || attributes.contains("borrowing ")
        || attributes.contains("__shared ")
    else { return self }
    let rest = dropFirst(attributes.count)
    return ["@escaping ", "borrowing ", "__shared "].reduce(String(attributes)) {
      $0.replacing($1, with: "")
    } + rest
  }
}
