public import Graft

/// A protocol of the plug-in's own.
@Extensible(growing: true)
public protocol Bell {
  func ring() -> String
  func toll() -> String
}

@Default
extension Bell where Self: Graft::AuthorDefault {
  public func toll() -> String { "toll" }
}

@Extension
final class Ring<Subject: Bell>: BellExtension<Subject> {
  override func ring(_ subject: Subject) -> String { "ring" }
}
