import Graft
import LogAPI

@Plugin(name: "Highlight", version: "1.0")
enum HighlightPlugin {}

/// Marks what came and what went, where a line says so.
@Extension
final class Highlight<Subject: LogLine & Event>: LogLineExtension<Subject> {
  override func rendered(_ subject: Subject) -> String? {
    guard let line = super.rendered(subject) else { return nil }
    switch subject.action {
    case "install": return "+ " + line
    case "remove", "purge": return "- " + line
    default: return "  " + line
    }
  }
}
