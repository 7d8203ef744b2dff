// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials

/// The notes of a file for those who package it.
public struct PackagingNotes: Hashable, Sendable {
  /// Libraries that the file opens by itself (the UAPI Group's "ELF dlopen metadata").
  public var dlopen: [DlopenDependency] = []
  /// The package that the file was built for (systemd's "Package metadata for executable
  /// files"); the first one if there are several.
  public var package: PackageMetadata?

  /// Whether the file says nothing.
  public var isEmpty: Bool { dlopen.isEmpty && package == nil }
}

/// Packaging notes and their location.
public struct LocatedPackagingNotes: Hashable, Sendable {
  /// The file, or member of an archive, that holds them.
  public var origin: Origin
  /// The notes' contents.
  public var notes: PackagingNotes
}

/// A library that a file opens by itself, or several of which one will do.
public struct DlopenDependency: Hashable, Sendable, Decodable {
  /// The names by which the dynamic linker knows them, the best first.
  public var sonames: [String]
  /// The part of the program that needs one.
  public var feature: String?
  /// The use of the libraries.
  public var description: String?
  /// `required`, `recommended` or `suggested`.
  public var priority: String?

  private enum CodingKeys: String, CodingKey {
    case sonames = "soname", feature, description, priority
  }
}

/// The package that a file was built for.
public struct PackageMetadata: Hashable, Sendable, Decodable {
  /// The kind of package, such as `deb` or `rpm`.
  public var type: String?
  /// The package's name.
  public var name: String?
  /// The package's version.
  public var version: String?
  /// The distribution, as `ID` in os-release(5).
  public var os: String?
}

extension ELFFile {
  /// The packaging notes of the file; what can't be read is reported.
  func packagingNotes(
    _ problem: (InspectionError) -> Void
  ) throws(InspectionError) -> PackagingNotes {
    var found = PackagingNotes()
    for note in try desktopNotes() {
      do throws(InspectionError) {
        switch note.kind {
        case .dlopen:
          let read = try note.decoded([DlopenDependency].self)
          guard !read.contains(where: \.sonames.isEmpty) else {
            throw note.error("a member soname is empty")
          }
          found.dlopen += read
        case .package:
          let read = try note.decoded(PackageMetadata.self)
          if found.package == nil { found.package = read }
        }
      } catch {
        problem(error)
      }
    }
    return found
  }
}

extension DesktopNote {
  /// The most bytes of JSON that are read.
  private static let byteLimit = 1 << 16

  /// Reads the JSON, which zeros may follow.
  fileprivate func decoded<Value: Decodable>(_ type: Value.Type) throws(InspectionError) -> Value {
    guard let description else { throw error("it ends outside of its section or segment") }
    guard description.count <= Self.byteLimit else {
      throw error("it has more than \(Self.byteLimit.hex) bytes")
    }
    let end = description.lastIndex { $0 != 0 }.map { $0 + 1 } ?? description.startIndex
    do {
      return try JSONDecoder().decode(type, from: Data(description[..<end]))
    } catch {
      throw self.error(Self.reason(error as? DecodingError))
    }
  }

  fileprivate func error(_ reason: String) -> InspectionError {
    InspectionError(
      .malformedNote, "a note of \(kind.sectionName) is malformed: \(reason)", offset: offset)
  }

  private static func reason(_ error: DecodingError?) -> String {
    switch error {
    case .keyNotFound(let key, _): "a member \(key.stringValue) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      if let key = context.codingPath.last(where: { $0.intValue == nil }) {
        "a member \(key.stringValue) has another type"
      } else {
        "its JSON has another type"
      }
    default: "it is not JSON"
    }
  }
}
