public import Graft
import LoadAPI

/// Each copy of this plug-in has another one.
@_silgen_name("plugin_number")
func pluginNumber() -> Int

final class Numbering<Subject: Numbered>: NumberedExtension<Subject> {
  override func number(_ subject: Subject) -> Int { pluginNumber() }
  override func numbers(_ subject: Subject) -> UInt64 {
    super.numbers(subject) | 1 << UInt64(pluginNumber() & 63)
  }
  override func count(_ subject: Subject) -> Int { super.count(subject) + 1 }
}

@c(numbering)
public func numbering(_ request: UnsafePointer<graft_request>) -> UnsafeMutableRawPointer? {
  graft_anchor()
  func linkClass<Subject: Numbered>(_: Subject.Type) -> ExtensionLink.Type {
    Numbering<Subject>.self
  }
  return ExtensionAccessor.answer(
    request, extending: _GraftNumbered._description(), compiledShape: _GraftNumbered._shape()
  ) { (subject: any Numbered.Type) in linkClass(subject) }
}
