// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

extension ELFFile {
  /// Whether the base classes of protocols that grow were compiled with library evolution, by the
  /// name with the module; classes that others can't see are left out.
  ///
  /// Only such a library has dispatch thunks, by which others call the methods of its classes.
  func libraryEvolution(
    of records: [ProtocolRecord]
  ) throws(InspectionError) -> [String: Bool] {
    let growing = Set(records.filter { $0.foundation != nil }.map(\.baseClass))
    guard !growing.isEmpty else { return [:] }
    let tables = header.isLinked ? [SectionType.dynamicSymbols] : [SectionType.symbols]
    var visible: Set<String> = []
    var resilient: Set<String> = []
    try eachDefinedSymbol(of: tables) { symbol, name in
      let isClass = name.hasSuffix("CMn")
      guard symbol.isGlobal, isClass || name.hasSuffix("Tj"), resilient.count < growing.count,
        let text = Demangling.text(String(decoding: name, as: UTF8.self))
      else { return }
      for baseClass in growing {
        if isClass {
          if text == "nominal type descriptor for \(baseClass)" { visible.insert(baseClass) }
        } else if text.hasPrefix("dispatch thunk of \(baseClass).") {
          resilient.insert(baseClass)
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

extension [LocatedProtocol] {
  /// Adds what symbols say of the libraries of protocols that grow.
  ///
  /// - Parameter entry: the file that they were found in.
  public mutating func addEvolution(in entry: ScanEntry) {
    guard contains(where: { $0.record.foundation != nil }) else { return }
    var found = self
    entry.eachFile { origin, file in
      let own = found.indices.filter { found[$0].origin == origin }
      guard !own.isEmpty, let file = try? file.get(),
        let evolution = try? file.libraryEvolution(of: own.map { found[$0].record })
      else { return }
      for index in own { found[index].hasEvolution = evolution[found[index].record.baseClass] }
    }
    self = found
  }
}
