// SPDX-License-Identifier: Apache-2.0

import Graft

extension ReceiverStore {
  func add(
    _ receiver: Any, _ hold: ReceiverHold?, at place: ReceiverPlace?, _ dso: UnsafeRawPointer
  ) throws(CourierError) -> ReceiverIdentity {
    let type = type(of: receiver)
    try checkConformance(of: type)
    guard type is AnyObject.Type || hold == .strongly else {
      throw .valueHeldWeakly(receiver: CourierSupport.qualifiedName(of: type))
    }
    // The loader knows the images, but can't be asked under the lock.
    let owner = CourierSupport.sharedObject(around: dso)
    let images = CourierSupport.images(of: type)
    let added = ReceiverRegistration(receiver, hold ?? .weakly, images, owner: owner)
    if !images.isEmpty || owner != nil { CourierImages.shared.watch(self) }
    var outcome: Swift.Result<ReceiverIdentity, CourierError>?
    change(addingCourier: receiver is any Courier) { state in
      if isReached(from: receiver) {
        outcome = .failure(.endless(receiver: CourierSupport.qualifiedName(of: type)))
        return false
      }
      state.registrations.removeAll { !$0.isAlive }
      outcome = state.insert(added, hold, at: place, courier: "\(protocolType)")
      return true
    }
    return try outcome!.get()
  }

  /// Whether a receiver passes calls on to this courier.
  private func isReached(from receiver: Any) -> Bool {
    func store<Other: Courier>(of courier: Other) -> ReceiverStore { courier.receivers.store }
    var (rest, seen): ([Any], [ReceiverStore]) = ([receiver], [])
    // Couriers can share receivers.
    while let next = rest.popLast() {
      guard let courier = next as? any Courier else { continue }
      let other = store(of: courier)
      if other === self { return true }
      if seen.contains(where: { $0 === other }) { continue }
      seen.append(other)
      rest += other.current.registrations.compactMap(\.receiver)
    }
    return false
  }

  /// Checks that the type conforms on every actor.
  ///
  /// A cast would depend on the current actor, and calls can be on any.
  private func checkConformance(of type: Any.Type) throws(CourierError) {
    var conforms = false
    for wanted in protocols {
      switch CourierSupport.conformance(of: type, to: wanted) {
      case .absent: continue
      case .present: conforms = true
      case .isolated(let actor):
        throw .isolatedConformance(
          receiver: CourierSupport.qualifiedName(of: type), protocolName: wanted.qualifiedName,
          actor: actor)
      }
    }
    if !conforms {
      throw .notAReceiver(
        receiver: CourierSupport.qualifiedName(of: type), protocols: protocols.map(\.qualifiedName))
    }
  }
}

extension ReceiverStore.State {
  fileprivate mutating func insert(
    _ added: ReceiverRegistration, _ hold: ReceiverHold?, at place: ReceiverPlace?, courier: String
  ) -> Swift.Result<ReceiverIdentity, CourierError> {
    let present = index(of: added.identity)
    var added = added
    if let present { added.follow(registrations[present], hold) }
    if let present, place == nil {
      registrations[present] = added
      return .success(added.identity)
    }
    if let other = place?.other,
      other.identity == added.identity || index(of: other.identity) == nil
    {
      return .failure(.unknownPlace(receiver: other.name, courier: courier))
    }
    if let present { registrations.remove(at: present) }
    let index =
      switch place?.place ?? .last {
      case .first: 0
      case .last: registrations.count
      case .before(let other, _): index(of: other)!
      case .after(let other, _): index(of: other)! + 1
      }
    registrations.insert(added, at: index)
    return .success(added.identity)
  }
}

extension ReceiverPlace {
  fileprivate var other: (identity: ReceiverIdentity, name: String)? {
    switch place {
    case .first, .last: nil
    case .before(let identity, let name), .after(let identity, let name): (identity, name)
    }
  }
}
