import type ts from 'typescript';
import { getOrCreate } from '../text/group-by.js';
import type { ContractTypes } from './contract-types.js';
import type { Key } from './keys.js';
import type { TeamCode } from './team-code.js';

/** Methods of the type checker that editors use for completions, and that its types do not declare. */
interface CompletionChecker extends ts.TypeChecker {
  getContextualType(node: ts.Expression, completions?: 4): ts.Type | undefined;
  getTypeArgumentConstraint(node: ts.TypeNode): ts.Type | undefined;
}
/** A type `keyof Tier`, which TypeScript resolves to names, and where they come from. */
interface ResolvedKeyof extends ts.Type {
  readonly origin?: ts.Type & { readonly type?: ts.Type };
}

export type TypeReader = ReturnType<typeof createTypeReader>;

/** What names and types of the team have to do with the contract. */
export function createTypeReader({ typescript: ts, checker, program }: TeamCode, contract: ContractTypes) {
  const { TypeFlags } = ts;
  const keysWithin = new Map<ts.Type, readonly Key[]>();
  const typesAt = new Map<ts.Node, ts.Type>();
  // TypeScript does not keep the types of most expressions.
  const typeAt = (node: ts.Node): ts.Type => getOrCreate(typesAt, node, () => checker.getTypeAtLocation(node));

  /** The alternatives of a type, without null and undefined. */
  const membersOf = (type: ts.Type): readonly ts.Type[] => {
    const concrete = type.flags & TypeFlags.Instantiable ? (checker.getBaseConstraintOfType(type) ?? type) : type;
    const members = concrete.isUnion() ? concrete.types : [concrete];
    return members.filter(({ flags }) => !(flags & (TypeFlags.Undefined | TypeFlags.Null)));
  };
  const propertiesNamed = (type: ts.Type, name: string): ts.Symbol[] =>
    membersOf(type).flatMap((member) => checker.getPropertyOfType(member, name) ?? []);
  const argumentsOf = (type: ts.Type): readonly ts.Type[] =>
    type.flags & TypeFlags.Object && (type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference
      ? checker.getTypeArguments(type as ts.TypeReference)
      : [];
  /** All places of the contract in a value of a type, or only those in the object itself. */
  const keysIn = (type: ts.Type, isShallow = false): readonly Key[] => {
    const known = isShallow ? undefined : keysWithin.get(type);
    if (known) return known;
    const keys = new Set<Key>();
    const types = new Set(membersOf(type));
    for (const each of types) {
      if (!(each.flags & (TypeFlags.Object | TypeFlags.Intersection))) continue;
      for (const key of contract.keysOf(each.symbol)) keys.add(key);
      const list = argumentsOf(each);
      // The members of a list, a date or a function are code, but a type such as Partial has those of another.
      const [node] = each.symbol?.declarations ?? [];
      const isForeign = node && !ts.isMappedTypeNode(node) && program.isSourceFileDefaultLibrary(node.getSourceFile());
      const isCode = isForeign || list.length + each.getCallSignatures().length > 0 || each.isClass();
      const properties = isCode ? [] : each.getProperties();
      for (const property of properties) for (const key of contract.keysOf(property)) keys.add(key);
      for (const inner of isShallow ? [] : [...list, ...properties.map(checker.getTypeOfSymbol)])
        for (const member of membersOf(inner)) types.add(member);
    }
    if (!isShallow) keysWithin.set(type, [...keys]);
    return [...keys];
  };
  /** All values of a type; undefined if they are not literals. */
  const valuesOf = (type: ts.Type): unknown[] | undefined => {
    const values = (type.isUnion() ? type.types : [type]).map((member) => {
      if (member.isLiteral()) return member.value;
      if (member.flags & TypeFlags.BooleanLiteral) return checker.typeToString(member) === 'true';
      return member.flags & TypeFlags.Null ? null : undefined;
    });
    return values.includes(undefined) ? undefined : values;
  };
  const textAt = (node: ts.Node): string | undefined => {
    const type = typeAt(node);
    return type.isStringLiteral() ? type.value : undefined;
  };
  /** The type that a place allows: for an argument of a generic function, without what follows from the argument. */
  const limitOf = (node: ts.Expression): ts.Type | undefined => {
    const call = ts.isCallExpression(node.parent) ? node.parent : undefined;
    const declaration = call && checker.getResolvedSignature(call)?.declaration;
    const isGeneric = declaration?.typeParameters && !program.isSourceFileDefaultLibrary(declaration.getSourceFile());
    if (!isGeneric || ts.isFunctionLike(node)) return checker.getContextualType(node);
    return (checker as CompletionChecker).getContextualType(node, 4);
  };

  /** What a name stands for: for a text, the property or operation of this name, if only such names may be there. */
  const symbolsAt = (node: ts.Identifier | ts.StringLiteralLike): ts.Symbol[] => {
    const { parent } = node;
    if (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent)) {
      const isProperty = (parent.propertyName ?? parent.name) === node && !parent.dotDotDotToken;
      if (isProperty) return propertiesNamed(typeAt(parent.parent), node.text);
    }
    if (ts.isElementAccessExpression(parent) && ts.isStringLiteralLike(node))
      return propertiesNamed(typeAt(parent.expression), node.text);
    // In `({ title } = tier)`, the object literal is a pattern.
    const assigned = ts.isShorthandPropertyAssignment(parent) ? parent.parent.parent : undefined;
    if (assigned && ts.isBinaryExpression(assigned) && assigned.left === parent.parent)
      return propertiesNamed(typeAt(assigned.right), node.text);
    const symbol = checker.getSymbolAtLocation(node);
    if (symbol || ts.isIdentifier(node)) return symbol ? [symbol] : [];
    if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InKeyword)
      return propertiesNamed(typeAt(parent.right), node.text);
    const inType = ts.isLiteralTypeNode(parent) ? parent : undefined;
    const argument = inType && (ts.isUnionTypeNode(inType.parent) ? inType.parent : inType);
    const allowed = argument ? (checker as CompletionChecker).getTypeArgumentConstraint(argument) : limitOf(node);
    const members: ResolvedKeyof[] = allowed?.isUnion() ? [allowed, ...allowed.types] : [];
    const properties = members.flatMap(({ origin }) => (origin?.type ? propertiesNamed(origin.type, node.text) : []));
    // TypeScript does not keep where names of types without a name come from.
    const names = properties.length === 0 ? members.flatMap((each) => (each.isStringLiteral() ? each.value : [])) : [];
    return names.includes(node.text) ? contract.fieldsNamed(names, node.text) : properties;
  };
  const isUnknown = ({ flags }: ts.Type): boolean => Boolean(flags & (TypeFlags.Any | TypeFlags.Unknown));
  /** Whether an object has a property, at a path; undefined if its type does not say so. */
  const hasProperty = (type: ts.Type | undefined, path: readonly string[]): boolean | undefined => {
    const [name, ...rest] = path;
    if (!type) return false;
    if (isUnknown(type)) return undefined;
    if (name === undefined) return true;
    const [property] = propertiesNamed(type, name);
    const inner = property ? hasProperty(checker.getTypeOfSymbol(property), rest) : false;
    return property && property.flags & ts.SymbolFlags.Optional && inner ? undefined : inner;
  };
  return {
    typeAt,
    membersOf,
    propertiesNamed,
    argumentsOf,
    keysIn,
    valuesOf,
    textAt,
    limitOf,
    symbolsAt,
    isUnknown,
    hasProperty,
  };
}
