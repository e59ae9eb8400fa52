import { isObject, type Json } from '../../../contract/json.js';
import type { JsonObject } from '../../cases/body-values.js';
import type { TestCase } from '../../model/case.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { caseOf } from '../../model/request.js';
import type { RuleId } from '../../model/rules/index.js';
import type { Outcome } from '../../session/outcome.js';
import { madeResource } from '../made-resource.js';
import { keyOf, type Member, type Scene } from './scene.js';

/** What a write has sent, and what came back. */
export interface Written {
  outcomes: Outcome[];
  /** The values that it has sent, by field. */
  sent: Map<string, Json[]>;
}

/** A way to write to the subject of a scene, or beside it. */
export interface Write {
  /** As the beginning of a sentence: "An update". */
  name: string;
  kind: 'refused' | 'empty' | 'again' | 'update' | 'replace' | 'create' | 'action' | 'delete';
  /** The rule that it breaks if it changes others. */
  rule: RuleId;
  /** The rule that it breaks if it removes others, if that is another. */
  takes?: RuleId;
  /** Whether large contracts do without it. */
  isExtra?: boolean;
  /** Whether the server may also accept it: then it has nothing to do. */
  mayPass?: boolean;
  /** The operation that it uses; undefined if the contract has none. */
  operation(scene: Scene): CheckedOperation | undefined;
  /** The test cases in their order. */
  cases(scene: Scene, operation: CheckedOperation): Promise<Sent[]> | Sent[];
  /** Brings a new scene into the state that the write needs. */
  prepare?(scene: Scene): Promise<unknown>;
}

/** One request of a write. */
export interface Sent {
  case: TestCase;
  body?: Json | undefined;
}

/** Whether a write may change nothing at all. */
export function isQuiet({ kind }: Write): boolean {
  return kind === 'refused' || kind === 'empty' || kind === 'again';
}

/** Whether all requests of a write were refused; a failure of the server is no refusal. */
export function isRefused(outcomes: readonly Outcome[]): boolean {
  return outcomes.length > 0 && outcomes.every(({ status }) => status >= 400 && status < 500);
}

/** Distinguishes the test cases of scenes from others. */
export const round = 'beside';

/** Sends a write with all its cases. */
export async function send(write: Write, scene: Scene): Promise<Written> {
  const operation = write.operation(scene);
  const written: Written = { outcomes: [], sent: new Map() };
  if (!operation) return written;
  const { session } = scene.harness;
  for (const { case: testCase, body } of await write.cases(scene, operation)) {
    const outcome = await session.send(testCase);
    written.outcomes.push(outcome);
    for (const [name, value] of Object.entries(isObject(body) ? body : {}))
      written.sent.set(name, [...(written.sent.get(name) ?? []), value as Json]);
    if (outcome.ok) note(scene, operation, testCase, outcome, isObject(body) ? body : undefined);
  }
  return written;
}

/** Notes what an accepted write has made of a scene. */
function note(
  scene: Scene,
  operation: CheckedOperation,
  testCase: TestCase,
  outcome: Outcome,
  body: JsonObject | undefined,
): void {
  const { harness, type, subject, members } = scene;
  if (operation === type.create) {
    const made = madeResource(harness, type, subject.resource.parents, outcome);
    const isNew = made && members.every(({ resource }) => keyOf(resource) !== keyOf(made));
    // It is there again.
    if (made) scene.gone.delete(keyOf(made));
    if (isNew) members.push({ relation: 'sibling', resource: made, body: body ?? {}, outcome });
  }
  if (operation === type.update) subject.body = { ...subject.body, ...body };
  if (operation === type.replace) subject.body = body ?? {};
  const named = operation === type.remove ? members.filter((member) => names(testCase, operation, member)) : [];
  for (const { resource } of named) scene.gone.add(keyOf(resource));
}

/** Whether a request with the right key names a resource by its own path. */
function names({ request }: TestCase, operation: CheckedOperation, { resource }: Member): boolean {
  const { parameters } = resource;
  const usual = caseOf(operation, { kind: 'delete', about: '', expect: 'any', parameters });
  return resource.type.remove === operation && request.path === usual.request.path && request.key === 'right';
}
