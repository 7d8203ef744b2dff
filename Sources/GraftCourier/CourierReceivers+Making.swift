// SPDX-License-Identifier: Apache-2.0

public import CGraft

extension CourierReceivers {
  /// Creates the receivers of a courier.
  ///
  /// Only the code of `@Courier` calls it.
  ///
  /// - Parameters:
  ///   - protocolType: the courier's protocol, such as `(any P).self`.
  ///   - policy: the policies for results and errors.
  @_alwaysEmitIntoClient
  public init(of protocolType: Any.Type, _ policy: CourierPolicy) {
    graft_refer_to_epoch()
    self.init(forwarding: protocolType, policy)
  }

  @usableFromInline
  init(forwarding protocolType: Any.Type, _ policy: CourierPolicy) {
    store = ReceiverStore(protocolType, policy)
    slots = store.slots
  }
}
