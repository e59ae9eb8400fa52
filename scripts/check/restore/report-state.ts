import type { TestCase } from '../model/case.js';
import { type Deviation, shown } from '../model/deviation.js';
import type { DifferingResource } from '../model/state-report.js';
import type { Tally } from '../model/tally.js';

const rules = { differs: 'state.differs', left: 'state.changed-by-others', unknown: 'state.unknown' } as const;

/** Makes a finding of each field that is not what it was, so that every report names it. */
export function reportState(tally: Tally, differing: readonly DifferingResource[]): void {
  for (const thing of differing) {
    const { operationId, path, read, as, why, differences } = thing;
    const id = `${operationId}/state`;
    const testCase: TestCase = {
      id,
      operationId,
      kind: 'read-again',
      about: 'of what was written to',
      request: read,
      expect: 'any',
    };
    const add = (deviation: Pick<Deviation, 'pointer' | 'message' | 'expected' | 'actual'>): void =>
      tally.add(
        testCase,
        { request: read, milliseconds: 0, attempts: 0 },
        {
          ...deviation,
          rule: rules[as],
          severity: as === 'left' ? 'observation' : 'violation',
          contract: tally.pointerOf(operationId),
        },
      );
    if (why !== undefined)
      add({
        pointer: '',
        message: `What ${path} is now is not known. ${why}`,
        expected: 'a read that shows it',
        actual: 'none',
      });
    for (const { pointer, before, after } of differences) {
      const message =
        as === 'left'
          ? `Somebody else has changed ${path} meanwhile, and that was left as it is.`
          : `${path} is not what it was before it was written to, and no update puts that back.`;
      add({ pointer, message, expected: shown(before), actual: shown(after) });
    }
  }
}
