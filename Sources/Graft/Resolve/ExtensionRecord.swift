// SPDX-License-Identifier: Apache-2.0

import CGraft

/// A record of the process: what it says, and how its accessor is asked.
@usableFromInline
final class ExtensionRecord: Sendable {
  let id: RecordID
  let registered: RegisteredExtension
  let accessor: graft_accessor
  /// The address of the loader's entry for its image.
  let loaderEntry: UInt
  /// What the accessor's first answer says of all others.
  let learnt: SetOnce<LearntMaker>
  /// What ranks the extension, where that is the same for every subject.
  let candidate = SetOnce<Candidate>()

  init(
    id: RecordID, registered: RegisteredExtension, accessor: @escaping graft_accessor,
    loaderEntry: UInt, learnt: SetOnce<LearntMaker> = SetOnce()
  ) {
    (self.id, self.registered, self.accessor) = (id, registered, accessor)
    (self.loaderEntry, self.learnt) = (loaderEntry, learnt)
  }

  /// A copy that names its image as it is called now.
  func naming(_ image: ExtensionImage) -> ExtensionRecord {
    let renamed = RegisteredExtension(
      descriptor: registered.descriptor, image: image, offset: registered.offset)
    return ExtensionRecord(
      id: id, registered: renamed, accessor: accessor, loaderEntry: loaderEntry, learnt: learnt)
  }

  /// An order that neither loading nor linking decides.
  func comesBefore(_ other: ExtensionRecord) -> Bool {
    (registered.name, registered.image.identity, registered.image.path, id.index)
      < (
        other.registered.name, other.registered.image.identity, other.registered.image.path,
        other.id.index
      )
  }
}

/// Names one record of the process.
struct RecordID: Hashable, TableKey, Sendable {
  /// The image's number, in the order of arrival.
  let image: UInt32
  let index: UInt32

  var place: UInt { Self.place(of: UInt(image) << 32 | UInt(index)) }
}
