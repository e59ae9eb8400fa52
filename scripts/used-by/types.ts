import type ts from 'typescript';
import { getOrCreate } from '../text/group-by.js';
import type { ContractTypes } from './contract-types.js';
import type { Key } from './keys.js';
import type { TeamCode } from './team-code.js';

export type TypeReader = ReturnType<typeof createTypeReader>;

/** Reads what types say: of their fields, their values, and the places of the contract in them. */
export function createTypeReader({ typescript: ts, checker, program }: TeamCode, contract: ContractTypes) {
  const { TypeFlags } = ts;
  const keysWithin = new Map<ts.Type, readonly Key[]>();
  const typesAt = new Map<ts.Node, ts.Type>();
  // TypeScript does not keep the types of most expressions.
  const typeAt = (node: ts.Node): ts.Type => getOrCreate(typesAt, node, () => checker.getTypeAtLocation(node));
  const isUnknown = ({ flags }: ts.Type): boolean => Boolean(flags & (TypeFlags.Any | TypeFlags.Unknown));

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
  /** The fields of an object; not the members of a list, a date, a function or a class, which are code. */
  const fieldsOf = (type: ts.Type): readonly ts.Symbol[] => {
    const [node] = type.symbol?.declarations ?? [];
    // A type such as Partial has the members of another.
    const isForeign = node && !ts.isMappedTypeNode(node) && program.isSourceFileDefaultLibrary(node.getSourceFile());
    const isCode = isForeign || argumentsOf(type).length + type.getCallSignatures().length > 0 || type.isClass();
    return isCode ? [] : type.getProperties();
  };
  /** All places of the contract in a value of a type, or only those in the object itself. */
  const keysIn = (type: ts.Type, isShallow = false): readonly Key[] => {
    const known = isShallow ? undefined : keysWithin.get(type);
    if (known) return known;
    const keys = new Set<Key>();
    const types = new Set(membersOf(type));
    for (const each of types) {
      if (!(each.flags & (TypeFlags.Object | TypeFlags.Intersection))) continue;
      const fields = fieldsOf(each);
      for (const key of [each.symbol, ...fields].flatMap(contract.keysOf)) keys.add(key);
      for (const inner of isShallow ? [] : [...argumentsOf(each), ...fields.map(checker.getTypeOfSymbol)])
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
  /** Whether an object has a property, at a path; undefined if its type does not say so. */
  const hasProperty = (type: ts.Type | undefined, [name, ...rest]: readonly string[]): boolean | undefined => {
    if (!type) return false;
    if (isUnknown(type)) return undefined;
    if (name === undefined) return true;
    const [property] = propertiesNamed(type, name);
    const inner = property ? hasProperty(checker.getTypeOfSymbol(property), rest) : false;
    return property && property.flags & ts.SymbolFlags.Optional && inner ? undefined : inner;
  };
  return { typeAt, isUnknown, membersOf, propertiesNamed, argumentsOf, keysIn, valuesOf, hasProperty };
}
