// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
import Graft

@Extensible protocol Document { func title() -> String }
struct Letter: Document {}

func advise() throws {
  _ = try DocumentExtension.joinPoints.title.before {}  // error: type '()' cannot conform to 'Document'
  let points = DocumentExtension.joinPoints  // error: generic parameter 'Subject' could not be inferred
  _ = points
  _ = try DocumentExtension<Letter>.joinPoints.title.before {}
  _ = try DocumentJoinPoints.everySubject.title.before {}
}
