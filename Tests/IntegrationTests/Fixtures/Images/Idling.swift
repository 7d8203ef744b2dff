import Graft
import ImagesAPI

@Extension
final class Idling<Subject: ImagesAPI.Idler>: IdlerExtension<Subject> {
  override func idle(_ subject: Subject) -> String { "idle" }
}
