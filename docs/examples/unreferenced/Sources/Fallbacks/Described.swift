import Graft
import Shapes

/// Nothing refers to this class, to this file or to this module.
@Extension
final class Described<Subject: Shape>: ShapeExtension<Subject> {
  override func described(_ subject: Subject) -> String {
    "\(type(of: subject)) with \(subject.sideCount) sides"
  }
}
