// SPDX-License-Identifier: Apache-2.0

/// Where calls of types' own implementations of one requirement find what to run. The
/// code of `@Extensible` holds one for each requirement, that of `@Advisable` asks it.
public struct OwnMember: Sendable {
  private let cell: CellAddress

  /// One that nothing is published in.
  public init() {
    // It lives as long as the global that it is in.
    let memory = UnsafeMutablePointer<DispatchCell>.allocate(capacity: 1)
    memory.initialize(to: DispatchCell())
    cell = CellAddress(memory)
  }

  /// The link to call: that of the outermost advice, or the implementation's.
  ///
  /// Takes no lock for values, and for objects of just the class that declares the
  /// implementation; for those of its subclasses it takes the registry's.
  ///
  /// - Parameters:
  ///   - declaring: the type that has the implementation.
  ///   - type: that of the value or object.
  ///   - call: what is called, for the registry.
  ///   - makeLink: makes the link that calls the implementation.
  public func head(
    _ declaring: Any.Type, _ type: Any.Type, _ call: () -> OwnCall,
    makeLink: (LinkSeat) -> ExtensionLink
  ) -> UInt {
    if declaring == type, let head = cell.cell.pointee.search(for: DispatchKey.ofErased(type)) {
      return head
    }
    if declaring == type, let head = RegistryStore.shared.inheritedHead(in: cell, for: type) {
      return head.bits
    }
    let call = call()
    RegistryStore.shared.noticeConformances()
    return RegistryStore.shared.ownHead(
      call, publishingIn: declaring == type ? cell : nil, makeLink
    ).bits
  }
}

/// A call of a type's own implementation, for the code of `@Advisable`.
public struct OwnCall {
  let declaring: any ExtensionBase.Type
  let base: any ExtensionBase.Type
  let requirement: Int

  /// - Parameters:
  ///   - declaring: the base class for the type that has the implementation.
  ///   - base: that for the type of the value or object.
  ///   - requirement: its number among those of the protocol.
  public init(
    declaring: any ExtensionBase.Type, base: any ExtensionBase.Type, requirement: Int
  ) {
    self.declaring = declaring
    self.base = base
    self.requirement = requirement
  }
}

/// What was found for own implementations, as of one version of the registry's state.
struct OwnHeads {
  struct Key: Hashable {
    let declaring: ObjectIdentifier
    let base: ObjectIdentifier
    let requirement: Int

    init(_ call: OwnCall) {
      declaring = ObjectIdentifier(call.declaring)
      base = ObjectIdentifier(call.base)
      requirement = call.requirement
    }
  }

  private var version: UInt64 = 0
  private var heads: [Key: LinkAddress] = [:]

  func head(_ key: Key, version: UInt64) -> LinkAddress? {
    version == self.version ? heads[key] : nil
  }

  mutating func keep(_ head: LinkAddress, _ key: Key, version: UInt64) {
    if version != self.version { heads = [:] }
    self.version = version
    heads[key] = head
  }
}

extension RegistryStore {
  /// Puts advice in front of an own implementation. There is no chain: extensions are
  /// for types that do not implement the requirement.
  fileprivate func ownHead(
    _ call: OwnCall, publishingIn cell: CellAddress?, _ makeLink: (LinkSeat) -> ExtensionLink
  ) -> LinkAddress {
    let key = OwnHeads.Key(call)
    let known = withState { state in state.ownHeads.head(key, version: state.version) }
    // Where a cell is there to be filled, it was emptied since.
    if let known, cell == nil { return known }
    let snapshot = snapshot(for: call.base)
    let head = advised(call, snapshot, implementation: implementation(call, makeLink))
    return state.withLock { state in
      if let cell {
        var publication = Publication(
          State.Answer.own(head, cell, call.base.subject), version: snapshot.version)
        while !publication.isOver { publication.advance(in: &state) }
      } else if state.version == snapshot.version {
        state.ownHeads.keep(head, key, version: snapshot.version)
      }
      return head
    }
  }

  private func implementation(
    _ call: OwnCall, _ makeLink: (LinkSeat) -> ExtensionLink
  ) -> LinkAddress {
    let key = LinkTable.Key(
      record: nil, base: ObjectIdentifier(call.declaring), successors: [],
      requirement: call.requirement)
    return link(key) ?? keep(makeLink(.allocate([])), as: key)
  }

  private func advised(
    _ call: OwnCall, _ snapshot: Snapshot, implementation: LinkAddress
  ) -> LinkAddress {
    let finalLink = finalLink(of: call.base)
    var heads = call.base.extensibleProtocol.requirements.map { _ in finalLink }
    heads[call.requirement] = implementation
    var links = AdviceLinks(call.base, heads: heads, finalLink: finalLink, store: self)
    let found = SubjectAdvice(call.base, snapshot)
    noteAsked(call.base)
    for advice in found.advice.reversed()
    where advice.requirements.contains(call.requirement) {
      do { try links.add(advice) } catch { passOver(error, for: call.base) }
    }
    return links.heads[call.requirement]
  }
}
