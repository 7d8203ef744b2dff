// SPDX-License-Identifier: Apache-2.0

extension SyntaxProblem {
  public enum Kind: Sendable {
    // Of @Extension.
    case notAClass
    case notAtFileScope
    case notFinal
    case notGeneric(base: String)
    case severalParameters
    case noBase(protocolName: String)
    case baseWithoutSubject(base: String, subject: String)
    case baseOfOtherSubject(String, subject: String)
    case storedProperty
    case initialiser
    case deinitialiser
    case conditionalMember
    case implementsNothing
    case noSubject(String)
    case overriddenAccessor
    case subjectOfOneType(String)
    case marker(String, path: String)
    case markerByAlias(String, String, path: String)
    case unknownConstraint
    case notEscapable
    case priorityIsNoLiteral
    case typedIsNoLiteral
    case shimIsNoName
    case tooLong
    case restartedChain(written: String, next: String)

    // Of @Advice.
    case patternIsNoLiteral
    case patternsOfTypedAdvice
    case pointcutIsGeneric
    case pointcutChanges
    case pointcutInitialiser
    case pointcutOverridesNothing

    // Of @Advisable.
    case notAdvisable
    case notAdvisableProperty
    case advisableSetterOfClass
    case advisableOfUnknownType
    case advisableWithoutProtocol
    case advisableInitialiserOfClass
    case advisableGeneric
    case advisableUnnamedParameter
    case advisableConsuming
    case advisableOfProtocol
    case advisableOperator
    case advisableVariadic
    case advisableSelfOfClass
    case advisableConstant
    case advisableStaticProperty
    case advisableObserved
    case advisablePropertyWithoutType

    // Of @Extensible.
    case notAProtocol
    case inFunction
    case privateInType
    case accessOfExtension(String)
    case nothingToDispatch
    case suffixIsNoCase
    case baseNameTaken(String, place: String, String)
    case otherProtocolsMember(String, of: String, place: String)
    case allRequired
    case unmarkedDefault(String, place: String)
    case differingDefault(String, place: String)
    case parameterPack
    case synthesised(String)
    case initialiserOfClass
    case unknownRequirement(String)
    case conditionalRequirement
    case setterIsMethod(property: String, method: String)
    case sameMethod(String)
    case protocolOfTakenName(String)
    case nameInBackticks
    case nameOfClass(String)
    case aliasOfSelf(String, of: String)
    case isolatedToMainActor
    case parameterOfClass(String)
    case unknownOperator(String)
    case operatorOfNestedProtocol

    // Of @Courier.
    case courierOfNoProtocol
    case concurrentIsNoLiteral
    case concurrentNotSendable
    case notForwarded(String, String)

    // Of @Default.
    case defaultOfNoExtension
    case defaultWithoutClause
    case defaultImplementsNothing
    case defaultVariadic
    case defaultGeneric
    case defaultBareName(String, qualifier: String?)

    // Of @Required.
    case misplacedMark(String)
  }
}
