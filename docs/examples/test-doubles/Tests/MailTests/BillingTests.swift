import GraftTesting
import Mail
import Testing

@Suite(.advised)
struct BillingTests {
  let points = MailExtension<Invoice>.joinPoints

  @Test("Each address gets one bill")
  func recipients() async throws {
    let sent = try points.send.recording()
    _ = try await bill(["ann@example.org", "bob@example.org"])
    #expect(sent.next()?.arguments == "ann@example.org")
    #expect(sent.next()?.arguments == "bob@example.org")
    sent.expectNoMoreCalls()
  }

  @Test("A bill that fails is sent again")
  func retry() async throws {
    try points.send.answering(.failure(Undeliverable()), .success(7))
    #expect(try await bill(["ann@example.org"]) == 7)
  }

  @Test("Two failures are an error")
  func failure() async throws {
    try points.send.answering(.failure(Undeliverable()))
    await #expect(throws: Undeliverable.self) { try await bill(["ann@example.org"]) }
  }

  @Test("The cost follows the postage", arguments: 1...100)
  func postage(_ postage: Int) async throws {
    try points.postage.returning(postage)
    #expect(try await bill(["ann@example.org"]) == 27 * postage)
  }
}
