// SPDX-License-Identifier: Apache-2.0

/// What a file tells of the image that it becomes.
public struct ImageFacts: Hashable, Sendable {
  /// It is a program: what it brings counts, and not a repetition in a library.
  public var isExecutable: Bool
  /// What the image is a build of; nil for none, where the file's name says it.
  public var soname: String?
  /// What a linker made of the content, in hexadecimal; nil where it was not asked to.
  public var buildID: String?

  /// By default those of an object, or of a library without a SONAME.
  public init(isExecutable: Bool = false, soname: String? = nil, buildID: String? = nil) {
    self.isExecutable = isExecutable
    self.soname = soname
    self.buildID = buildID
  }
}

extension ELFFile {
  /// As far as they can be read.
  ///
  /// - Parameter problem: called, the first time, for what can't be.
  func imageFacts(problem: (InspectionError) -> Void) -> ImageFacts {
    if let imageFactsOnce { return imageFactsOnce }
    var facts = ImageFacts()
    if header.isLinked {
      var first: InspectionError?
      do throws(InspectionError) { try readNames(&facts) } catch {
        first = error
        problem(error)
      }
      // Both begin with the table of segments.
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
    // Some libraries can be run as well: those have a SONAME. Not all linkers mark a
    // program that can be loaded anywhere, and a static one has no interpreter.
    let hasInterpreter = try segments().contains { $0.type == Segment.interpreter }
    facts.isExecutable =
      header.type == .executable || dynamic.isProgram || hasInterpreter && soname == nil
    facts.soname = soname
  }
}
