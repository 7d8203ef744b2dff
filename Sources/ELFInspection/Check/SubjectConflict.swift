// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// A conflict that types in the files have.
struct SubjectConflict {
  let protocolName: String
  let requirement: RequirementName
  let parties: [LocatedDescriptor]
  var subjects: [String]

  private struct Key: Hashable {
    let protocolName: String
    let requirement: RequirementName
    let parties: [LocatedDescriptor]
  }

  /// The conflicts in the order of protocols, types and requirements.
  static func all(in files: ResolvedFiles) -> [SubjectConflict] {
    var found: [SubjectConflict] = []
    var numbers: [Key: Int] = [:]
    files.eachAnswer { answer in
      guard answer.outcome != .depends else { return }
      for parties in answer.conflicts {
        let key = Key(
          protocolName: answer.protocolName, requirement: answer.requirement, parties: parties)
        if let number = numbers[key] {
          found[number].subjects.append(answer.subject)
        } else {
          numbers[key] = found.count
          found.append(
            SubjectConflict(
              protocolName: answer.protocolName, requirement: answer.requirement,
              parties: parties, subjects: [answer.subject]))
        }
      }
    }
    return found
  }

  /// Whether it tells of the conflict of these extensions too.
  func covers(_ rivals: [LocatedDescriptor]) -> Bool { rivals.allSatisfy(parties.contains) }
}
