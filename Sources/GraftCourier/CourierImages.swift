// SPDX-License-Identifier: Apache-2.0

import Graft

/// The couriers with receivers that come from shared objects: what becomes of an
/// image changes what these publish.
final class CourierImages: Sendable {
  private struct WeakStore {
    weak var store: ReceiverStore?
  }

  static let shared = CourierImages()

  private let stores = Guarded<[ObjectIdentifier: WeakStore]>([:])

  private init() {
    CourierSupport.whenCountChanges { [self] in noticeChange() }
  }

  func watch(_ store: ReceiverStore) {
    stores.withLock { $0[ObjectIdentifier(store)] = WeakStore(store: store) }
  }

  func forget(_ store: ReceiverStore) {
    stores.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(store)) }
  }

  private func noticeChange() {
    // Kept until the lock is open: a store that is given up here asks for it.
    let watching = stores.withLock { $0.values.map(\.store) }
    for store in watching { store?.change { _ in true } }
  }
}

extension ReceiverStore {
  func watchImages(_ addresses: Set<UInt>) {
    if !addresses.isEmpty { CourierImages.shared.watch(self) }
  }
}
