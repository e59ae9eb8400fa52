import type ts from 'typescript';
import { getOrCreate } from '../text/group-by.js';
import type { TeamCode } from './team-code.js';
import type { TypeReader } from './types.js';
import type { Use } from './use.js';

/** A use without its place; `declaration` is the property of the team from which a field gets its value. */
export type Flow = Omit<Use, 'node'> & { readonly declaration?: ts.Declaration | undefined };

const maxDepth = 5;

/**
 * Returns functions that find what happens if a value of one type goes where another type is expected: fields of the
 * contract are read into a type of the team, or written from one, or both.
 */
export function createFlowReader(
  { typescript: ts, checker }: TeamCode,
  { keysOfSymbol, keysOfProperty, keysWithin, holdersOf, valuesOf, propertiesNamed, membersOf, ...types }: TypeReader,
): { flowsOf: (from: ts.Type, to: ts.Type) => readonly Flow[]; isOpaque: (type: ts.Type) => boolean } {
  const { isUnknown, hasProperty } = types;
  const { Object: isObject, Intersection: isIntersection, NonPrimitive: isNonPrimitive } = ts.TypeFlags;
  const cache = new Map<ts.Type, Map<ts.Type, readonly Flow[]>>();

  /** Whether nothing says which fields of an object code reads: `any`, `object`, `Record<string, unknown>`. */
  const isOpaque = (type: ts.Type): boolean =>
    membersOf(type).some((member) => {
      if (!(member.flags & isObject)) return isUnknown(member) || Boolean(member.flags & isNonPrimitive);
      const signatures = [...member.getCallSignatures(), ...member.getConstructSignatures()];
      return member.getProperties().length + signatures.length + holdersOf(member).length === 0;
    });

  const flowsOf = (from: ts.Type, to: ts.Type, depth = 0): readonly Flow[] => {
    if (from === to || depth > maxDepth) return [];
    const known = getOrCreate(cache, from, () => new Map<ts.Type, readonly Flow[]>());
    if (!known.has(to)) {
      known.set(to, []);
      known.set(to, computeFlows(from, to, depth));
    }
    return known.get(to) ?? [];
  };

  const computeFlows = (from: ts.Type, to: ts.Type, depth: number): readonly Flow[] => {
    const [sources, targets] = [keysWithin(from), keysWithin(to)];
    if (sources.length > 0 && isOpaque(to))
      return [{ kind: 'dynamic', keys: sources, reason: 'passes the object to code that may read any field' }];
    if (targets.length > 0 && isUnknown(from))
      return [{ kind: 'dynamic', keys: targets, isWrite: true, reason: 'takes the object from a value of any type' }];
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
      const parameters = source.parameters.slice(0, target.parameters.length).flatMap((parameter, index) => {
        const passed = target.parameters[index] ?? parameter;
        return flowsOf(checker.getTypeOfSymbol(passed), checker.getTypeOfSymbol(parameter), depth);
      });
      return [...parameters, ...flowsOf(source.getReturnType(), target.getReturnType(), depth)];
    }
    const [item, targetItem] = [from, to].map((type) => checker.getIndexTypeOfType(type, ts.IndexKind.Number));
    if (item && targetItem && checker.isArrayLikeType(from)) return flowsOf(item, targetItem, depth);
    const [list = [], targets = []] = [from, to].map(types.argumentsOf);
    if (from.symbol === to.symbol && list.length > 0)
      return list.flatMap((type, index) => flowsOf(type, targets[index] ?? type, depth));
    const holders = holdersOf(to);
    const isOther = holdersOf(from).join() !== holders.join();
    // An object of a part of a type need not be complete.
    const isPart = /^(?:Partial|Pick|Omit)$/.test(to.aliasSymbol?.name ?? '');
    const has = (...path: string[]): boolean | undefined => hasProperty(from, path) || (isPart ? undefined : false);
    const build: Flow[] = isOther ? [{ kind: 'build', keys: holders, has }] : [];
    return [...build, ...from.getProperties().flatMap((property) => flowsOfProperty(property, to, depth))];
  };

  const flowsOfProperty = (property: ts.Symbol, to: ts.Type, depth: number): readonly Flow[] => {
    const [target] = propertiesNamed(to, property.name);
    const [keys, targetKeys] = [keysOfSymbol(property), keysOfProperty(to, property.name)];
    if (keys.length > 0 && keys.join() === targetKeys.join()) return [];
    const type = checker.getTypeOfSymbol(property);
    const declaration = property.declarations?.[0];
    const isAssigned = declaration && ts.isPropertyAssignment(declaration);
    const values = valuesOf(isAssigned ? checker.getTypeAtLocation(declaration.initializer) : type);
    const inner = target ? flowsOf(type, checker.getTypeOfSymbol(target), depth) : [];
    return [
      ...(target && keys.length > 0 ? [{ kind: 'read' as const, keys }] : []),
      ...(targetKeys.length > 0 ? [{ kind: 'write' as const, keys: targetKeys, values, declaration }] : []),
      ...inner,
    ];
  };

  return { flowsOf, isOpaque };
}
