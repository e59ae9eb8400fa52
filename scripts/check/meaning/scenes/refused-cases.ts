import { parsePointer } from '../../../contract/pointer.js';
import { Bodies } from '../../cases/bodies.js';
import type { JsonObject } from '../../cases/body-values.js';
import { keyCases } from '../../cases/refusals.js';
import { type CaseSource, unknownId } from '../../cases/source.js';
import { wrongBodyCases } from '../../cases/wrong-bodies.js';
import type { TestCase } from '../../model/case.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { caseOf, type Parameters } from '../../model/request.js';
import { isNamed } from '../../model/words.js';
import type { Scene } from './scene.js';
import { round, type Sent } from './scene-writes.js';

/** Number of bodies with one wrong value among right ones. */
const wrongLimit = 4;

/** Requests with bodies that must be refused because of one field; the others could be stored. */
export function refusedCases({ source }: Scene, operation: CheckedOperation, parameters: Parameters): Sent[] {
  const bodies = new Bodies({ source, operation, parameters, round });
  const whole = bodies.certain(() => undefined, 'refused') ?? {};
  const [noKey] = keyCases(source, operation, parameters, whole);
  const byKind = new Map<string, TestCase>();
  for (const testCase of wrongBodyCases(source, operation, parameters)) {
    const place = testCase.pointer?.lastIndexOf('/') === 0 ? 'top' : 'inside';
    byKind.set(`${testCase.kind} ${place}`, testCase);
  }
  const wrongs = [...byKind.values()].slice(0, wrongLimit).flatMap((testCase) => {
    const [name = ''] = parsePointer(testCase.pointer ?? '');
    const broken = JSON.parse(String(testCase.request.body)) as JsonObject;
    const { [name]: _, ...rest } = whole;
    const body = Object.hasOwn(broken, name) ? { ...rest, [name]: broken[name] ?? null } : rest;
    // Beside other fields the value may fit another branch of the schema.
    if (source.contract.judge.request(operation, body).length === 0) return [];
    const { kind, about, pointer = '' } = testCase;
    const detail = `${round} ${pointer.slice(1)}`;
    return [{ case: caseOf(operation, { kind, about, expect: 'refusal', parameters, body, pointer, detail }), body }];
  });
  return [
    ...wrongs,
    ...dangling(source, operation, parameters, whole),
    ...(noKey ? [{ case: { ...noKey, id: `${noKey.id}/${round}` }, body: whole }] : []),
  ];
}

/** A body that refers to a resource that does not exist: a server notices that later than a wrong type. */
function dangling(source: CaseSource, operation: CheckedOperation, parameters: Parameters, whole: JsonObject): Sent[] {
  for (const { words, get, update, remove, idField } of source.contract.resources) {
    const name = Object.keys(whole).find((each) => each !== idField && isNamed(words, each));
    const at = get ?? update ?? remove;
    const parameter = at?.pathParameters.at(-1);
    if (name === undefined || !at || parameter === undefined || typeof whole[name] === 'object') continue;
    const unknown = unknownId(source, at, parameter, round);
    if (unknown === undefined) continue;
    const body = { ...whole, [name]: typeof whole[name] === 'number' ? Number(unknown) : unknown };
    const about = `with the id of no resource for ${JSON.stringify(name)}`;
    const detail = `${round} ${name} of nothing`;
    return [{ case: caseOf(operation, { kind: 'example', about, expect: 'either', parameters, body, detail }), body }];
  }
  return [];
}
