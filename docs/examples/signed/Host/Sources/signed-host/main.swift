import CodecAPI
import Foundation
import Graft

struct Line: Payload {
  let text: String
}

/// The format that is always there.
@Extension
final class Plain<Subject: Payload>: PayloadExtension<Subject> {
  override func encoded(_ subject: Subject, as format: String) -> String? {
    format == "plain" ? subject.text : nil
  }
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
print(Line(text: "hello").encoded(as: "hex") ?? "no codec for hex")
