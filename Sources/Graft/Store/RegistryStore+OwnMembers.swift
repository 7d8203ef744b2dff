// SPDX-License-Identifier: Apache-2.0

/// A call of a type's own implementation.
struct OwnCall {
  /// For the type that has the implementation.
  let declaring: any ExtensionBase.Type
  /// For the type of the value or object.
  let base: any ExtensionBase.Type
  let requirement: Int
}

extension RegistryStore {
  /// Puts what stands in front of chains before an own implementation. There is no chain:
  /// extensions are for types that do not implement the requirement.
  func ownHead(
    _ call: OwnCall, publishingIn cell: CellAddress, _ makeLink: (LinkSeat) -> ExtensionLink
  ) -> LinkAddress {
    noticeConformances()
    let snapshot = snapshot(for: call.base)
    let links = links(call, snapshot, implementation: implementation(call, makeLink))
    let head = links.heads[call.requirement]
    publish(.own(links, head, cell, call.base), version: snapshot.version)
    return head
  }

  private func implementation(
    _ call: OwnCall, _ makeLink: (LinkSeat) -> ExtensionLink
  ) -> LinkAddress {
    let key = LinkTable.Key(
      record: nil, base: ObjectIdentifier(call.declaring), successors: [],
      requirement: call.requirement)
    return link(key) ?? keep(makeLink(.allocate([])), as: key)
  }

  private func links(
    _ call: OwnCall, _ snapshot: Snapshot, implementation: LinkAddress
  ) -> PublishedHeads {
    let finalLink = finalLink(of: call.base)
    var heads = call.base.extensibleProtocol.requirements.map { _ in finalLink }
    heads[call.requirement] = implementation
    var interceptors = snapshot.interceptors?.applied()
    state.withLock { $0.subjects.note(call.base) }
    while let applied = interceptors {
      do throws(MissingLink) {
        return PublishedHeads(
          try applied.links(before: heads, finalLink: finalLink, in: self))
      } catch {
        passOver(error, for: call.base)
        interceptors = applied.without(error.record)
      }
    }
    return PublishedHeads(heads)
  }
}
