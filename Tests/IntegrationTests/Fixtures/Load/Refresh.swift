import Glibc
import Graft
import LoadAPI

private struct Nest<Inner>: Numbered {}

/// Events that empty all cells, with many subjects in their tables.
enum Refresh {
  /// - Parameter unrelated: an image without Graft.
  static func run(_ eventCount: Int, unrelated: String) {
    let subjects = nests(of: Value.self, 400)
    for subject in subjects { precondition(subject.number() == 0) }
    var middle = 0
    for event in 0..<eventCount {
      switch event % 8 {
      case 7: precondition(ExtensionRegistry.validate().conflicts.isEmpty)
      case let number where number % 2 == 0: ExtensionRegistry.refresh()
      default:
        guard let handle = dlopen(unrelated, RTLD_NOW) else {
          fatalError(String(cString: dlerror()))
        }
        precondition(subjects[event * 7 % subjects.count].numbers() == 0)
        dlclose(handle)
      }
      // The first subject's answer is in the cell, those of others in the table.
      for index in [0, event % subjects.count, event * 31 % subjects.count] {
        precondition(subjects[index].number() == 0 && subjects[index].count() == 0)
      }
      if event == eventCount / 2 { middle = allocatedByteCount() }
    }
    for subject in subjects { precondition(subject.number() == 0) }
    let grown = allocatedByteCount() - middle
    print("events: \(eventCount)")
    print("grown: \(grown < 1 << 16 ? "no" : "\(grown) bytes in the second half")")
  }

  /// As many types, each made of the one before.
  private static func nests<Inner>(of: Inner.Type, _ count: Int) -> [any Numbered] {
    count == 0 ? [] : [Nest<Inner>()] + nests(of: Nest<Inner>.self, count - 1)
  }
}
