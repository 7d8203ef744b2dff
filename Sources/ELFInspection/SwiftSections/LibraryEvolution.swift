// SPDX-License-Identifier: Apache-2.0

extension ELFFile {
  /// Whether classes were compiled with library evolution, by their names; classes that others can't
  /// see are left out.
  ///
  /// Only such a library has dispatch thunks, by which others call the methods of its classes.
  ///
  /// - Parameter classes: the names with their modules.
  func libraryEvolution(of classes: Set<String>) throws(InspectionError) -> [String: Bool] {
    guard !classes.isEmpty else { return [:] }
    let tables = header.isLinked ? [SectionType.dynamicSymbols] : [SectionType.symbols]
    var visible: Set<String> = []
    var resilient: Set<String> = []
    try eachDefinedSymbol(of: tables) { symbol, name in
      let isClass = name.hasSuffix("CMn")
      guard symbol.isGlobal, isClass || name.hasSuffix("Tj"), resilient.count < classes.count,
        let text = Demangling.text(String(decoding: name, as: UTF8.self))
      else { return }
      for one in classes {
        if isClass {
          if text == "nominal type descriptor for \(one)" { visible.insert(one) }
        } else if text.hasPrefix("dispatch thunk of \(one).") {
          resilient.insert(one)
        }
      }
    }
    return Dictionary(
      uniqueKeysWithValues: visible.union(resilient).map { ($0, resilient.contains($0)) })
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func hasSuffix(_ suffix: StaticString) -> Bool {
    suffix.withUTF8Buffer { self.suffix($0.count).elementsEqual($0) }
  }
}
