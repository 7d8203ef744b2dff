import FitAPI
import Graft

@Plugin(name: "FitNeeding", version: "1.0", needs: ["FitBuild": "1.0..<2"])
enum FitNeeding {}

@Extension
final class Needing<Subject: Listener>: ListenerExtension<Subject> {
  override func listen(_ subject: Subject) -> String { "needing" }
}
