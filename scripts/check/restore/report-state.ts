import { formatValue } from '../model/deviation.js';
import { unsentExchange } from '../model/exchange.js';
import type { DifferingResource } from '../model/report/state-report.js';
import type { Tally } from '../model/tally.js';

const rules = { differs: 'state.differs', left: 'state.changed-by-others', unknown: 'state.unknown' } as const;

/** Adds a finding for each field that differs from its original value, so that every report format names the field. */
export function addStateFindings(tally: Tally, resources: readonly DifferingResource[]): void {
  for (const resource of resources) {
    const { operationId, path, read: request, as, why, differences } = resource;
    const about = 'for a resource that the run wrote to';
    const purpose = { id: `${operationId}/state`, operationId, kind: 'read-again', about, expect: 'any' } as const;
    const contract = tally.pointerOf(operationId);
    const severity = as === 'left' ? 'observation' : 'violation';
    const add = (pointer: string, message: string, expected: string, actual: string): void => {
      const deviation = { pointer, message, expected, actual, rule: rules[as], severity, contract } as const;
      tally.add({ ...purpose, request }, unsentExchange(request), deviation);
    };
    if (why !== undefined) add('', `The state of ${path} is unknown. ${why}`, 'a read that returns it', 'no such read');
    for (const { pointer, before, after } of differences) {
      const message =
        as === 'left'
          ? `Somebody else changed ${path} during the run. The run kept that change.`
          : `${path} differs from its state before the run, and no update restores it.`;
      add(pointer, message, formatValue(before), formatValue(after));
    }
  }
}
