// SPDX-License-Identifier: Apache-2.0

import Graft

/// The way in which a courier holds a receiver.
public enum ReceiverHold: Hashable, Sendable {
  /// The courier does not keep it alive.
  ///
  /// A dead object is no longer a receiver.
  case weakly
  /// The courier keeps it alive until it is removed.
  ///
  /// Values can only be held strongly.
  case strongly
}

/// The identity of a courier's receiver: of the object, or of the value that was
/// added.
public struct ReceiverIdentity: Hashable, Sendable {
  private enum Identity: Hashable {
    case object(ObjectIdentifier)
    case value(UInt64)
  }

  private let identity: Identity

  /// Creates an object's identity.
  ///
  /// The identity of a value is the result of `add`.
  public init(_ object: AnyObject) { identity = .object(ObjectIdentifier(object)) }

  private static let lastValue = Guarded<UInt64>(0)

  /// The identity of a value that is added to some courier.
  static func ofNewValue() -> ReceiverIdentity {
    ReceiverIdentity(
      .value(
        lastValue.withLock { number in
          number += 1
          return number
        }))
  }

  private init(_ identity: Identity) { self.identity = identity }
}

/// The position of a receiver among a courier's receivers.
public struct ReceiverPlace: Sendable {
  enum Place {
    case first
    case last
    case before(ReceiverIdentity, String)
    case after(ReceiverIdentity, String)
  }

  let place: Place

  /// Before all others.
  public static var first: Self { Self(place: .first) }
  /// After all others.
  public static var last: Self { Self(place: .last) }

  /// Just before an object that is a receiver.
  public static func before(_ receiver: AnyObject) -> Self {
    Self(place: .before(ReceiverIdentity(receiver), "\(type(of: receiver))"))
  }

  /// Just after an object that is a receiver.
  public static func after(_ receiver: AnyObject) -> Self {
    Self(place: .after(ReceiverIdentity(receiver), "\(type(of: receiver))"))
  }

  /// Just before the receiver with this identity from `add`.
  public static func before(_ receiver: ReceiverIdentity) -> Self {
    Self(place: .before(receiver, "\(receiver)"))
  }

  /// Just after the receiver with this identity from `add`.
  public static func after(_ receiver: ReceiverIdentity) -> Self {
    Self(place: .after(receiver, "\(receiver)"))
  }
}

/// A receiver in a courier's list.
struct ReceiverRegistration {
  private enum Held {
    case weakly(WeakReceiver)
    case strongly(Any)
  }

  let identity: ReceiverIdentity
  /// The images of its type, all of which have to count, by the addresses of their program headers.
  private let images: Set<UInt>
  /// The shared objects whose code added it, one of which has to count; empty for the executable.
  private var owners: Set<UInt>
  private var held: Held

  /// - Parameters:
  ///   - receiver: an object, or a value, which is held strongly.
  ///   - images: the images of its type.
  ///   - owner: the shared object whose code added it.
  init(_ receiver: Any, _ hold: ReceiverHold, _ images: Set<UInt>, owner: UInt?) {
    let isObject = type(of: receiver) is AnyObject.Type
    identity = isObject ? ReceiverIdentity(receiver as AnyObject) : .ofNewValue()
    (self.images, owners) = (images, owner.map { [$0] } ?? [])
    held = hold == .weakly ? .weakly(WeakReceiver(receiver as AnyObject)) : .strongly(receiver)
  }

  /// Takes over what an earlier registration of the same object keeps.
  ///
  /// - Parameter hold: how it is to be held now; nil for as before.
  mutating func follow(_ earlier: ReceiverRegistration, _ hold: ReceiverHold?) {
    if hold == nil { held = earlier.held }
    // Whoever adds another's receiver does not take it along.
    owners = earlier.owners.isEmpty || owners.isEmpty ? [] : owners.union(earlier.owners)
  }

  /// Whether its images count, of which some do not.
  func counts(without inactive: Set<UInt>) -> Bool {
    images.isDisjoint(with: inactive) && (owners.isEmpty || !owners.isSubset(of: inactive))
  }

  /// Forgets what some images have added.
  ///
  /// - Returns: whether no other has added it.
  mutating func remove(owners removed: Set<UInt>) -> Bool {
    if owners.isDisjoint(with: removed) { return false }
    owners.subtract(removed)
    return owners.isEmpty
  }

  /// The receiver; nil if it is dead.
  var receiver: Any? {
    switch held {
    case .weakly(let weakly): weakly.object
    case .strongly(let receiver): receiver
    }
  }

  var isAlive: Bool { receiver != nil }

  /// Whether its type conforms to the protocols on every actor, as a cast does not tell.
  func conforms(to protocols: [CourierSupport.ForwardedProtocol]) -> Bool {
    guard !protocols.isEmpty, let receiver else { return protocols.isEmpty }
    return protocols.allSatisfy {
      CourierSupport.conformance(of: type(of: receiver), to: $0) == .present
    }
  }

  /// The receiver as a type; nil if it is dead, or does not conform.
  func receiver<Receiver>(
    as type: Receiver.Type
  ) -> (receiver: Receiver, weakly: WeakReceiver?)? {
    guard let anyone = self.receiver, let receiver = anyone as? Receiver else { return nil }
    guard case .weakly(let weakly) = held else { return (receiver, nil) }
    return (receiver, weakly)
  }
}
