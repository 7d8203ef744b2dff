public import GraftCourier

@Courier
public protocol Speaker: Sendable {
  func speak() -> String
}

@Courier
public protocol Counted: AnyObject, Sendable {
  func count() -> Int
}

/// Extended by the plug-in, which makes it one.
@Extensible
public protocol Marked {
  func mark() -> String
}

/// A receiver of the API's type, which counts with the image that adds it.
public struct Visitor: Speaker {
  public init() {}
  public func speak() -> String { "visitor" }
}

/// What the plug-in adds its receivers to.
public let speakers = SpeakerCourier()
public nonisolated(unsafe) var made = SpeakerCourier()
public let counters = CountedCourier()

/// Prints who gets calls.
public func show(_ title: String) {
  let voices = [speakers, made].map { courier in
    courier.receivers.collect(SpeakerCourier.speak) { $0.speak() }.joined(separator: ", ")
  }
  let count = counters.receivers(of: CountedCourier.count).count
  print("\(title): \(voices[0]); made \(voices[1]); \(count) counts")
}
