// SPDX-License-Identifier: Apache-2.0

/// The next link for each requirement.
@frozen
public struct LinkSuccessors: @unchecked Sendable {
  /// A link for each requirement, and the final link.
  ///
  /// The successors of the final link are marked. The word before them is the slot of advice, unless
  /// a program has allocated the memory.
  @usableFromInline let links: UnsafePointer<UnsafeRawPointer>

  /// Creates successors.
  ///
  /// - Parameter links: a link for each requirement, and the final link, which all
  ///   live for ever.
  @inlinable
  public init(_ links: UnsafePointer<UnsafeRawPointer>) {
    self.links = links
  }

  /// The bit that marks an address as that of a `ChainEnd`.
  @usableFromInline static var mark: UInt {
    @inlinable @inline(__always) get { 1 }
  }

  /// The next link for a requirement, without retaining it.
  ///
  /// There is none below the final link: a call ends the process.
  @inlinable
  @inline(__always)
  public func successor<Link: ExtensionLink>(
    _ requirement: Int, as type: Link.Type
  ) -> Unmanaged<Link> {
    var successor = links[requirement]
    if UInt(bitPattern: successor) & Self.mark != 0 { successor = marked(at: requirement) }
    // Chains of a protocol consist of its own links, which live for ever.
    return Unmanaged.fromOpaque(successor)
  }

  /// Whether a link other than the final one is below.
  public func hasSuccessor(_ requirement: Int, of requirementCount: Int) -> Bool {
    links[requirement] != links[requirementCount]
  }
}

/// The address of a link that lives for ever, for cells and other links.
struct LinkAddress: Hashable, @unchecked Sendable {
  let address: UnsafeRawPointer

  var bits: UInt { UInt(bitPattern: address) }

  /// Keeps a link for ever.
  static func keep(_ link: ExtensionLink) -> LinkAddress {
    LinkAddress(address: Unmanaged.passRetained(link).toOpaque())
  }
}

extension LinkSuccessors {
  /// Allocates successors.
  ///
  /// The caller frees them unless it keeps their link.
  static func allocate(_ successors: [LinkAddress]) -> LinkSuccessors {
    allocate(successors.count, slot: 0) { successors[$0] }
  }

  /// - Parameter slot: the word before the successors.
  static func allocate(
    _ count: Int, slot: UInt, successor: (Int) -> LinkAddress
  ) -> LinkSuccessors {
    let memory = UnsafeMutablePointer<UnsafeRawPointer?>.allocate(capacity: count + 1)
    memory.initialize(to: UnsafeRawPointer(bitPattern: slot))
    for number in 0..<count {
      (memory + 1 + number).initialize(to: successor(number).address)
    }
    // No successor is nil, so the optional pointers can be read as pointers.
    return LinkSuccessors(
      UnsafeRawPointer(memory + 1).assumingMemoryBound(to: UnsafeRawPointer.self))
  }

  /// The address of the next link for a requirement.
  func address(of requirement: Int) -> LinkAddress { LinkAddress(address: links[requirement]) }

  func deallocate() { (links - 1).deallocate() }
}

/// Ends the process for a call at the end of a chain, with an explanation by the registry.
///
/// It is in place of the successors of the final link.
final class ChainEnd: Sendable {
  fileprivate let stop: @Sendable (any ExtensionBase.Type, Int) -> Never

  init(_ stop: @escaping @Sendable (any ExtensionBase.Type, Int) -> Never) {
    self.stop = stop
  }

  /// The successors of a final link: each is this object, marked. They keep it for ever.
  ///
  /// The word before them is the class.
  func successors(of base: any ExtensionBase.Type) -> LinkSuccessors {
    // No address of an object has the marking bit.
    let address = Unmanaged.passRetained(self).toOpaque() + Int(LinkSuccessors.mark)
    return .allocate(
      base.extensibleProtocol.requirements.count + 1,
      slot: unsafeBitCast(base as Any.Type, to: UInt.self)
    ) { _ in LinkAddress(address: address) }
  }
}

extension LinkSuccessors {
  /// Ends the process for a requirement whose successor is marked.
  ///
  /// It has few parameters, since each use of `super` contains a call of it.
  @usableFromInline
  func marked(at requirement: Int) -> UnsafeRawPointer {
    let mark = links[requirement] - Int(Self.mark)
    let type = (links - 1).withMemoryRebound(to: Any.Type.self, capacity: 1) { $0.pointee }
    guard let base = type as? any ExtensionBase.Type else {
      fatalError("Graft: \(type) ends a chain, and is no extension's class")
    }
    Unmanaged<ChainEnd>.fromOpaque(mark).takeUnretainedValue().stop(base, requirement)
  }
}
