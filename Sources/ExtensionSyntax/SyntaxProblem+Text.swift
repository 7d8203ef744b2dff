// SPDX-License-Identifier: Apache-2.0

extension SyntaxProblem.Kind {
  /// Of what is compiled, but can't be meant.
  var isWarning: Bool {
    switch self {
    case .allRequired, .restartedChain: true
    default: false
    }
  }

  /// What is wrong, and what to write instead.
  var text: String {
    switch self {
    case .notAClass:
      "@Extension is for a class: write 'final class X<Subject: P>: PExtension<Subject>'"
    case .notAtFileScope:
      "a class with @Extension or @Advice is at file scope: the section's record can't be in a type "
        + "or function"
    case .notFinal:
      "an extension's class is final: write 'final class'"
    case .notGeneric(let base):
      "an extension is generic over its subject: write 'final class X<Subject: P>: \(base)<Subject>'"
    case .severalParameters:
      "an extension is generic over its subject only: "
        + "for other types write 'where' clauses on the subject's associated types"
    case .noBase(let name):
      "an extension's superclass is '\(name)Extension<Subject>', "
        + "which @Extensible writes for protocol '\(name)'"
    case .baseWithoutSubject(let base, let subject):
      "the superclass is generic over the subject: write '\(base)<\(subject)>'"
    case .baseOfOtherSubject(let found, let subject):
      "the superclass's subject has to be '\(subject)', not '\(found)': "
        + "constrain '\(subject)' to say for whom the extension is"
    default: memberText ?? advisableText ?? protocolText
    }
  }

  /// Of what an extension's class holds and says.
  private var memberText: String? {
    switch self {
    case .storedProperty:
      "an extension has no stored property: its object is shared between threads and lives for "
        + "ever; keep state in the subject"
    case .initialiser:
      "an extension has no initialiser: the registry makes its object"
    case .deinitialiser:
      "an extension has no deinitialiser: its object lives for ever"
    case .conditionalMember:
      "what an extension implements can't depend on #if inside of it, since the macro does not see "
        + "which branch is compiled: put '#if' around the class, or into the method"
    case .implementsNothing:
      "this extension implements no requirement: override a method of its superclass"
    case .noSubject(let subject):
      "the first parameter of what an extension overrides is the subject: '_ subject: \(subject)', "
        + "'inout \(subject)' where the requirement changes it, or '\(subject).Type' where it is static"
    case .overriddenAccessor:
      "in the class that @Extensible writes, properties and subscripts are methods: "
        + "'func name(_ subject: Subject)' is the getter of 'name', 'setName' its setter"
    case .subjectOfOneType(let type):
      "an extension is generic over its subject: constrain that to a protocol to which only "
        + "'\(type)' conforms"
    case .marker(let name, let path):
      "whether '\(path)' is '\(name)' can't be checked at run time: "
        + "write a protocol that refines '\(name)', and constrain '\(path)' to that"
    case .markerByAlias(let alias, let name, let path):
      "'\(alias)' stands for '\(name)' too, and whether '\(path)' is that can't be checked at run "
        + "time: write a protocol that refines '\(name)', and constrain '\(path)' to that"
    case .unknownConstraint:
      "Graft can't check this constraint at run time: write a conformance or '=='"
    case .notEscapable:
      "a subject has to be Escapable: its type is looked up at run time"
    case .priorityIsNoLiteral:
      "the priority is an integer literal of 32 bits, and not the lowest, which is that of a "
        + "protocol's own defaults: it is written into the image's section"
    case .shimIsNoName:
      "the accessor's name is a literal and a C identifier: C code refers to it"
    case .typedIsNoLiteral:
      "'typed' is 'true' or 'false': it is read where the macro is expanded"
    case .tooLong:
      "the names of this extension do not fit a record of 32 KiB: "
        + "let several extensions implement the requirements"
    case .restartedChain(let written, let next):
      "'\(written)' begins the chain anew, and comes back to this override: the next link is called "
        + "by '\(next)'; put the subject in parentheses if this is a recursion that ends"
    default: nil
    }
  }

  /// Of what is marked as advisable.
  private var advisableText: String? {
    switch self {
    case .notAdvisable:
      "@Advisable is for a method, or an initialiser of a struct or enumeration, with a body; for "
        + "a stored property there is @AdvisableProperty; of a computed one, move the body into "
        + "a method that the protocol requires"
    case .notAdvisableProperty:
      "@AdvisableProperty is for a stored property with its type: of a computed one, which "
        + "Swift lets no macro rewrite, move the body into a method that the protocol "
        + "requires, and mark that"
    case .advisableSetterOfClass:
      "a setter of a class can't be advised where it is stored: advise a method that sets it"
    case .advisableOfUnknownType:
      "@Advisable is for a member of a struct, enumeration or class"
    case .advisableWithoutProtocol:
      "say which extensible protocol requires it: write '@Advisable((any P).self)'"
    case .advisableInitialiserOfClass:
      "an initialiser of a class can't be advised: it can't hand its object to advice before it is "
        + "made; advise a static method"
    case .advisableGeneric:
      "a generic method can't be advised where it is implemented: "
        + "leave it to an extension, and advise that"
    case .advisableUnnamedParameter:
      "advice is given every parameter: give those names that are called '_' in the body"
    case .advisableConsuming:
      "what is consumed or sent can't be passed on twice, as advice may do: "
        + "leave it to an extension, and let one of a higher priority call 'super'"
    case .advisableOfProtocol:
      "a default in an extension of the protocol is of no one type: write it as a class with "
        + "@Extension, and advise that"
    case .advisableOperator:
      "an operator can't be advised where it is implemented: "
        + "move the body into a method that the protocol requires, and mark that"
    case .advisableVariadic:
      "Swift can't pass variadic arguments on: require and take an array"
    case .advisableSelfOfClass:
      "a class's 'Self' can't be passed on, since a subclass has another: "
        + "make the class final, and write its name"
    case .advisableConstant:
      "advice can't stand in front of a constant: write 'var'"
    case .advisableStaticProperty:
      "a static property can't be advised where it is stored: require a static method that "
        + "returns it, and mark that with @Advisable"
    case .advisableObserved:
      "a property with observers can't be advised where it is stored: move what they do into a "
        + "method that the protocol requires, and mark that with @Advisable"
    case .advisablePropertyWithoutType:
      "write the property's type, which a macro does not see"
    default: nil
    }
  }

  /// Of an extensible protocol.
  private var protocolText: String {
    switch self {
    case .patternIsNoLiteral:
      "a pattern is a literal and not empty: it is written into the image's section"
    case .patternsOfTypedAdvice:
      "this class names its protocol, and overrides what it advises: patterns are for a subclass "
        + "of 'PointcutAdvice'; for some subjects only, override 'applies(to:)'"
    case .pointcutIsGeneric:
      "advice with a pointcut sees any subject: write a class that is not generic"
    case .pointcutChanges:
      "one object of this class serves all threads: what it stores is a 'let' of a type that is "
        + "Sendable, such as 'Mutex' or 'Atomic', and not inside of '#if'"
    case .pointcutInitialiser:
      "advice with a pointcut has no initialiser of its own: the registry makes its object"
    case .pointcutOverridesNothing:
      "this advice does nothing: override 'before' or 'after'"
    case .defaultOfNoExtension:
      "@Default is for an extension of an extensible protocol, in which its author wrote defaults"
    case .defaultWithoutClause:
      "the defaults of an extensible protocol end its chains, and are no type's implementation: "
        + "write 'where Self: Graft::Default'"
    case .defaultImplementsNothing:
      "this extension has no default: @Default is for one with members that the protocol requires"
    case .defaultBareName(let name, let qualifier):
      "in the clause of an extension with @Default the compiler finds no bare names: write "
        + (qualifier.map { "'\($0)\(name)'" } ?? "'\(name)' with its module, as 'Module::\(name)'")
    case .defaultGeneric:
      "a generic subscript or initialiser can't end a chain as it is, since a call can't tell it from "
        + "its requirement: write it as a class with @Extension, or mark the requirement @Required "
        + "and move this to an extension without @Default"
    case .defaultVariadic:
      "Swift can't pass variadic arguments on: mark the requirement @Required, and move this to an "
        + "extension without @Default"
    case .notAProtocol:
      "@Extensible is for a protocol"
    case .inFunction:
      "a protocol with @Extensible or @Courier can't be in a function: what is written for it stands at file scope"
    case .privateInType:
      "a protocol with @Extensible or @Courier in a type can't be private, since what is written for "
        + "it stands at file scope: "
        + "write 'fileprivate'"
    case .accessOfExtension(let modifier):
      "write '\(modifier)' before the protocol and not before the extension that it is in: "
        + "its macro writes a class with an access level of its own"
    case .nothingToDispatch:
      "@Extensible has nothing to give a default: declare a requirement that is not @Required"
    case .suffixIsNoCase:
      "'suffix' is '.extension', '.extending' or '.implementation': it is read where the macro is "
        + "expanded"
    case .baseNameTaken(let name, let place, let suffix):
      "'\(name)', which @Extensible writes for extensions to inherit from, exists already, at "
        + "\(place): choose another name by '@Extensible(suffix: .\(suffix))'"
    case .allRequired:
      "each requirement is @Required, so nothing of this protocol can be extended: remove "
        + "'@Extensible', or leave one requirement to extensions"
    case .misplacedMark(let mark):
      "@\(mark) is for a method, property, subscript or initialiser that an @Extensible protocol "
        + "requires"
    case .courierOfNoProtocol:
      "@Courier is for a protocol"
    case .concurrentIsNoLiteral:
      "'concurrent' is 'true' or 'false': it is read where the macro is expanded"
    case .concurrentNotSendable:
      "receivers that are called at the same time are Sendable: let the protocol inherit from "
        + "'Sendable'"
    case .notForwarded(let what, let advice):
      "a courier can't pass on \(what): \(advice)"
    default: requirementText
    }
  }

  /// Of a protocol's requirement.
  private var requirementText: String {
    switch self {
    case .parameterPack:
      "Swift accepts no override of a method with a parameter pack: "
        + "take an array, or mark the requirement @Required"
    case .synthesised(let name):
      "the compiler writes '\(name)' for types that do not have it, and would take a default of "
        + "the protocol instead: mark the requirement @Required"
    case .initialiserOfClass:
      "a default can't make an object of a class-bound protocol: "
        + "mark the initialiser @Required, or require a static method"
    case .unknownRequirement(let what):
      "@Extensible can't give a default to a requirement with '\(what)': mark it @Required"
    case .conditionalRequirement:
      "a macro can't tell whether this condition holds, and so what the protocol requires: mark "
        + "what is inside @Required, or put '#if' around the protocol"
    case .setterIsMethod(let property, let method):
      "the setter of '\(property)' is the method '\(method)' of the class that @Extensible writes: "
        + "rename this method, or mark one of them @Required"
    case .nameOfClass(let name):
      "'\(name)' means something else in the class that @Extensible writes: "
        + "write the type with its module's name"
    case .sameMethod(let method):
      "the class that @Extensible writes has one method '\(method)' for this requirement and one "
        + "before it: give one of them another name or label, or mark it @Required"
    case .protocolOfTakenName(let name):
      "'\(name)' means something else in the class that @Extensible writes: give the protocol "
        + "another name"
    case .nameInBackticks:
      "@Extensible makes other names of the protocol's: give it one that needs no backticks"
    case .aliasOfSelf(let name, let type):
      "who answers depends on whether the requirement mentions 'Self', which '\(name)' hides: "
        + "write '\(type)' here"
    case .isolatedToMainActor:
      "Swift can't pass such a parameter on: write '@MainActor' before the requirement instead"
    case .parameterOfClass(let name):
      "'\(name)' is the generic parameter of the class that @Extensible writes: "
        + "give this one another name"
    case .unmarkedDefault(let name, let place):
      "the protocol has a default of '\(name)' already, at \(place): for that to be called where "
        + "no extension answers, write '@Default' before that extension and 'where Self: "
        + "Graft::Default' after the protocol's name; or mark the requirement @Required, which leaves all as it is"
    case .differingDefault(let name, let place):
      "the protocol has a property '\(name)' of another type, at \(place), and a default would make "
        + "it ambiguous: mark the requirement @Required"
    case .otherProtocolsMember(let name, let other, let place):
      "some conforming types have '\(name)' from an extension of '\(other)', at \(place), and "
        + "Swift could not choose between that and a default: mark the requirement @Required"
    case .unknownOperator(let name):
      "Swift finds a default that a macro writes only for the standard operators: "
        + "require a method instead of '\(name)', or also, and mark it @Required, with an operator "
        + "function at file scope that calls the method"
    case .operatorOfNestedProtocol:
      "the default of an operator is a function at file scope, which a macro can't write for a "
        + "protocol in a type: move the protocol, require a static method, or mark it @Required"
    default: String(describing: self)
    }
  }
}
