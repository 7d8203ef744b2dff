// SPDX-License-Identifier: Apache-2.0

/// The cells of types' own implementations of one requirement.
struct OwnMember: @unchecked Sendable {
  /// The cell for objects of subclasses of the type that has an implementation.
  private final class Inherited {
    let declaring: UInt
    let cell: CellAddress
    let next: UnsafeRawPointer?

    init(_ declaring: UInt, next: UnsafeRawPointer?) {
      self.declaring = declaring
      self.next = next
      cell = .allocate()
    }
  }

  /// The cell for values and objects of just the type that has the implementation.
  private let cell = CellAddress.allocate()
  /// A list that only grows, with a cell for each class that has an implementation and subclasses.
  private let inherited = SharedWord(allocated: 0)

  /// The cell of one type's implementation.
  ///
  /// Its keys are types.
  func cell(of declaring: Any.Type, for type: Any.Type) -> CellAddress {
    if declaring == type { return cell }
    let key = GeneratedCode.DispatchKey.ofErased(declaring)
    while true {
      // "First entry", "before adding", "add entry".
      let first = inherited.acquire()
      var found = UnsafeRawPointer(bitPattern: first)
      while let each = found {
        // Nodes are retained, and never removed.
        let node = Unmanaged<Inherited>.fromOpaque(each)
        if unsafe node._withUnsafeGuaranteedRef({ $0.declaring == key }) {
          return unsafe node._withUnsafeGuaranteedRef { $0.cell }
        }
        found = unsafe node._withUnsafeGuaranteedRef { $0.next }
      }
      let new = Unmanaged.passRetained(Inherited(key, next: UnsafeRawPointer(bitPattern: first)))
      let (isAdded, _) = inherited.compareExchange(
        expected: first, desired: UInt(bitPattern: new.toOpaque()))
      // Another thread may have added the same cell.
      if !isAdded { new.release() }
    }
  }
}

extension CellAddress {
  /// Allocates a cell for ever.
  fileprivate static func allocate() -> CellAddress {
    let words = UnsafeMutablePointer<GeneratedCode.DispatchCell.Words>.allocate(capacity: 1)
    words.initialize(to: (0, 0, 0, 0, 0))
    return CellAddress(GeneratedCode.DispatchCell.at(words, 0))
  }
}
