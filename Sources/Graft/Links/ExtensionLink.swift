// SPDX-License-Identifier: Apache-2.0

/// An extension's object in the chains of one subject.
///
/// `@Extensible` on protocol `P` writes the subclass `PExtension<Subject>`, of
/// which `@Extension` classes are subclasses in turn. Links have no state beside
/// their place in the chains, are shared between threads and live for ever.
open class ExtensionLink: _GuaranteedReference {
  /// The place in the chains: what comes next for each requirement.
  public final let seat: LinkSeat

  /// For the registry, which makes all links.
  public required init(_ seat: LinkSeat) {
    self.seat = seat
  }
}

// Said once, for the classes of all protocols: the compiler can ask for it, and a macro
// can't write it beside them.
@available(*, unavailable)
extension ExtensionLink: @unchecked Sendable {}

/// What stands below a link: for each requirement the next link in line.
@frozen
public struct LinkSeat: @unchecked Sendable {
  /// One link for each requirement and then the final link; the final link's own all have
  /// the mark of an end. Before them lies the word by which a link finds what stands in front;
  /// nothing does in a seat that a program makes.
  @usableFromInline let successors: UnsafePointer<UnsafeRawPointer>

  /// - Parameter successors: one link for each requirement and then the final link, which
  ///   live as long as the process.
  @inlinable
  public init(successors: UnsafePointer<UnsafeRawPointer>) {
    self.successors = successors
  }

  /// The bit of a successor that is none: it ends the chain.
  @usableFromInline static var endMark: UInt {
    @inlinable @inline(__always) get { 1 }
  }

  /// The next link in line for a requirement, without retaining it. A call that comes from
  /// the final link ends the process.
  @inlinable
  @inline(__always)
  public func successor<Link: ExtensionLink>(
    _ requirement: Int, as type: Link.Type
  ) -> Unmanaged<Link> {
    let successor = successors[requirement]
    guard UInt(bitPattern: successor) & Self.endMark == 0 else { stop(at: requirement) }
    // Chains of a protocol are made of its own links, which are kept for ever.
    return Unmanaged.fromOpaque(successor)
  }

  /// False if only the final link, which traps, is below.
  public func hasSuccessor(_ requirement: Int, of requirementCount: Int) -> Bool {
    successors[requirement] != successors[requirementCount]
  }
}
