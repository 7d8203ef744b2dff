import CodecAPI
import Graft

/// Answers `FORMAT TEXT`, `open PATH` and `withdraw`.
struct Server {
  private var lastOpened: ExtensionImage?

  mutating func answer(_ command: String, _ argument: String) -> String {
    do {
      switch command {
      case "open":
        let arrival = try ExtensionImage.load(argument)
        lastOpened = arrival.images.first
        return "opened: " + arrival.descriptors.map(\.name).joined(separator: ", ")
      case "withdraw":
        try lastOpened?.withdraw()
        return "withdrawn"
      default:
        return Line(text: argument).encoded(as: command) ?? "no codec for \(command)"
      }
    } catch {
      return "error: \(error)"
    }
  }
}

// The numbers of the answers show that it is one run.
var server = Server()
var count = 0
while let line = readLine() {
  let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
  guard let command = parts.first else { continue }
  count += 1
  print(count, server.answer(command, parts.count > 1 ? parts[1] : ""))
}
