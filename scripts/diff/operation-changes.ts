import type { PlacedOperation } from '../contract/operations.js';
import type { ContractChange, PolicyProblem } from './change.js';
import { createChange, type Fact } from './fact.js';
import { type DocumentPair, type OperationPair, pathShape, placeOf } from './operations.js';
import { problemSentences, type RuleName, remarks } from './rules.js';
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
  const change = (rule: RuleName, field: 'id' | 'method' | 'path', names: Fact['names']): Fact => {
    return { rule, before: old[field], after: current[field], names };
  };
  const facts: (Fact | false)[] = [
    isRenamed(pair) &&
      change('operation-renamed', 'id', { note: current.formerNames.includes(old.id) ? remarks.oldName : '' }),
    !old.hasOperationId && current.hasOperationId && { rule: 'operation-named', after: current.id },
    old.method !== current.method &&
      change('operation-method-changed', 'method', {
        old: old.method.toUpperCase(),
        new: current.method.toUpperCase(),
      }),
    old.path !== current.path && {
      ...change('operation-path-changed', 'path', { path: code(current.path, 200) }),
      codeOnly: pathShape(old.path) === pathShape(current.path),
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
