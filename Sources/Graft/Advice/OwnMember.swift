// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Where calls of types' own implementations of one requirement find what to run.
struct OwnMember: @unchecked Sendable {
  /// Of objects of subclasses of the type that has an implementation.
  private final class Inherited {
    let declaring: UInt
    let cell: CellAddress
    let next: UnsafeRawPointer?

    init(_ declaring: UInt, next: UnsafeRawPointer?) {
      self.declaring = declaring
      self.next = next
      cell = .allocate()
    }
  }

  /// Of values and objects of just the type that has the implementation.
  private let cell = CellAddress.allocate()
  /// The first of a list that only grows: there is one for each class that has an
  /// implementation and subclasses.
  private let inherited: UnsafeMutablePointer<Atomic<UInt>>

  init() {
    inherited = .allocate(capacity: 1)
    inherited.initialize(to: Atomic(0))
  }

  /// The cell whose keys are types, of one type's implementation.
  func cell(of declaring: Any.Type, for type: Any.Type) -> CellAddress {
    if declaring == type { return cell }
    let key = _DispatchKey.ofErased(declaring)
    while true {
      let first = inherited.pointee.load(ordering: .acquiring)
      var found = UnsafeRawPointer(bitPattern: first)
      while let each = found {
        let node = Unmanaged<Inherited>.fromOpaque(each)
        if unsafe node._withUnsafeGuaranteedRef({ $0.declaring == key }) {
          return unsafe node._withUnsafeGuaranteedRef { $0.cell }
        }
        found = unsafe node._withUnsafeGuaranteedRef { $0.next }
      }
      let new = Unmanaged.passRetained(Inherited(key, next: UnsafeRawPointer(bitPattern: first)))
      let (isAdded, _) = inherited.pointee.compareExchange(
        expected: first, desired: UInt(bitPattern: new.toOpaque()),
        ordering: .acquiringAndReleasing)
      // What another thread has added may be the same.
      if !isAdded { new.release() }
    }
  }
}

extension CellAddress {
  /// Memory of its own, for ever.
  fileprivate static func allocate() -> CellAddress {
    let memory = UnsafeMutablePointer<_DispatchCell>.allocate(capacity: 1)
    memory.initialize(to: _DispatchCell())
    return CellAddress(UnsafePointer(memory))
  }
}

extension GeneratedCode {
  /// The link to call for a type's own implementation: that of the outermost advice, or
  /// the implementation's. Takes no lock once it is published.
  ///
  /// - Parameters:
  ///   - declaring: the base class for the type that has the implementation.
  ///   - requirement: its number among those of the protocol.
  ///   - type: that of the value or object.
  ///   - base: the base class for that.
  ///   - makeLink: makes the link that calls the implementation.
  public static func ownHead(
    _ declaring: any ExtensionBase.Type, _ requirement: Int, _ type: Any.Type,
    _ base: (Any.Type) -> any ExtensionBase.Type, makeLink: (LinkSeat) -> ExtensionLink
  ) -> UInt {
    let member = declaring.extensibleProtocol.ownMembers[requirement]
    let cell = member.cell(of: declaring.subject, for: type)
    if let head = cell.cell.pointee.search(for: _DispatchKey.ofErased(type)) { return head }
    let store = RegistryStore.shared
    if let head = store.inheritedHead(in: cell, for: type) { return head.bits }
    store.noticeConformances()
    return store.ownHead(
      OwnCall(declaring: declaring, base: base(type), requirement: requirement),
      publishingIn: cell, makeLink
    ).bits
  }
}

/// A call of a type's own implementation.
struct OwnCall {
  /// For the type that has the implementation.
  let declaring: any ExtensionBase.Type
  /// For the type of the value or object.
  let base: any ExtensionBase.Type
  let requirement: Int
}

extension RegistryStore {
  /// Puts advice in front of an own implementation. There is no chain: extensions are
  /// for types that do not implement the requirement.
  fileprivate func ownHead(
    _ call: OwnCall, publishingIn cell: CellAddress, _ makeLink: (LinkSeat) -> ExtensionLink
  ) -> LinkAddress {
    let snapshot = snapshot(for: call.base)
    let links = advised(call, snapshot, implementation: implementation(call, makeLink))
    let head = links.heads[call.requirement]
    return state.withLock { state in
      var publication = Publication(
        State.Answer.own(links, head, cell, call.base.subject), version: snapshot.version)
      while !publication.isOver { publication.advance(in: &state) }
      if publication.step != .published {
        state.exchangeAdvice(links, version: snapshot.version)
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
  ) -> AdviceLinks {
    let finalLink = finalLink(of: call.base)
    var heads = call.base.extensibleProtocol.requirements.map { _ in finalLink }
    heads[call.requirement] = implementation
    var advice = SubjectAdvice(call.base, snapshot)
    noteAsked(call.base)
    while true {
      do throws(LinkBuilder.MissingLink) {
        return try AdviceLinks(
          call.base, heads: heads, finalLink: finalLink, advice: advice.advice, store: self)
      } catch {
        passOver(error, for: call.base)
        advice.drop(error.record)
      }
    }
  }
}
