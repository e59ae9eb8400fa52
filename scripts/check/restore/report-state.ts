import type { TestCase } from '../model/case.js';
import { type Deviation, formatValue } from '../model/deviation.js';
import type { DifferingResource } from '../model/report/state-report.js';
import type { Tally } from '../model/tally.js';

const rules = { differs: 'state.differs', left: 'state.changed-by-others', unknown: 'state.unknown' } as const;

/** Adds a finding for each field that differs from its original value, so that every report format names the field. */
export function addStateFindings(tally: Tally, resources: readonly DifferingResource[]): void {
  for (const resource of resources) {
    const { operationId, path, read, as, why, differences } = resource;
    const id = `${operationId}/state`;
    const testCase: TestCase = {
      id,
      operationId,
      kind: 'read-again',
      about: 'for a resource that was written to',
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
        message: `The state of ${path} is unknown. ${why}`,
        expected: 'a read that returns it',
        actual: 'no such read',
      });
    for (const { pointer, before, after } of differences) {
      const message =
        as === 'left'
          ? `Somebody else changed ${path} during the run. That change was kept.`
          : `${path} differs from its state before the run, and no update restores it.`;
      add({ pointer, message, expected: formatValue(before), actual: formatValue(after) });
    }
  }
}
