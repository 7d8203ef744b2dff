import Foundation

// Reads a trace, and shows which call was made by which. It fails unless the file is
// JSON, each call that begins also ends, and time goes on.

struct Event: Decodable {
  let name: String
  let ph: String
  let tid: UInt?
  let ts: Double?
  let args: [String: String]
}

func fail(_ reason: String) -> Never {
  print(reason)
  exit(1)
}

let data = try Data(contentsOf: URL(filePath: CommandLine.arguments[1]))
let events = try JSONDecoder().decode([Event].self, from: data).filter { $0.ph != "M" }
for (tid, events) in Dictionary(grouping: events, by: \.tid) {
  guard tid != nil else { fail("an event without a thread") }
  var open: [String] = []
  var last = 0.0
  for event in events {
    guard let time = event.ts, time >= last else { fail("\(event.name): time goes backwards") }
    last = time
    switch event.ph {
    case "B":
      print(String(repeating: "  ", count: open.count) + event.name)
      open.append(event.name)
    case "E":
      guard open.popLast() == event.name else { fail("\(event.name) ends and did not begin") }
      let indent = String(repeating: "  ", count: open.count)
      if let error = event.args["error"] { print("\(indent)\(event.name) threw \(error)") }
    default: fail("\(event.name): unknown phase \(event.ph)")
    }
  }
  guard open.isEmpty else { fail("\(open) did not end") }
}
print("valid: \(events.count / 2) calls")
