// SPDX-License-Identifier: Apache-2.0

/// Facts about the image that a file becomes.
public struct ImageFacts: Hashable, Sendable {
  /// Whether it is a program.
  ///
  /// An extension in a program takes precedence over its repetition in a library.
  public var isExecutable: Bool
  /// The SONAME, by which builds of one image are recognised; nil if there is
  /// none, and the file name is used.
  public var soname: String?
  /// The name in its manifest as a plug-in; nil if it has none, or several.
  public var pluginName: String?
  /// The build ID in hexadecimal; nil if the linker wrote none.
  public var buildID: String?

  /// Creates facts; by default those of an object, or of a library without
  /// SONAME.
  public init(isExecutable: Bool = false, soname: String? = nil, buildID: String? = nil) {
    self.isExecutable = isExecutable
    self.soname = soname
    self.buildID = buildID
  }
}

extension ELFFile {
  /// The facts, as far as they can be read.
  ///
  /// - Parameter problem: called, on the first reading, for parts that can't be
  ///   read.
  func imageFacts(problem: (InspectionError) -> Void) -> ImageFacts {
    if let imageFactsOnce { return imageFactsOnce }
    var facts = ImageFacts()
    if header.isLinked {
      var first: InspectionError?
      do throws(InspectionError) { try readNames(&facts) } catch {
        first = error
        problem(error)
      }
      // Both need the segment table.
      do throws(InspectionError) { facts.buildID = try buildID() } catch {
        if error != first { problem(error) }
      }
    }
    imageFactsOnce = facts
    return facts
  }

  private func readNames(_ facts: inout ImageFacts) throws(InspectionError) {
    let dynamic = try dynamicSegment()
    let soname = try dynamic.values[DynamicSegment.Tag.soname].flatMap {
      offset throws(InspectionError) in try dynamic.string(at: offset, of: self)
    }
    // A library that can also be run has a SONAME. Some linkers don't mark
    // position-independent programs, and a static one has no interpreter.
    let hasInterpreter = try segments().contains { $0.type == Segment.interpreter }
    facts.isExecutable =
      header.type == .executable || dynamic.isProgram || hasInterpreter && soname == nil
    facts.soname = soname
  }
}
