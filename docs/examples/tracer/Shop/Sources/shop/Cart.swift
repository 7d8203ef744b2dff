import Graft
import ShopAPI

struct Cart: Order {
  let items: [String]
}

/// All that the shop does. It knows nothing of a tracer.
@Extension
final class Trade<Subject: Order>: OrderExtension<Subject> {
  override func price(_ subject: Subject, of item: String) -> Int { item.count }

  override func total(_ subject: Subject) -> Int {
    subject.items.reduce(0) { $0 + subject.price(of: $1) }
  }

  override func ship(_ subject: Subject, to address: String) throws -> String {
    guard !address.isEmpty else { throw NoAddress() }
    return "\(subject.receipt()), to \(address)"
  }

  override func deliver(_ subject: Subject, by van: Van) async -> String {
    await van.leave()
    return "delivered \(subject.items.joined(separator: " and "))"
  }

  override func receipt(_ subject: Subject) -> String {
    "\(subject.items.joined(separator: " and ")) for \(subject.total())"
  }
}
