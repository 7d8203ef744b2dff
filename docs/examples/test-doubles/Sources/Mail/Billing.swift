public struct Invoice: Mail {
  public let text: String
}

/// Sends a bill to each address, again if that fails once, and returns the cost.
///
/// It makes the mails itself: a test can't give it others.
public func bill(_ addresses: [String]) async throws -> Int {
  var cost = 0
  for address in addresses {
    let invoice = Invoice(text: "Please pay, \(address)")
    do {
      cost += try await invoice.send(to: address)
    } catch {
      cost += try await invoice.send(to: address)
    }
  }
  return cost
}
