import Foundation

// Reads a trace, and shows which call was made by which. It fails unless the file is
// JSON, each call that begins also ends, and time goes on. Of async calls it pairs
// begin and end by their ids.

struct Event: Decodable {
  let name: String
  let ph: String
  let id: String?
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
let (onThreads, async) = (events.filter { $0.id == nil }, events.filter { $0.id != nil })
for (tid, events) in Dictionary(grouping: onThreads, by: \.tid) {
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

var pending: [String: String] = [:]
var overlapping = 0
for event in async {
  switch event.ph {
  case "b":
    guard pending.updateValue(event.name, forKey: event.id!) == nil else {
      fail("\(event.name): two calls with the id \(event.id!)")
    }
  case "e":
    guard pending.removeValue(forKey: event.id!) == event.name else {
      fail("\(event.name) ends and did not begin")
    }
  default: fail("\(event.name): unknown phase \(event.ph)")
  }
  overlapping = max(overlapping, pending.count)
}
guard pending.isEmpty else { fail("\(pending.values) did not end") }
print("async: \(async.count / 2) calls, \(overlapping) at one time")
print("valid: \(events.count / 2) calls")
