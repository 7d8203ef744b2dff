// SPDX-License-Identifier: Apache-2.0

import CGraft
import GraftDescriptors

/// A record of the process.
@usableFromInline
final class ExtensionRecord: Sendable {
  let id: RecordID
  let registered: RegisteredExtension
  let accessor: graft_accessor
  /// The name of the plug-in that brings it; nil for an extension of the program.
  let plugin: String?
  /// The accessor's description, once it was asked.
  private let told: SetOnce<Told>

  private final class Told: Sendable {
    let description: AccessorRequest.Description

    init(_ description: AccessorRequest.Description) { self.description = description }
  }

  /// The candidate, set if the extension ranks the same for every subject.
  let candidate = SetOnce<Candidate>()

  init(
    id: RecordID, registered: RegisteredExtension, accessor: @escaping graft_accessor,
    plugin: String?, sharing known: ExtensionRecord? = nil
  ) {
    (self.id, self.registered, self.accessor) = (id, registered, accessor)
    (self.plugin, told) = (plugin, known?.told ?? SetOnce())
  }

  /// The accessor's description of its extension.
  ///
  /// Asks it once: no lock may be held.
  var description: AccessorRequest.Description {
    (told.value ?? told.set(Told(AccessorRequest(accessor: accessor).description))).description
  }

  /// The numbers of the requirements that each name in the record means; nil if it is of another
  /// protocol.
  ///
  /// Requirements that were added to the protocol later have no part in it.
  func requirements(
    in extended: GeneratedCode.ExtensibleProtocol
  ) -> [(name: RequirementName, numbers: [Int])]? {
    guard case .described(let description) = description, description.extended === extended else {
      return nil
    }
    return registered.descriptor.requirements.map {
      ($0, extended.requirements(named: $0, among: description.compiledCount))
    }
  }

  /// Whether it comes before another record, in an order that neither loading nor
  /// linking decides.
  func comesBefore(_ other: ExtensionRecord) -> Bool {
    (registered.name, registered.image.identity, registered.image.path, id.index)
      < (
        other.registered.name, other.registered.image.identity, other.registered.image.path,
        other.id.index
      )
  }
}

/// The identity of a record in the process.
struct RecordID: Hashable, TableKey, Sendable {
  /// The image's number, in the order of arrival.
  let image: UInt32
  let index: UInt32

  var hash: UInt { Self.hash(of: UInt(image) << 32 | UInt(index)) }
}
