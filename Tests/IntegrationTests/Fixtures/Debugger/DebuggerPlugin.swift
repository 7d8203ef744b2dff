import DebuggerAPI
import Graft

@Extension(priority: 1)
final class PluginScales<Subject: Weighed>: WeighedExtension<Subject> {
  override func weigh(_ subject: Subject, _ limit: Int) throws -> Int {
    try super.weigh(subject, limit) + 1
  }

  override func unit(_ subject: Subject) -> String { "kg" }
}
