import { keyCases, plainBody } from '../cases/refusals.js';
import { brokenBodyCases, wrongBodyCases } from '../cases/wrong-bodies.js';
import type { TestCase } from '../model/case.js';
import { changedUnsent, valueAt } from '../model/reflection.js';
import type { Outcome } from '../session/outcome.js';
import { readResource } from './harness.js';
import { otherParentCases } from './lists/sharing.js';
import type { UpdatedResource } from './updated-resource.js';

/** Sends updates that must be refused to an existing resource, which they must not change. */
export async function checkRefusals(updated: UpdatedResource): Promise<void> {
  const { harness, operation, bodies } = updated;
  const { session, source } = harness;
  const { parameters } = updated.resource;
  const mixed = bodies.mixed((name) => updated.current(name));
  const sent: Outcome[] = [];
  if (mixed) {
    sent.push(await session.send(mixed.case));
    await checkUnchanged(updated, sent);
  }
  const cases = [
    ...keyCases(source, operation, parameters),
    ...(await otherParentCases({ session, source, operation, parameters })),
    ...brokenBodyCases(operation, parameters, plainBody(source, operation, parameters)),
    ...wrongs(updated).filter(isOnTop),
  ];
  sent.push(...(await session.sendEach(cases)));
  await checkUnchanged(updated, sent);
}

/** Returns updates with an invalid value inside an item or an object. */
export function nestedWrongs(updated: UpdatedResource): TestCase[] {
  return wrongs(updated).filter((testCase) => !isOnTop(testCase));
}

function wrongs({ harness, operation, resource }: UpdatedResource): TestCase[] {
  return wrongBodyCases(harness.source, operation, resource.parameters);
}

function isOnTop({ pointer = '' }: TestCase): boolean {
  return pointer.lastIndexOf('/') === 0;
}

/** Checks that refused requests changed nothing. If one was accepted, that is reported elsewhere. */
async function checkUnchanged(updated: UpdatedResource, sent: readonly Outcome[]): Promise<void> {
  const first = sent.find(({ status }) => status >= 400);
  if (!first || sent.some(({ ok }) => ok) || updated.state === undefined) return;
  const read = await readResource(updated.harness, updated.resource, `after ${sent.length} refusals`);
  if (!read) return;
  await reportMutated(updated, first, read.value);
  updated.state = read.value;
}

/** Reports a change by a refused request. @param now the state after it */
export async function reportMutated(updated: UpdatedResource, refused: Outcome, now: unknown): Promise<void> {
  const all = changedUnsent(updated.reflections, new Set(), updated.state, now);
  const moves = await Promise.all(all.map(({ pointer }) => updated.moves(pointer)));
  const changed = all.find((_, index) => !moves[index]);
  if (!changed) return;
  const message = `A refused request still changes ${JSON.stringify(changed.name)}.`;
  updated.report(
    refused,
    'a refusal',
    updated.deviation(changed, {
      rule: 'refusal.changes',
      message,
      expected: valueAt(updated.state, changed.pointer),
      actual: valueAt(now, changed.pointer),
    }),
  );
}
