// SPDX-License-Identifier: Apache-2.0

import CGraft

/// A record as the process has it: what it says, and how its accessor is asked. An object,
/// since each resolution takes all of a protocol in hand.
@usableFromInline
final class ExtensionRecord: Sendable {
  let id: RecordID
  let registered: RegisteredExtension
  let accessor: graft_accessor
  /// What tells its image from all that were ever loaded.
  let loaderEntry: UInt
  /// What the accessor's first answer told of all others.
  let learnt: SetOnce<AnyObject>
  /// Why it does not count, whatever the subject; nil if it does.
  let exclusion: ExclusionReason?

  init(
    id: RecordID, registered: RegisteredExtension, accessor: @escaping graft_accessor,
    loaderEntry: UInt
  ) {
    (self.id, self.registered, self.accessor) = (id, registered, accessor)
    self.loaderEntry = loaderEntry
    (learnt, exclusion) = (SetOnce(), nil)
  }

  private init(
    _ other: ExtensionRecord, _ registered: RegisteredExtension, _ exclusion: ExclusionReason?
  ) {
    (id, accessor, learnt) = (other.id, other.accessor, other.learnt)
    loaderEntry = other.loaderEntry
    (self.registered, self.exclusion) = (registered, exclusion)
  }

  /// A copy that names its image as it is called now.
  func naming(_ image: ExtensionImage) -> ExtensionRecord {
    let renamed = RegisteredExtension(
      descriptor: registered.descriptor, image: image, offset: registered.offset)
    return ExtensionRecord(self, renamed, exclusion)
  }

  /// A copy that does not count, for a reason.
  func excluded(_ reason: ExclusionReason?) -> ExtensionRecord {
    ExtensionRecord(self, registered, reason)
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
  /// In the order of arrival.
  let image: UInt32
  let index: UInt32

  var place: UInt { Self.place(of: UInt(image) << 32 | UInt(index)) }
}
