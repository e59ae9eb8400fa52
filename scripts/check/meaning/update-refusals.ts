import { keyCases } from '../cases/refusals.js';
import { brokenBodyCases, wrongBodyCases } from '../cases/wrong-bodies.js';
import type { TestCase } from '../model/case.js';
import { changedBeside, valueAt } from '../model/reflection.js';
import type { Outcome } from '../session/outcome.js';
import { readResource } from './harness.js';
import { otherParentCases } from './sharing.js';
import type { UpdatedResource } from './updated-resource.js';

/** What must be refused is aimed at a thing that is there, which must be the same afterwards. */
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
    ...brokenBodyCases(operation, parameters, true),
    ...wrongs(updated).filter(isOnTop),
  ];
  for (const testCase of cases) sent.push(await session.send(testCase));
  await checkUnchanged(updated, sent);
}

/** Parts of items and of objects with a value that their schema refuses. */
export function nestedWrongs(updated: UpdatedResource): TestCase[] {
  return wrongs(updated).filter((testCase) => !isOnTop(testCase));
}

function wrongs({ harness, operation, resource }: UpdatedResource): TestCase[] {
  return wrongBodyCases(harness.source, operation, resource.parameters);
}

function isOnTop({ pointer = '' }: TestCase): boolean {
  return pointer.lastIndexOf('/') === 0;
}

/** A refused request changes nothing. Where one was accepted, that is what is wrong. */
async function checkUnchanged(updated: UpdatedResource, sent: readonly Outcome[]): Promise<void> {
  const first = sent.find(({ status }) => status >= 400);
  if (!first || sent.some(({ ok }) => ok) || updated.state === undefined) return;
  const read = await readResource(updated.harness, updated.resource, `after ${sent.length} refusals`);
  if (!read) return;
  reportMutated(updated, first, read.value);
  updated.state = read.value;
}

/** Reports what a refused request has changed, where a read shows that it has. */
export function reportMutated(updated: UpdatedResource, refused: Outcome, now: unknown): void {
  const [changed] = changedBeside(updated.reflections, new Set(), updated.state, now);
  if (!changed) return;
  const message = `A refused request changes the thing all the same: ${JSON.stringify(changed.name)}.`;
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
