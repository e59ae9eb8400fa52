import { type Node, objectOf } from '../contract/json.js';
import type { PlacedOperation } from '../contract/operations.js';
import { toPointer, valueAt } from '../contract/pointer.js';
import type { ContractChange, PolicyProblem } from './change.js';
import { createChange, type Fact } from './fact.js';
import { type DocumentPair, type OperationPair, pathShape, placeOf } from './operations.js';
import { problemSentences, remarks } from './rules.js';
import { code, fillSentence } from './sentence.js';

/** Operations that were added, removed, moved or renamed. The client has a method for each name. */
export function operationChanges({ pairs, removed, added, wasStated, isStated }: DocumentPair): ContractChange[] {
  return [
    ...pairs.flatMap((pair) => movesOf(pair).map((fact) => createChange(placeOf(pair), fact))),
    ...removed.map((old) => {
      const place = placeOf({ old, states: (facet) => wasStated(old.node, facet) });
      return createChange(place, { rule: 'operation-removed', before: callOf(old) });
    }),
    ...added.map((current) => {
      const [after, call] = [callOf(current), code(callOf(current), 200)];
      const place = placeOf({ new: current, states: (facet) => isStated(current.node, facet) });
      return createChange(place, { rule: 'operation-added', after, names: { call } });
    }),
  ];
}

function callOf({ method, path }: PlacedOperation): string {
  return `${method.toUpperCase()} ${path}`;
}

/** Changes of the name, method, path and former names of an operation that is in both documents. */
function movesOf(pair: OperationPair): Fact[] {
  const { old, new: current } = pair;
  const facts: (Fact | false)[] = [
    isRenamed(pair) && {
      rule: 'operation-renamed',
      before: old.id,
      after: current.id,
      names: { note: current.formerNames.includes(old.id) ? remarks.oldName : '' },
    },
    !old.hasOperationId && current.hasOperationId && { rule: 'operation-named', after: current.id },
    old.method !== current.method && {
      rule: 'operation-method-changed',
      before: old.method,
      after: current.method,
      names: { old: old.method.toUpperCase(), new: current.method.toUpperCase() },
    },
    old.path !== current.path && {
      rule: 'operation-path-changed',
      codeOnly: pathShape(old.path) === pathShape(current.path),
      before: old.path,
      after: current.path,
      names: { path: code(current.path, 200) },
    },
    ...gainedNames(old, current).map((after): Fact => ({ rule: 'old-name-added', after })),
    ...gainedNames(current, old).map((before): Fact => ({ rule: 'old-name-removed', before })),
  ];
  return facts.filter((fact) => fact !== false);
}

function isRenamed({ old, new: current }: OperationPair): boolean {
  return old.hasOperationId && old.id !== current.id;
}

/** The former names that only the second operation has. */
function gainedNames(first: PlacedOperation, { formerNames }: PlacedOperation): string[] {
  return formerNames.filter((name) => !first.formerNames.includes(name) && name !== first.id);
}

/** Finds unstated names that were not kept for one more minor version, and operations removed without deprecation. */
export function policyProblems({ pairs, removed, added, wasStated }: DocumentPair): PolicyProblem[] {
  const successors = new Set([...pairs.map((pair) => pair.new), ...added].flatMap(({ formerNames }) => formerNames));
  const problem = (rule: PolicyProblem['rule'], operationId: string, names = {}): PolicyProblem => ({
    rule,
    operationId,
    message: fillSentence(problemSentences[rule], { id: operationId, ...names }),
  });
  return [
    ...pairs
      .filter((pair) => isRenamed(pair) && !pair.new.formerNames.includes(pair.old.id) && !pair.states('name'))
      .map(({ old: { id }, new: { id: newId } }) =>
        problem('keep-the-old-name', id, { newId, keyword: `x-formerly: [${id}]` }),
      ),
    ...removed
      .filter(({ id, node }) => !successors.has(id) && node['deprecated'] !== true && !wasStated(node, 'name'))
      .map(({ id }) => problem('deprecate-before-removal', id)),
  ];
}

/** Added and removed schemas. */
export function schemaChanges({ before, after, wasStated, isStated }: DocumentPair): ContractChange[] {
  const schemasIn = (document: Node): Node => objectOf(valueAt(document, '/components/schemas'));
  const [old, current] = [schemasIn(before), schemasIn(after)];
  const only = (rule: 'schema-added' | 'schema-removed', side: 'old' | 'new', mine: Node, others: Node) =>
    Object.keys(mine).flatMap((name) => {
      if (Object.hasOwn(others, name)) return [];
      const states = (): boolean => (side === 'new' ? isStated : wasStated)(mine[name]);
      const pointer = toPointer(['components', 'schemas', name]);
      return createChange({ area: { kind: 'schema', name }, states, [side]: pointer }, { rule });
    });
  return [...only('schema-removed', 'old', old, current), ...only('schema-added', 'new', current, old)];
}
