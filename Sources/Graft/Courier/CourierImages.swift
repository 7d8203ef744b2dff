// SPDX-License-Identifier: Apache-2.0

/// The couriers with receivers that come from shared objects: what becomes of an
/// image changes what these publish.
enum CourierImages {
  private struct WeakStore {
    weak var store: ReceiverStore?
  }

  private static let stores = Guarded<[ObjectIdentifier: WeakStore]>([:])

  static func watch(_ store: ReceiverStore) {
    stores.withLock { $0[ObjectIdentifier(store)] = WeakStore(store: store) }
  }

  static func forget(_ store: ReceiverStore) {
    stores.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(store)) }
  }

  /// After each change of what counts. No lock of the registry is held.
  static func noticeChange() {
    // Kept until the lock is open: a store that is given up here asks for it.
    let watching = stores.withLock { $0.values.map(\.store) }
    for store in watching { store?.change { _ in true } }
  }
}

extension ReceiverStore {
  func watchImages(_ images: Set<UInt>) {
    if !images.isEmpty { CourierImages.watch(self) }
  }
}
