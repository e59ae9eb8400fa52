import { describe, expect, it } from 'vitest';
import { createContract } from '../../../scripts/check/model/contract/contract.js';
import type { SentRequest } from '../../../scripts/check/model/exchange.js';
import { Creations } from '../../../scripts/check/session/creations.js';
import { yamlBeside } from '../../yaml-beside.js';
import { thingDocument } from '../thing-service.js';

interface Step {
  operationId: string;
  path: string;
  status: number;
  sent?: unknown;
  shown?: unknown;
  key?: SentRequest['key'];
}

interface Row {
  title: string;
  /** Keys that the run has chosen. */
  keys?: string[];
  steps: Step[];
  want: object;
}

const document = thingDocument() as { paths: Record<string, object> };
Object.assign(document.paths, yamlBeside(import.meta.url, 'labels.yaml'));

/** Returns the facts that a run knows after these exchanges, by path. */
function readKnown(steps: readonly Step[], keys: readonly string[] = []): object {
  const contract = createContract({ document: document as never, placeOf: (pointer) => ({ pointer }) });
  const creations = new Creations(contract);
  for (const key of keys) creations.noteChosenId(key);
  for (const { operationId, path, sent, status, shown = {}, key = 'right' } of steps) {
    const operation = contract.operation(operationId) ?? expect.fail(`No operation ${operationId}.`);
    const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
    const body = sent === undefined ? undefined : textOf(sent);
    const request: SentRequest = { method: operation.method.toUpperCase(), path, headers: {}, body, key };
    const response = { status, headers: {}, bytes: new TextEncoder().encode(textOf(shown)) };
    creations.noteRequest(request);
    creations.noteExchange(operation, { request, response, milliseconds: 0, attempts: 1 });
  }
  return Object.fromEntries(
    creations.all.map(({ path, isSure, isRemoved }) => [path, isRemoved ? 'removed' : isSure ? 'sure' : 'unsure']),
  );
}

describe('safety 6, 22: a run knows which resources it has surely created', () => {
  it.each(yamlBeside<Row[]>(import.meta.url, 'creations.yaml'))('$title', ({ steps, keys, want }) => {
    expect(readKnown(steps, keys)).toEqual(want);
  });

  it('from a body that is nested too deep', () => {
    const shownText = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const create: Step = { operationId: 'createThing', path: '/things', status: 200, sent: {}, shown: shownText };
    expect(readKnown([create, { ...create, sent: shownText }])).toEqual({ '/things': 'unsure' });
  });
});
