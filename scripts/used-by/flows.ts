import type ts from 'typescript';
import type { ContractTypes } from './contract-types.js';
import type { TeamCode } from './team-code.js';
import type { TypeReader } from './types.js';
import type { Use } from './use.js';

/** A use without its place; `declaration` is the property from which a field gets its value. */
type Flow = Omit<Use, 'node'> & { readonly declaration?: ts.Declaration | undefined };

const maxDepth = 5;
const reason = 'passes the object to code that may read any field';
const reasonToWrite = 'takes the object from a value of any type';

/**
 * Returns a function that finds what happens if a value of one type goes where another type is expected: fields of the
 * contract are read into a type of the team, or written from one, or both.
 */
export function createFlowReader(
  { typescript: ts, checker }: TeamCode,
  { keysOf }: ContractTypes,
  { typeAt, keysIn, valuesOf, propertiesNamed, membersOf, argumentsOf, isUnknown }: TypeReader,
): (from: ts.Type, to: ts.Type) => readonly Flow[] {
  const { Object: isObject, Intersection: isIntersection, NonPrimitive: isNonPrimitive } = ts.TypeFlags;

  /** Whether a type says nothing of the fields of an object: `object`, `{}`, `Record<string, unknown>`. */
  const isOpaque = (type: ts.Type): boolean =>
    Boolean(type.flags & isNonPrimitive) ||
    (Boolean(type.flags & isObject) &&
      type.getProperties().length + type.getCallSignatures().length + type.getConstructSignatures().length === 0);

  const flowsOf = (from: ts.Type, to: ts.Type, depth = 0): readonly Flow[] => {
    if (from === to || depth > maxDepth) return [];
    const [sources, targets] = [keysIn(from), keysIn(to)];
    if (isUnknown(to)) return [{ kind: 'dynamic', keys: sources, reason }];
    // Code that takes any object can find out the names of its fields, and no more.
    if (membersOf(to).some(isOpaque)) return [{ kind: 'dynamic', keys: keysIn(from, true), reason }];
    if (isUnknown(from)) return [{ kind: 'dynamic', keys: targets, isWrite: true, reason: reasonToWrite }];
    if (sources.length + targets.length === 0 && from.getCallSignatures().length === 0) return [];
    return membersOf(from).flatMap((source) =>
      membersOf(to).flatMap((target) => (source === target ? [] : flowsOfObjects(source, target, depth + 1))),
    );
  };
  const flowsOfObjects = (from: ts.Type, to: ts.Type, depth: number): readonly Flow[] => {
    if (![from, to].every(({ flags }) => flags & (isObject | isIntersection))) return [];
    const [source, target] = [from.getCallSignatures()[0], to.getCallSignatures()[0]];
    if (source && target) {
      // The caller passes values of the expected type to the parameters.
      const parameters = source.parameters.flatMap((parameter, index) => {
        const passed = target.parameters[index] ?? parameter;
        return flowsOf(checker.getTypeOfSymbol(passed), checker.getTypeOfSymbol(parameter), depth);
      });
      return [...parameters, ...flowsOf(source.getReturnType(), target.getReturnType(), depth)];
    }
    const targets = argumentsOf(to);
    const items = argumentsOf(from);
    if (items.length > 0) return items.flatMap((item, index) => flowsOf(item, targets[index] ?? item, depth));
    return from.getProperties().flatMap((property): readonly Flow[] => {
      const [expected] = propertiesNamed(to, property.name);
      const [keys, targetKeys] = [keysOf(property), keysOf(expected)];
      const declaration = property.declarations?.find(ts.isObjectLiteralElement);
      if (!expected || (!declaration && keys.length > 0 && keys.join() === targetKeys.join())) return [];
      const type = checker.getTypeOfSymbol(property);
      const isAssigned = declaration && ts.isPropertyAssignment(declaration);
      const values = valuesOf(isAssigned ? typeAt(declaration.initializer) : type);
      return [
        { kind: 'read', keys },
        { kind: 'write', keys: targetKeys, values, declaration },
        ...flowsOf(type, checker.getTypeOfSymbol(expected), depth),
      ];
    });
  };
  return flowsOf;
}
