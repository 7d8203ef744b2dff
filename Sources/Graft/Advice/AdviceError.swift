// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

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
