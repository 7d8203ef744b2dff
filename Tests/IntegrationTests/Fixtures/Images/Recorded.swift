import Graft
import ImagesAPI

// As the macros wrote a class with a pointcut while pointcuts were a form of advice: its
// record is of kind 2, with `any PATTERN` as the protocol and `named PATTERN` as the
// constraint. Plug-ins that were built then have such records.

final class Hearing: PointcutAdvice {
  override func before(_ call: AdvisedCall) { print("heard \(call.subject)") }

  nonisolated required init() { super.init() }
}

@c nonisolated private func accessor(
  _ request: Swift::UnsafePointer<CGraft::graft_request>
) -> Swift::UnsafeMutableRawPointer? {
  CGraft::graft_anchor()
  return unsafe Graft::GeneratedCode.PointcutAccessor.answer(request, Hearing.self)
}

@section("graft_descriptors") @used
nonisolated private let record:
  (
    Swift::UInt32, Swift::UInt16, Swift::UInt8, Swift::UInt8,
    @convention(c) (Swift::UnsafePointer<CGraft::graft_request>) -> Swift::UnsafeMutableRawPointer?,
    Swift::Int32, Swift::UInt16, Swift::UInt16, Swift::InlineArray<10, Swift::UInt64>
  ) = (
    104, 1, 2, 1,
    unsafe accessor,
    0, 1, 1,
    [
      0x67616d4920796e61, 0x2a2e4950417365, 0x646564726f636552, 0x676e69726165482e,
      0x2a2064656d616e00, 0x6b736100676f3f2e, 0x726f636552002928, 0x6f6365522f646564,
      0x6977732e64656472, 0x383a7466,
    ]
  )
