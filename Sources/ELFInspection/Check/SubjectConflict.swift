// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// A conflict that types in the files have.
struct SubjectConflict: Hashable {
  let protocolName: String
  let requirement: RequirementName
  let parties: [LocatedDescriptor]
  var subjects: [String]

  /// The conflicts in the order of protocols, types and requirements.
  static func all(in files: ResolvedFiles) -> [SubjectConflict] {
    var found: [SubjectConflict] = []
    // The number of each, by its form without subjects.
    var numbers: [SubjectConflict: Int] = [:]
    files.eachAnswer { answer in
      guard answer.outcome != .depends else { return }
      for parties in answer.conflicts {
        let one = SubjectConflict(
          protocolName: answer.protocolName, requirement: answer.requirement, parties: parties,
          subjects: [])
        let number = numbers[one] ?? found.count
        if number == found.count { found.append(one) }
        numbers[one] = number
        found[number].subjects.append(answer.subject)
      }
    }
    return found
  }

  /// Whether it tells of the conflict of these extensions too.
  func covers(_ rivals: [LocatedDescriptor]) -> Bool { rivals.allSatisfy(parties.contains) }
}
