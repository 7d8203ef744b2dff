// SPDX-License-Identifier: Apache-2.0

import Graft

/// Whether a courier keeps its receiver alive.
public enum ReceiverHold: Hashable, Sendable {
  /// It does not: an object that is gone is no receiver any more.
  case weakly
  /// It does, until the receiver is removed. Values can only be held so.
  case strongly
}

/// Tells one receiver of a courier from the others: the object, or the value that was
/// added.
public struct ReceiverIdentity: Hashable, Sendable {
  private enum Identity: Hashable {
    case object(ObjectIdentifier)
    case value(UInt64)
  }

  private let identity: Identity

  /// That of an object. The identity of a value is what `add` returns.
  public init(_ object: AnyObject) { identity = .object(ObjectIdentifier(object)) }

  init(value: UInt64) { identity = .value(value) }
}

/// Where among a courier's receivers one comes to stand.
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

  /// Just before the receiver that `add` returned this for.
  public static func before(_ receiver: ReceiverIdentity) -> Self {
    Self(place: .before(receiver, "\(receiver)"))
  }

  /// Just after the receiver that `add` returned this for.
  public static func after(_ receiver: ReceiverIdentity) -> Self {
    Self(place: .after(receiver, "\(receiver)"))
  }
}

/// One receiver in the list of a courier.
struct ReceiverRegistration {
  private enum Held {
    case weakly(WeakReceiver)
    case strongly(Any)
  }

  let identity: ReceiverIdentity
  /// The images that its type comes from, by where their program headers are.
  let images: Set<UInt>
  private let held: Held

  init(object: AnyObject, _ hold: ReceiverHold) {
    identity = ReceiverIdentity(object)
    images = CourierSupport.images(of: type(of: object))
    held = hold == .weakly ? .weakly(WeakReceiver(object)) : .strongly(object)
  }

  /// - Parameters:
  ///   - number: among the values of its courier.
  ///   - images: what the loader says of its type. It is not to be asked here, under the
  ///     registry's lock.
  init(value: Any, number: UInt64, images: Set<UInt>) {
    identity = ReceiverIdentity(value: number)
    self.images = images
    held = .strongly(value)
  }

  /// Nil if it is gone.
  var receiver: Any? {
    switch held {
    case .weakly(let weakly): weakly.object
    case .strongly(let receiver): receiver
    }
  }

  var isAlive: Bool { receiver != nil }

  /// Nil if it is gone, or does not conform.
  func receiver<Receiver>(
    as type: Receiver.Type
  ) -> (receiver: Receiver, weakly: WeakReceiver?)? {
    guard let anyone = self.receiver, let receiver = anyone as? Receiver else { return nil }
    guard case .weakly(let weakly) = held else { return (receiver, nil) }
    return (receiver, weakly)
  }
}
