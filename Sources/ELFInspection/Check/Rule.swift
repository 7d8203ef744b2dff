// SPDX-License-Identifier: Apache-2.0

/// A rule of `check`.
public enum Rule: String, Hashable, Sendable, CaseIterable {
  case recordMalformed = "record-malformed"
  case unknownVersion = "unknown-version"
  case unknownKind = "unknown-kind"
  case anchorMissing = "anchor-missing"
  case anchorMisplaced = "anchor-misplaced"
  case sectionNotRetained = "section-not-retained"
  case extensionTwice = "extension-twice"
  case extensionConflict = "extension-conflict"
  case sectionWritableExecutable = "section-writable-executable"
  case noteMalformed = "note-malformed"
  case sectionTableOutside = "section-table-outside"
  case descriptorLost = "descriptor-lost"
  case classUnregistered = "class-unregistered"
  case growingWithoutEvolution = "growing-without-evolution"

  /// The severity: an error makes extensions fail or hides that they are
  /// missing; a warning can be intended.
  public var severity: Severity { row.severity }

  /// The rule's findings in one line.
  public var summary: String { row.summary }

  /// The rule's subject, and what to do about a finding.
  public var explanation: String { row.explanation }

  private struct Row {
    let severity: Severity
    let summary: String
    let explanation: String

    init(_ severity: Severity, _ summary: String, _ explanation: String) {
      (self.severity, self.summary, self.explanation) = (severity, summary, explanation)
    }
  }

  private var row: Row {
    switch self {
    case .recordMalformed:
      Row(
        .error, "A record that makes no sense, or a second manifest",
        """
        A record's size, counts, text or accessor make no sense, so the loader skips it,
        or gives up the rest of the section. A linked file with two manifests is refused:
        keep one GRAFT_PLUGIN or @Plugin. Only GRAFT_EXTENSION and @Extension should
        write into graft_descriptors: look for other code that does, or for a linker
        script that merges sections.
        """)
    case .unknownVersion:
      Row(
        .error, "A record or anchor of a version that this Graft does not know",
        """
        A record or an anchor is of a version that this Graft does not know, and its
        loader skips it. Build the file and the program that loads it with the same
        Graft, or update the older one.
        """)
    case .unknownKind:
      Row(
        .warning, "A record of a kind that this Graft does not know",
        """
        A record is of a kind that this Graft does not know, and its loader skips it.
        Update Graft in the program that loads the file.
        """)
    case .anchorMissing:
      Row(
        .error, "A linked file with records and without the note by which loaders find them",
        """
        The file has records and no note GraftAnchor, so a loader that comes after it
        does not see them. A tool has removed the note (objcopy -R '.note.*'), or a record
        was written without graft.h: keep the note, include the header.
        """)
    case .anchorMisplaced:
      Row(
        .error, "An anchor whose bounds are not those of the section",
        """
        The note GraftAnchor names other bounds than those of the section of records. The
        file was changed after linking, or its records lie in several sections, of which a
        loader sees one: link again, and let no linker script split graft_descriptors.
        """)
    case .sectionNotRetained:
      Row(
        .error, "An object's section that --gc-sections would drop",
        """
        An object's section of records lacks the flag SHF_GNU_RETAIN, so a linker that
        collects sections (--gc-sections, as in SwiftPM's release builds) drops it silently.
        Use GRAFT_EXTENSION with gcc 11 or clang 13 and binutils 2.36 or later.
        """)
    case .extensionTwice:
      Row(
        .warning, "The same extension in two of the files",
        """
        The same extension (protocol, name and constraints) is in two places. At run time
        one of them counts: the executable's, else that of the lowest image identity. Most
        often one module is linked into two images: link it into one.
        """)
    case .extensionConflict:
      Row(
        .warning, "Extensions of which none comes first",
        """
        Extensions implement a requirement of the same protocol, and no rule puts one
        first: for the types that the finding names, or by name, since their constraints
        and priorities are the same. So at run time all of them are passed over: give one
        a higher priority, or other constraints.
        """)
    case .sectionWritableExecutable:
      Row(
        .warning, "A section that can be written and run",
        """
        A section is writable and executable: whoever can write to it can run code. Graft
        never needs that; look for hand-written assembly or a linker script.
        """)
    case .noteMalformed:
      Row(
        .warning, "A note .note.dlopen or .note.package that packagers can't read",
        """
        A note for packagers is cut off or not JSON as its specification has it, so they
        miss a library that the file opens, or the package that it is from. Write
        .note.dlopen with #dlopenNote or GRAFT_DLOPEN, and .note.package with the linker's
        option --package-metadata.
        """)
    case .sectionTableOutside:
      Row(
        .error, "A truncated file",
        """
        The section table lies outside the file. It was truncated, by a copy or download
        that stopped or a full disk, and must not be taken for a file without extensions.
        """)
    case .descriptorLost:
      Row(
        .error, "A descriptor or manifest of the inputs that the product lacks",
        """
        An input of the link has a descriptor or manifest that the product has not. The
        linker left its object out of an archive, or collected its section: see the cause
        that the finding names.
        """)
    case .classUnregistered:
      Row(
        .warning, "A class that looks like an extension and has no record",
        """
        A class derives from the base class of an @Extensible protocol and has no record,
        so nothing ever calls it. Put @Extension before it; a class that others are to
        derive from does not exist among extensions. The library of the protocol has to
        be among the files, since only there it is known which class is a base.
        """)
    case .growingWithoutEvolution:
      Row(
        .warning, "A protocol that grows, in a library without library evolution",
        """
        A library declares a protocol with @Extensible(growing: true) and was built without
        library evolution, so each plug-in that was compiled before is refused once the
        protocol has more requirements. Build the library's target with
        -enable-library-evolution, or remove growing: true.
        """)
    }
  }
}
