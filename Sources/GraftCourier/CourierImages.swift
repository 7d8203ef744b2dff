// SPDX-License-Identifier: Apache-2.0

import Graft

/// The couriers with receivers from shared objects.
///
/// A change of an image changes the receivers that these publish.
final class CourierImages: Sendable {
  private struct WeakStore {
    weak var store: ReceiverStore?
  }

  static let shared = CourierImages()

  private let stores = Guarded<[ObjectIdentifier: WeakStore]>([:])

  private init() {
    CourierSupport.whenCountChanges { [self] in noticeChange(removing: $0) }
  }

  func watch(_ store: ReceiverStore) {
    stores.withLock { $0[ObjectIdentifier(store)] = WeakStore(store: store) }
  }

  func forget(_ store: ReceiverStore) {
    stores.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(store)) }
  }

  /// - Parameter owners: the images whose receivers are removed.
  private func noticeChange(removing owners: Set<UInt>) {
    // Keeps the stores until the lock is released: the deinitialiser of a store takes
    // it.
    let watching = stores.withLock { $0.values.map(\.store) }
    for store in watching {
      store?.change { state in
        state.registrations = state.registrations.compactMap { registration in
          var registration = registration
          return registration.remove(owners: owners) ? nil : registration
        }
        return true
      }
    }
  }
}
