import Foundation
import GraftPlugins
import LogAPI

struct Line: LogLine {
  let text: String
}

/// What is always there.
@Extension
final class Plain<Subject: LogLine>: LogLineExtension<Subject> {
  override func rendered(_ subject: Subject) -> String? { subject.text }
}

// `signed-host FOLDER KEY`: loads the plug-ins of a folder that the key has signed.
let (folder, keyFile) = (CommandLine.arguments[1], CommandLine.arguments[2])
let key = try MinisignKey(String(contentsOfFile: keyFile, encoding: .utf8))
let results = try ExtensionImage.loadAll(in: folder) { candidate in
  let signature = try String(contentsOfFile: candidate.path + ".minisig", encoding: .utf8)
  // The bytes that are mapped, whatever becomes of the file.
  try key.verify(candidate.bytes(), by: signature)
  return true
}
for result in results {
  let name = result.path.split(separator: "/").last ?? ""
  switch result.outcome {
  case .loaded: print("\(name): loaded")
  case .refused(.refusedByPolicy(_, let reason)): print("\(name): \(reason ?? "refused")")
  case .refused(let error): print(error)
  case .passedOver(let reason): print("\(name): \(reason)")
  }
}
print(Line(text: "install libc6 2.36-9").rendered() ?? "left out")
