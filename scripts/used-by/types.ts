import type ts from 'typescript';
import type { ContractDeclarations, DeclaredOperation } from './declarations.js';
import { type Key, parentOf, toKey } from './keys.js';
import type { TeamCode } from './team-code.js';

/** What types of the team have to do with the contract. */
export type TypeReader = ReturnType<typeof createTypeReader>;

export function createTypeReader(
  { typescript: ts, checker }: TeamCode,
  { fields, holders, operations }: ContractDeclarations,
) {
  const { TypeFlags } = ts;
  const within = new Map<ts.Type, readonly Key[]>();
  const unique = <Item>(items: Iterable<Item>): Item[] => [...new Set(items)];

  /** The alternatives of a type, without null and undefined. */
  const membersOf = (type: ts.Type): ts.Type[] => {
    const concrete = type.flags & TypeFlags.Instantiable ? (checker.getBaseConstraintOfType(type) ?? type) : type;
    const members = concrete.isUnion() ? concrete.types : [concrete];
    return members.filter(({ flags }) => !(flags & (TypeFlags.Undefined | TypeFlags.Null)));
  };
  const propertiesNamed = (type: ts.Type, name: string): ts.Symbol[] =>
    membersOf(type).flatMap((member) => checker.getPropertyOfType(member, name) ?? []);
  /** The type arguments, such as the type of the items of a list. */
  const argumentsOf = (type: ts.Type): readonly ts.Type[] => {
    const isReference = type.flags & TypeFlags.Object && (type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference;
    return isReference ? checker.getTypeArguments(type as ts.TypeReference) : [];
  };
  const declarationsOf = (symbol: ts.Symbol | undefined): ts.Declaration[] => {
    const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return target?.declarations ?? [];
  };
  const keysOfSymbol = (symbol: ts.Symbol): Key[] =>
    unique(declarationsOf(symbol).flatMap((declaration) => fields.get(declaration) ?? []));
  const keysOfProperty = (type: ts.Type, name: string): Key[] => {
    const keys = membersOf(type).flatMap((member) => {
      const property = checker.getPropertyOfType(member, name);
      if (property) return keysOfSymbol(property);
      const indexes = checker.getIndexInfosOfType(member);
      return indexes.flatMap(({ declaration }) => (declaration && fields.get(declaration)) ?? []);
    });
    return unique(keys);
  };
  /** The types of the contract whose fields an object of this type has. */
  const holdersOf = (type: ts.Type): Key[] => {
    const keys = membersOf(type).flatMap((member) => {
      const parts = member.isIntersection() ? member.types : [member];
      const own = parts.flatMap((part) => declarationsOf(part.symbol).flatMap((node) => holders.get(node) ?? []));
      const properties = own.length === 0 && member.flags & TypeFlags.Object ? member.getProperties() : [];
      return [...own, ...properties.flatMap((each) => keysOfSymbol(each).slice(0, 1).map(parentOf))];
    });
    return unique(keys);
  };
  /** The types of the contract in a value of a type: also in lists, promises and objects of the team. */
  const keysWithin = (type: ts.Type, depth = 0): readonly Key[] => {
    const known = within.get(type);
    if (known || depth > 3) return known ?? [];
    within.set(type, []);
    const keys = membersOf(type).flatMap((member): readonly Key[] => {
      if (!(member.flags & (TypeFlags.Object | TypeFlags.Intersection))) return [];
      const own = holdersOf(member);
      const list = argumentsOf(member);
      const isPlain = own.length + list.length + member.getCallSignatures().length === 0 && !member.isClass();
      const properties = isPlain ? member.getProperties().slice(0, 40).map(checker.getTypeOfSymbol) : [];
      return own.length > 0 ? own : [...list, ...properties].flatMap((each) => keysWithin(each, depth + 1));
    });
    // Deep in another type, the keys may be incomplete.
    if (depth > 0) within.delete(type);
    else within.set(type, unique(keys));
    return unique(keys);
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
  const operationsIn = (symbols: readonly ts.Symbol[]): DeclaredOperation[] =>
    symbols.flatMap(declarationsOf).flatMap((each) => operations.get(each) ?? []);
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
    membersOf,
    propertiesNamed,
    argumentsOf,
    declarationsOf,
    keysOfSymbol,
    keysOfProperty,
    holdersOf,
    keysWithin,
    valuesOf,
    operationsIn,
    isUnknown,
    hasProperty,
    statusOf: (keys: readonly Key[], part: string): Key[] =>
      keys.filter((key) => /^[a-z]+ [^\t]*$/.test(key)).map((key) => (part === 'response' ? key : toKey(key, part))),
  };
}
