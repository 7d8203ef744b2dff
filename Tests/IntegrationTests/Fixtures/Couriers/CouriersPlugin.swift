import CouriersAPI
import GraftCourier

@Extension
final class Mark<Subject: Marked>: MarkedExtension<Subject> {
  override func mark(_ subject: Subject) -> String { "marked" }
}

final class Parrot: Speaker {
  func speak() -> String { "parrot" }
}

final class Cage<Inhabitant>: Speaker {
  func speak() -> String { "cage" }
}

struct Echo: Speaker {
  func speak() -> String { "echo" }
}

@c(couriers_add)
public func add() {
  do {
    try speakers.receivers.add(Parrot(), .strongly)
    try speakers.receivers.add(Cage<Int>(), .strongly, at: .first)
    try speakers.receivers.add(Echo(), .strongly)
    try speakers.receivers.add(Visitor(), .strongly)
  } catch { fatalError("\(error)") }
}
