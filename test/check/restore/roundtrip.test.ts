import { describe, expect, it } from 'vitest';
import type { ResourceRecord } from '../../../scripts/check/restore/journal.js';
import { isObject, type JsonObject } from '../../../scripts/contract/json.js';
import { faults as knownFaults } from '../../../scripts/sandbox/faults/index.js';
import { isWhole } from '../../sample.js';
import { words } from '../../words.js';
import { accusations } from '../run.js';
import { eachHasOwnState, resourceRecord, writeRecords } from './own-state.js';
import { type Arrived, checkWrites, entry, feltFields, filter, type Watched, watch } from './watched.js';

eachHasOwnState();

/** A write to an existing resource, with the content of the journal at its arrival. */
interface Found {
  body: JsonObject;
  /** Ids of the test cases of all writes so far. */
  cases: readonly string[];
  /** Pointers of the last sent values in the journal. */
  sentPointers: readonly string[];
  /** The fields of the resource with their original values. */
  fields: ResourceRecord['fields'];
}

/** Watches a server, and reads the journal at each write. `together` is the highest number of concurrent writes. */
async function watchWithJournal(): Promise<{
  server: Watched;
  writes: Found[];
  together(): number;
  isChanged(): boolean;
}> {
  const results: Found[] = [];
  let underWay = 0;
  let maximum = 0;
  let isChanged = false;
  const server: Watched = await watch({
    async answer(arrived, perform) {
      if (arrived.method !== 'PATCH' || !arrived.isReal) return perform();
      const writes = writeRecords(server);
      const last = writes.at(-1);
      results.push({
        body: objectOf(arrived),
        cases: writes.map((write) => write.case),
        sentPointers: last?.sent.map(({ pointer }) => pointer) ?? [],
        fields: (last && resourceRecord(server, last.resource)?.fields) ?? [],
      });
      underWay += 1;
      maximum = Math.max(maximum, underWay);
      try {
        return await perform();
      } finally {
        underWay -= 1;
        isChanged ||= !server.isAsBefore();
      }
    },
  });
  return { server, writes: results, together: () => maximum, isChanged: () => isChanged };
}

const namesIn = ({ body }: Found): string[] => Object.keys(body);

function objectOf({ body }: Arrived): JsonObject {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Whether a request undoes a write. */
const isUndo = ({ cases }: Found): boolean => cases.at(-1)?.endsWith('/undo') === true;

describe.each(['noop', 'roundtrip'] as const)(
  'safety mode-noop, mode-roundtrip: --writes %s on a correct server',
  (writes) => {
    it('safety 6, 8, exit-0: passes, and leaves every resource byte for byte as it was', { tags: 'slow' }, async () => {
      const { server, writes: found, together, isChanged } = await watchWithJournal();
      const report = await checkWrites(server, [entry, filter, 'listTiers'], { writes, writeFields: feltFields });
      expect(accusations(report)).toEqual([]);
      expect(report).toMatchObject({ verdict: 'passed', exitCode: 0, state: { resources: 2, differing: [] } });
      expect(report.state?.undo).toBeUndefined();
      expect(server.isAsBefore()).toBe(true);
      expect(isChanged()).toBe(writes === 'roundtrip');

      const undone = found.filter(isUndo);
      expect(found.length - undone.length).toBe(report.state?.writes);
      expect(found.length).toBeGreaterThan(30);
      for (const [index, each] of found.entries()) {
        const { body, sentPointers, fields, cases } = each;
        const label = `${cases.at(-1)} ${JSON.stringify(body)}`;
        // The record of a request must be in the file before the request arrives.
        expect(cases.length, label).toBe((found[index - 1]?.cases.length ?? 0) + 1);
        const writtenFields = fields.filter(({ name }) => name in body);
        expect(sentPointers.toSorted(), label).toEqual(writtenFields.map(({ pointer }) => pointer).sort());
        expect(writtenFields.length, label).toBe(namesIn(each).length);
        if (writes === 'noop' || isUndo(each))
          expect(body, label).toEqual(Object.fromEntries(writtenFields.map(({ name, before }) => [name, before])));
      }
      expect(undone.length > 0).toBe(writes === 'roundtrip');
      expect(together()).toBe(1);
      expect(
        server.arrived.filter(({ method, isReal }) => isReal && ['POST', 'PUT', 'DELETE'].includes(method)),
      ).toEqual([]);
    });

    it('sends each field alone before all fields together', { tags: 'slow' }, async () => {
      const { server, writes: found } = await watchWithJournal();
      const report = await checkWrites(server, [filter], { writes });
      const sizes = found.filter((each) => !isUndo(each)).map((each) => namesIn(each).length);
      const { written = 0 } = report.state?.fields[0] ?? {};
      expect(written).toBeGreaterThan(4);
      const first = sizes.findIndex((size) => size > 1);
      expect(sizes.slice(0, first)).toEqual(Array.from({ length: written }, () => 1));
      expect(sizes[first]).toBe(written);
      const together = found.findIndex((each) => namesIn(each).length > 1);
      expect(new Set(found.slice(0, together).flatMap(namesIn)).size).toBe(written);
    });
  },
);

it('safety 10: writes a field whose change others would notice only if a user names it', { tags: 'slow' }, async () => {
  const server = await watch();
  const report = await checkWrites(server, [entry], { writeFields: ['featured'] });
  const names = server.writes().flatMap((each) => Object.keys(objectOf(each)));
  expect(names).toContain('featured');
  const noticeable = words`owner status slug customSlug tier userAssignedFilterOptions`;
  expect(names.filter((name) => ['id', ...noticeable].includes(name))).toEqual([]);
  const { skipped = [] } = report.state?.fields[0] ?? {};
  for (const name of noticeable)
    expect(skipped.find((field) => field.name === name)?.reason).toContain(`--write-fields ${name}`);
});

const isLong = isWhole;

/**
 * Behaviours that affect writes, reads or refusals. A normal run combines several in each server; the long run tests
 * each known behaviour alone.
 */
const combined = [
  words`ok-422 ok-404-before-400 ok-refuses-unknown-fields ok-length-limit ok-uuid-lowercase ok-closes-connections`,
  words`ok-trims ok-idempotent-null ok-omits-empty-fields ok-number-1.0 ok-gzip ok-date-offset ok-no-length-limit`,
];
const values = [...knownFaults.values()].filter(({ keepsContract }) => keepsContract).map(({ name }) => [name]);

/** Servers whose stored values cannot be restored exactly: responses differ from them, or another user writes too. */
const inexact = new Set(['ok-omits-empty-fields', 'ok-new-status-value', 'ok-third-party']);

describe.each((isLong ? values : combined).map((names) => ({ names })))('the correct server $names', ({ names }) => {
  const modes = isLong ? (['noop', 'roundtrip'] as const) : (['roundtrip'] as const);
  it.each(modes)('has no findings with --writes %s, and is left as it was', { tags: 'slow' }, async (writes) => {
    const server = await watch({ faults: names });
    const isSlow = names.includes('ok-cached-reads');
    const only = isLong && !isSlow ? [entry, filter, 'listPartnerEntries', 'getPartnerEntry', 'listTiers'] : [filter];
    const report = await checkWrites(server, only, {
      writes,
      ...(isSlow && { settle: 1.5 }),
      ...(isLong && { writeFields: feltFields }),
    });
    expect(accusations(report)).toEqual([]);
    expect(report).toMatchObject({ verdict: 'passed', exitCode: 0, state: { differing: [] } });
    expect(report.state?.writes).toBeGreaterThan(0);
    if (!isLong || !names.some((name) => inexact.has(name))) expect(server.isAsBefore()).toBe(true);
  });
});
