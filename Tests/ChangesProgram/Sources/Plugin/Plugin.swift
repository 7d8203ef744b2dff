// SPDX-License-Identifier: Apache-2.0

public import ChangesAPI
public import Graft

// One source for all builds; a build's module is named as its condition.

#if Ash1
  @Plugin(name: "Ash", version: "1")
  public enum Manifest: Living {}
#elseif Ash2
  @Plugin(name: "Ash", version: "2")
  public enum Manifest: Living {}
#elseif Ash3
  @Plugin(name: "Ash", version: "3")
  public enum Manifest: Living {}
#elseif Birch1
  @Plugin(name: "Birch", version: "1")
  public enum Manifest: Living {}
#elseif Birch2
  @Plugin(name: "Birch", version: "2")
  public enum Manifest: Living {}
#elseif Birch3
  @Plugin(name: "Birch", version: "3")
  public enum Manifest: Living {}
#elseif Cedar1
  @Plugin(name: "Cedar", version: "1")
  public enum Manifest: Living {}
#elseif Cedar2
  @Plugin(name: "Cedar", version: "2")
  public enum Manifest: Living {}
#elseif Cedar3
  @Plugin(name: "Cedar", version: "3")
  public enum Manifest: Living {}
#elseif Dell1
  @Plugin(name: "Dell", version: "1")
  public enum Manifest: Living {}
#elseif Dell2
  @Plugin(name: "Dell", version: "2")
  public enum Manifest: Living {}
#else
  @Plugin(name: "Dell", version: "3")
  public enum Manifest: Living {}
#endif

public protocol Living: ImageLifecycle {}

extension Living {
  public static func onLoad(_ image: ExtensionImage) throws {
    try Life.current.onLoad(build, UInt(bitPattern: #dsohandle))
  }

  public static func onWithdraw(_ image: ExtensionImage) { Life.current.onWithdraw(build) }
}

/// The name of this module.
private let build = String("\(#fileID)".prefix { $0 != "/" })

extension SpeakerExtension {
  fileprivate func mark(_ rest: @autoclosure () -> String, after hasRest: Bool) -> String {
    "\(type(of: self).extensionName)" + (hasRest ? " " + rest() : "")
  }

  fileprivate class var extensionName: String {
    build + "." + "\(self)".prefix { $0 != "<" }
  }
}

#if Ash2 || Birch3 || Cedar1 || Dell2
  @Extension
  public final class Plain<Subject: Speaker>: SpeakerExtension<Subject> {
    public override func greet(_ subject: Subject) -> String {
      mark(super.greet(subject), after: hasNext(.greet))
    }
  }
#elseif Ash3 || Birch2 || Cedar2 || Dell1
  @Extension
  public final class Plain<Subject: Speaker>: SpeakerExtension<Subject> {
    public override func part(_ subject: Subject) -> String {
      mark(super.part(subject), after: hasNext(.part))
    }
  }
#else
  @Extension
  public final class Plain<Subject: Speaker>: SpeakerExtension<Subject> {
    public override func greet(_ subject: Subject) -> String {
      mark(super.greet(subject), after: hasNext(.greet))
    }
    public override func part(_ subject: Subject) -> String {
      mark(super.part(subject), after: hasNext(.part))
    }
  }
#endif

#if Ash2 || Birch1 || Cedar3 || Dell1
  @Extension(priority: 1)
  public final class First<Subject: Speaker>: SpeakerExtension<Subject> {
    public override func greet(_ subject: Subject) -> String {
      mark(super.greet(subject), after: hasNext(.greet))
    }
  }
#elseif Birch2 || Dell3
  @Extension(priority: -1)
  public final class Last<Subject: Speaker>: SpeakerExtension<Subject> {
    public override func greet(_ subject: Subject) -> String {
      mark(super.greet(subject), after: hasNext(.greet))
    }
  }
#endif

#if Ash1 || Ash3 || Birch3 || Cedar2 || Dell2
  @Extension
  public final class OfTall<Subject: Speaker & Tall>: SpeakerExtension<Subject> {
    public override func greet(_ subject: Subject) -> String {
      mark(super.greet(subject), after: hasNext(.greet))
    }
  }
#endif

#if Ash3 || Birch3 || Cedar1 || Cedar2 || Dell2
  @Extension
  public final class OfNamed<Subject: Speaker & Named>: SpeakerExtension<Subject> {
    public override func greet(_ subject: Subject) -> String {
      mark(super.greet(subject), after: hasNext(.greet))
    }
  }
#endif

#if Birch3 || Dell2
  @Extension
  public final class OfBoth<Subject: Speaker & Tall & Named>: SpeakerExtension<Subject> {
    public override func greet(_ subject: Subject) -> String {
      mark(super.greet(subject), after: hasNext(.greet))
    }
  }
#endif
