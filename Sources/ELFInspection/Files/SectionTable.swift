// SPDX-License-Identifier: Apache-2.0

internal import CLibelf

extension ELFFile {
  /// The section table, without section 0; names are nil if they can't be used.
  public func sections() throws(InspectionError) -> [Section] {
    if let sectionsOnce { return sectionsOnce }
    var sections: [Section] = []
    guard sectionCount > 0 else { return [] }
    sections.reserveCapacity(sectionCount)
    let names = try? sectionNames()
    try eachSection { index, header throws(InspectionError) in
      let name = names?.name(at: UInt64(header.sh_name))
      if let name { try budget.take(byteCount: UInt64(name.count)) }
      sections.append(
        Section(
          self.header.machine, index, header,
          name: name.map { String(decoding: $0, as: UTF8.self) }))
    }
    sectionsOnce = sections
    return sections
  }

  /// All sections with a name; an object can have several.
  ///
  /// - Parameter problem: called if a section's name is outside the table of
  ///   names.
  /// - Throws: if the names can't be used.
  public func sections(
    named wanted: String, problem: (InspectionError) -> Void
  ) throws(InspectionError) -> [Section] {
    try sections(problem: problem, mayMatch: { $0.contain(wanted) }) { names, offset in
      names.has(wanted, at: offset) ? wanted : nil
    }
  }

  /// All sections whose name matches a shell pattern.
  ///
  /// - Parameter problem: called if a section's name is outside the table of
  ///   names.
  /// - Throws: if the names can't be used.
  public func sections(
    matching glob: String, problem: (InspectionError) -> Void
  ) throws(InspectionError) -> [Section] {
    guard Path.isPattern(glob) else { return try sections(named: glob, problem: problem) }
    return try sections(
      problem: problem, mayMatch: { _ in true }
    ) { names, offset throws(InspectionError) in
      let name = names.name(at: offset)!
      try budget.take(byteCount: UInt64(name.count))
      return Path(bytes: Array(name)).matches(glob) ? String(decoding: name, as: UTF8.self) : nil
    }
  }

  private func sections(
    problem: (InspectionError) -> Void, mayMatch: (SectionNames) -> Bool,
    _ matching: (SectionNames, UInt64) throws(InspectionError) -> String?
  ) throws(InspectionError) -> [Section] {
    guard try mayHaveSection(mayMatch), let names = try sectionNames() else { return [] }
    var sections: [Section] = []
    var nameless: (first: Int, count: Int)?
    try eachSection { index, header throws(InspectionError) in
      guard header.sh_name < names.bytes.count else {
        nameless = (nameless?.first ?? index, (nameless?.count ?? 0) + 1)
        return
      }
      guard let name = try matching(names, UInt64(header.sh_name)) else { return }
      sections.append(Section(self.header.machine, index, header, name: name))
    }
    if let nameless {
      let entry = header.encoding.is64Bit ? 64 : 40
      problem(
        InspectionError(
          .malformedSectionNames,
          nameless.count == 1
            ? "section \(nameless.first) has its name outside the table of names"
            : "\(nameless.count) sections have their names outside the table of names",
          offset: header.sectionTableOffset + UInt64(nameless.first * entry),
          value: UInt64(names.bytes.count)))
    }
    return sections
  }

  /// Calls `visit` with each section, from section 1.
  private func eachSection(
    _ visit: (Int, GElf_Shdr) throws(InspectionError) -> Void
  ) throws(InspectionError) {
    var count = 1
    try handle.eachSection { index, header throws(InspectionError) in
      count += 1
      try visit(index, header)
    }
    // libelf ends early if it runs out of memory.
    guard count >= sectionCount else { throw .libelf("can't read the section table") }
  }

  /// The section with an index that the file gives.
  func section(_ index: UInt32) throws(InspectionError) -> Section? {
    let sections = try sections()
    // The array lacks section 0, so it is one shorter.
    guard index > 0, index <= sections.count else { return nil }
    return sections[Int(index) - 1]
  }
}

extension Section {
  fileprivate init(_ machine: UInt16, _ index: Int, _ header: GElf_Shdr, name: String?) {
    self.init(
      machine: machine, index: index, name: name, type: header.sh_type, flags: header.sh_flags,
      virtualAddress: header.sh_addr, offset: header.sh_offset, byteCount: header.sh_size,
      link: header.sh_link, info: header.sh_info, alignment: header.sh_addralign,
      entryByteCount: header.sh_entsize)
  }
}
