import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatValue } from '../../../scripts/check/model/deviation.js';
import type { Finding } from '../../../scripts/check/model/finding.js';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { isObject, type Json, type JsonObject } from '../../../scripts/contract/json.js';
import type { SandboxState } from '../../../scripts/sandbox/model/store.js';
import { defaultKey } from '../../../scripts/sandbox/sandbox.js';
import { sanitize } from '../../../scripts/text/escape.js';
import { checked } from '../../commands/check/fixture.js';
import { isWhole, sample } from '../../sample.js';
import { expectedFindings } from '../fault-table.js';
import { eachHasOwnState, journalOf } from './own-state.js';
import { status, undo } from './undo-command.js';
import { checkWrites, entry, feltFields, filter, type Watched, watch } from './watched.js';

const home = eachHasOwnState();
const isLong = isWhole;

/** Operations whose updates are undone, and the list with their resources. */
const written = [entry, filter, 'listPartnerEntries'];
const ofUpdates = expectedFindings.filter(({ mode, operationId }) => mode === 'w' && written.includes(operationId));

/** One fault of each kind: a refusal, lost values, stored values. */
const chosenValues = ['bad-filter-422', 'patch-echo-only', 'failed-patch-mutates'];
const attempts = isLong ? ofUpdates : chosenValues.map((name) => ofUpdates.find(({ fault }) => fault === name)!);

describe.each(attempts)('the fault $fault', ({ fault, rule, operationId }) => {
  it(`is found by ${rule} at ${operationId} with writes that are undone`, { tags: 'slow' }, async () => {
    const server = await watch({ faults: [fault] });
    const only = isLong ? [...written, 'getPartnerEntry', 'listTiers', 'listDirectories'] : [operationId];
    const { findings, exitCode } = await checkWrites(server, only, isLong ? { writeFields: feltFields } : {});
    expect(
      findings.filter((finding) => finding.rule === rule && finding.operationId === operationId),
      findings.map(({ id }) => id).join(', '),
    ).not.toEqual([]);
    // The exit code is 5 if and only if the state differs.
    expect(exitCode === 5).toBe(!server.isAsBefore());
  });
});

interface Place {
  id: string;
  pointer: string;
  before: Json | undefined;
  after: Json | undefined;
}

/** Reads every entry and filter over HTTP; returns them by id. */
async function readAll({ url, before: { collections } }: Watched): Promise<JsonObject> {
  const paths = [
    ...(collections['PartnerEntry'] ?? []).map((entry) => {
      return [entry.id, `directories/${entry.parents['directory_id']}/entries/partners/${entry.id}`] as const;
    }),
    ...(collections['Filter'] ?? []).map(({ id }) => [id, `filters/${id}`] as const),
  ];
  const all: JsonObject = {};
  for (const [id, path] of paths) {
    const address = `${url}/api/directory/private/v1alpha/${path}/`;
    const response = await fetch(address, { headers: { authorization: defaultKey } });
    all[id] = (await response.json()) as JsonObject;
  }
  return all;
}

/** Returns the places where two values differ. Compares objects field by field, and arrays as a whole. */
function differing(before: Json | undefined, after: Json | undefined, id: string, pointer = ''): Place[] {
  if (isObject(before) && isObject(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      differing(before[name], after[name], id, `${pointer}/${name}`),
    );
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ id, pointer, before, after }];
}

/** Returns the places where resources differ, except for the number of entries of a tier, which each entry contains. */
function allDiffering(before: JsonObject, after: JsonObject): Place[] {
  const places = Object.keys(before).flatMap((id) => differing(before[id], after[id], id));
  return sortPlaces(places.filter(({ pointer }) => pointer !== '/tier/entriesCount'));
}

const sortPlaces = (places: Place[]): Place[] =>
  places.sort((a, b) => `${a.id}${a.pointer}`.localeCompare(`${b.id}${b.pointer}`));

function each(name: string, made: (entry: JsonObject) => string): (state: SandboxState) => void {
  return ({ collections }) => {
    for (const { value } of collections['PartnerEntry'] ?? []) (value as JsonObject)[name] = made(value as JsonObject);
  };
}

/** Faults that make an undo impossible, with the data that they need. */
const defeating: [fault: string, prepare?: (state: SandboxState) => void][] = [
  ['array-appends'],
  ['patch-truncates', each('headline', ({ title }) => `${title} with a headline of more than fifty characters in it`)],
  ['patch-replaces'],
  ['patch-touches-other'],
  ['patch-other-entry'],
  ['slug-lowercased', each('custom_slug', ({ slug }) => `The-${slug}`)],
];

describe.each(sample(defeating, 3))('a server that cannot be restored because of %s', (fault, prepare) => {
  const title = 'safety 8, exit-5: ends with 5, names every field before and after, and blocks further writes';
  it(title, { tags: 'slow' }, async () => {
    const server = await watch({ faults: [fault], ...(prepare && { prepare }) });
    const before = await readAll(server);
    const file = join(home(), 'report.json');
    const common = { baseUrl: server.url, settle: '0.1' };
    const flags = { ...common, writes: 'roundtrip', writeFields: 'slug,customSlug', only: [entry] };
    const { code, output } = await checked({ ...flags, report: `json=${file}` });
    expect(code).toBe(5);

    const places = allDiffering(before, await readAll(server));
    expect(places.length).toBeGreaterThan(0);
    const report = JSON.parse(readFileSync(file, 'utf8')) as CheckReport;
    expect(report).toMatchObject({ verdict: 'not-restored', exitCode: 5 });
    const idOf = (path: string): string => Object.keys(before).find((id) => path.includes(id)) ?? path;
    const { differing: reported = [], undo: line } = report.state ?? {};
    const namedPlaces = reported.flatMap(({ path, differences }) =>
      differences.map((each): Place => ({ ...each, id: idOf(path), before: each.before, after: each.after })),
    );
    expect(sortPlaces(namedPlaces)).toEqual(places);
    expect(reported.every(({ as }) => as === 'differs')).toBe(true);
    const findings = report.findings.filter(({ rule }) => rule === 'state.differs');
    const textOf = (each: Pick<Finding, 'severity' | 'pointer' | 'expected' | 'actual'>): string =>
      [each.severity, each.pointer, each.expected, each.actual].join(' ');
    const wantedValues = places.map(({ pointer, before: was, after }) =>
      textOf({ severity: 'violation', pointer, expected: formatValue(was), actual: formatValue(after) }),
    );
    expect(findings.map(textOf).sort()).toEqual(wantedValues.sort());
    const flatText = output.replace(/\s+/g, '');
    for (const each of findings) {
      expect(flatText).toContain(`state.differs${entry}${sanitize(each.pointer)}`.replace(/\s+/g, ''));
      for (const text of [each.expected, each.actual]) expect(flatText).toContain(sanitize(text).replace(/\s+/g, ''));
    }
    expect(line).toBe(`directory-contract undo --base-url ${server.url}`);
    expect(flatText).toContain(`directory-contractundo--base-url${server.url}`);

    expect(statSync(journalOf(server)).size).toBeGreaterThan(0);
    const requestCount = server.arrived.length;
    const second = await checked(flags);
    expect(second).toMatchObject({ code: 7, output: '' });
    expect(second.errors.replace(/\s+/g, ' ')).toContain(
      `Run "directory-contract undo --base-url ${server.url}" first`,
    );
    expect(server.arrived.length).toBe(requestCount);

    const first = await undo(server, { settle: 0.1 });
    expect(first.code).toBe(5);
    const lines = first.output.split('\n').map((line) => line.trimStart());
    for (const { pointer, expected } of findings)
      expect(lines.find((line) => line.startsWith(`${sanitize(pointer)} `))).toContain(
        `was ${sanitize(expected)}, is `,
      );
    expect(allDiffering(before, await readAll(server))).toEqual(places);
    expect((await status(server)).code).toBe(7);

    server.sandbox.load(server.before);
    const clean = await undo(server, { settle: 0.1 });
    expect(clean.code).toBe(0);
    expect(clean.output).toContain('was restored: a read returns the values from before the run.');
    expect(existsSync(journalOf(server))).toBe(false);
    expect(server.isAsBefore()).toBe(true);
    if (fault === 'array-appends') expect((await checked({ ...common, writes: 'noop', only: [filter] })).code).toBe(0);
  });
});
