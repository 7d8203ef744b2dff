// SPDX-License-Identifier: Apache-2.0

/// By what the published subjects are found whose answers a change can change: numbers in the
/// order in which they were published first.
///
/// What was added since is entered when somebody asks, so a first call does not pay for changes
/// that may never come.
struct SubjectIndex {
  private var count = 0
  /// By the protocol's name, without what qualifies it.
  private var byProtocol = KeyTable<String, [Int]>()
  /// By what declares conformances of the subject.
  private var byDescriptor = KeyTable<TypeDescriptor, [Int]>()

  /// - Parameter base: of the subject with a number.
  mutating func enter(_ count: Int, base: (Int) -> any ExtensionBase.Type) {
    for number in self.count..<count {
      let base = base(number)
      byProtocol[base.extensibleProtocol.name, default: []].append(number)
      for descriptor in TypeMetadata(base.subject).declaringDescriptors {
        byDescriptor[descriptor, default: []].append(number)
      }
    }
    self.count = count
  }

  func ofProtocol(named name: String) -> [Int] { byProtocol[name] ?? [] }

  func declared(by type: TypeDescriptor) -> [Int] { byDescriptor[type] ?? [] }
}
