// SPDX-License-Identifier: Apache-2.0

/// An extension's object in the chains of one subject.
///
/// `@Extensible` on protocol `P` writes the subclass `PExtension<Subject>`, of
/// which `@Extension` classes are subclasses in turn. Links have no state beside
/// their successors, are shared between threads and live for ever.
open class ExtensionLink: GeneratedCode.GuaranteedReference {
  /// What comes next for each requirement.
  public final let successors: LinkSuccessors

  /// For the registry, which makes all links.
  public required init(_ successors: LinkSuccessors) {
    self.successors = successors
  }
}

// Said once, for the classes of all protocols: the compiler can ask for it, and a macro
// can't write it beside them.
@available(*, unavailable)
extension ExtensionLink: @unchecked Sendable {}

/// What stands below a link: for each requirement the next link in line.
@frozen
public struct LinkSuccessors: @unchecked Sendable {
  /// One link for each requirement and then the final link; the final link's own all have
  /// the mark of an end. Before them lies the word by which a link finds what stands in front;
  /// nothing does in memory that a program makes.
  @usableFromInline let links: UnsafePointer<UnsafeRawPointer>

  /// - Parameter links: one for each requirement and then the final link, which live as long as
  ///   the process.
  @inlinable
  public init(_ links: UnsafePointer<UnsafeRawPointer>) {
    self.links = links
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
    let successor = links[requirement]
    guard UInt(bitPattern: successor) & Self.endMark == 0 else { stop(at: requirement) }
    // Chains of a protocol are made of its own links, which are kept for ever.
    return Unmanaged.fromOpaque(successor)
  }

  /// False if only the final link, which traps, is below.
  public func hasSuccessor(_ requirement: Int, of requirementCount: Int) -> Bool {
    links[requirement] != links[requirementCount]
  }
}

/// A link that lives for ever, by its address: what cells and other links hold.
struct LinkAddress: Hashable, @unchecked Sendable {
  let address: UnsafeRawPointer

  init(address: UnsafeRawPointer) {
    self.address = address
  }

  /// - Parameter link: kept by the caller.
  init(_ link: ExtensionLink) {
    address = UnsafeRawPointer(Unmanaged.passUnretained(link).toOpaque())
  }

  var bits: UInt { UInt(bitPattern: address) }

  /// Keeps a link for ever.
  static func keep(_ link: ExtensionLink) -> LinkAddress {
    LinkAddress(Unmanaged.passRetained(link).takeUnretainedValue())
  }
}

extension LinkSuccessors {
  /// Successors whose memory is the caller's to give back, until a link that has them is kept.
  ///
  /// - Parameter slot: the word before the successors, where calls of a link find what stands in
  ///   front: nothing, at first.
  static func allocate(_ successors: [LinkAddress], slot: UInt = 0) -> LinkSuccessors {
    allocate(successors.count, slot: slot) { successors[$0] }
  }

  /// - Parameter successor: each by its number.
  static func allocate(
    _ count: Int, slot: UInt = 0, successor: (Int) -> LinkAddress
  ) -> LinkSuccessors {
    let memory = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: count + 1)
    memory.initialize(to: UnsafeRawPointer(bitPattern: slot))
    for number in 0..<count {
      (memory + 1 + number).initialize(to: successor(number).address)
    }
    // An optional pointer that is not nil is a pointer: both are one word.
    return LinkSuccessors(
      UnsafeRawPointer(memory + 1).assumingMemoryBound(to: UnsafeRawPointer.self))
  }

  func deallocate() { (links - 1).deallocate() }
}

/// What is asked when a call has come to the end of a chain: who made the chain knows what
/// was considered, and says so.
final class ChainEnd: Sendable {
  private let stopping: @Sendable (any ExtensionBase.Type, Int) -> Never

  init(_ stop: @escaping @Sendable (any ExtensionBase.Type, Int) -> Never) {
    stopping = stop
  }

  /// The successors of a link that ends chains: each is this, marked. The class is where other
  /// links have what stands in front. They live as long as the link, which is for ever.
  ///
  /// - Parameter requirementCount: of the protocol.
  func successors(of base: any ExtensionBase.Type, _ requirementCount: Int) -> LinkSuccessors {
    // Whoever publishes them keeps this object as long. The mark is a bit that no address of an
    // object has.
    let end = Unmanaged.passUnretained(self).toOpaque() + Int(LinkSuccessors.endMark)
    return .allocate(
      requirementCount + 1, slot: unsafeBitCast(base as Any.Type, to: UInt.self)
    ) { _ in LinkAddress(address: end) }
  }

  fileprivate func stop(_ base: any ExtensionBase.Type, _ requirement: Int) -> Never {
    stopping(base, requirement)
  }
}

extension LinkSuccessors {
  /// Ends the process: the chain of a requirement ends here. This is in each call of `super`,
  /// so it asks for as little as can be.
  @usableFromInline
  func stop(at requirement: Int) -> Never {
    let end = links[requirement] - Int(Self.endMark)
    let type = (links - 1).withMemoryRebound(to: Any.Type.self, capacity: 1) { $0.pointee }
    guard let base = type as? any ExtensionBase.Type else {
      fatalError("Graft: \(type) ends a chain, and is no extension's class")
    }
    Unmanaged<ChainEnd>.fromOpaque(end).takeUnretainedValue().stop(base, requirement)
  }
}
