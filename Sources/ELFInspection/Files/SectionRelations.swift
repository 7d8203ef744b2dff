// SPDX-License-Identifier: Apache-2.0

/// The sections that describe other sections, by index.
///
/// They are collected once, since every section can be asked about.
struct SectionRelations {
  /// The relocation tables of an object, by the section they apply to.
  private var relocationTables: [UInt32: [Int]] = [:]
  /// The relocation tables of a linked file; they apply to addresses.
  private var loadedRelocationTables: [Int] = []
  /// The tables SHT_SYMTAB_SHNDX, by their symbol table.
  private(set) var symbolSections: [UInt32: Int] = [:]

  init(_ file: ELFFile) throws(InspectionError) {
    let isObject = file.header.type == .relocatable
    for section in try file.sections() {
      switch section.type {
      case SectionType.rela, SectionType.rel:
        if isObject {
          relocationTables[section.info, default: []].append(section.index)
        } else if section.isLoaded {
          loadedRelocationTables.append(section.index)
        }
      case SectionType.relr, SectionType.androidRelr:
        guard !isObject, section.isLoaded else { break }
        loadedRelocationTables.append(section.index)
      case SectionType.symbolSections where symbolSections[section.link] == nil:
        symbolSections[section.link] = section.index
      default: break
      }
    }
  }

  /// The tables of relocations that can apply to a section.
  func relocationTables(of section: Section, in header: ELFHeader) -> [Int] {
    if header.type == .relocatable { return relocationTables[UInt32(section.index)] ?? [] }
    return section.isLoaded ? loadedRelocationTables : []
  }
}

extension ELFFile {
  func relations() throws(InspectionError) -> SectionRelations {
    if let relationsOnce { return relationsOnce }
    let relations = try SectionRelations(self)
    relationsOnce = relations
    return relations
  }
}
