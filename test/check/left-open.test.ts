// @module-tag slow
import { describe, expect, it } from 'vitest';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { createSandbox } from '../../scripts/sandbox/sandbox.js';
import { sample } from '../sample.js';
import { words } from '../words.js';
import { checkServed } from './run.js';

type Resource = Record<string, unknown>;
const shownValues = words`
  listDirectories listPartnerEntries getPartnerEntry createPartnerEntry updatePartnerEntry deletePartnerEntry
`;
const ofFilters = words`listDirectories listFilters getFilter createFilter updateFilter deleteFilter`;

/** Returns each place of each finding, as `rule operation pointer`. */
function placesOf({ findings }: CheckReport): string[] {
  return findings.flatMap(({ rule, operationId, pointer, seenIn = [{ operationId, pointer }] }) =>
    seenIn.map((location) => `${rule} ${location.operationId} ${location.pointer}`),
  );
}

/** Differences of a server from the sandbox. */
interface Otherwise {
  faults?: string[];
  /** Changes each partner entry in a response. */
  entry?: (entry: Resource) => Resource;
  /** The only operations of the run; by default, the operations on entries. */
  only?: readonly string[];
}

const isEntry = (value: object): boolean => 'headline' in value && 'custom_slug' in value;

/** Returns a copy of a JSON value in which every partner entry is changed. */
function changeEntries(value: unknown, entry: (entry: Resource) => Resource): unknown {
  if (Array.isArray(value)) return value.map((item) => changeEntries(item, entry));
  if (typeof value !== 'object' || value === null) return value;
  return isEntry(value) ? entry(value as Resource) : value;
}

/** Checks a sandbox with these differences, over HTTP. */
async function checkOtherwise(
  { faults = [], entry, only = shownValues }: Otherwise,
  options: Partial<CheckOptions> = {},
): Promise<CheckReport> {
  const sandbox = createSandbox({ faults });
  const otherwise: typeof sandbox = {
    ...sandbox,
    async fetch(request) {
      const response = await sandbox.fetch(request);
      const { 'content-length': _, ...headers } = Object.fromEntries(response.headers);
      if (!entry || headers['content-type']?.includes('json') !== true) return response;
      const text = await response.text();
      const { status } = response;
      // The length of a response to HEAD would be that of the unchanged body.
      if (text === '') return new Response(null, { status, headers });
      return Response.json(changeEntries(JSON.parse(text), entry), { status, headers });
    },
  };
  return checkServed(otherwise, { writes: 'disposable', only: [...only], runs: 0, ...options });
}

const withColour =
  (colour: string) =>
  (entry: Resource): Resource => ({
    ...entry,
    callouts: (entry['callouts'] as Resource[] | undefined)?.map((callout) => ({ ...callout, textColor: colour })),
  });

describe('a server that departs only from guesses', () => {
  it.each<[what: string, otherwise: Otherwise, drift: string]>(
    sample(
      [
        [
          'returns null headlines',
          { entry: (entry) => ({ ...entry, headline: null }) },
          'schema.type updatePartnerEntry /headline',
        ],
        [
          'returns colours of five digits',
          { entry: withColour('ff00f') },
          'schema.pattern updatePartnerEntry /callouts/*/textColor',
        ],
        ['appends to lists', { faults: ['array-appends'] }, 'update.array-added updatePartnerEntry /'],
        ['refuses filters by 422', { faults: ['bad-filter-422'], only: ofFilters }, 'refusal.status updateFilter '],
        ['lowercases slugs', { faults: ['slug-lowercased'] }, 'update.not-shown updatePartnerEntry /slug'],
      ],
      3,
    ),
  )('that %s passes', async (_, otherwise, drift) => {
    const report = await checkOtherwise(otherwise);
    expect(placesOf(report).join('\n')).toContain(drift);
    expect(report.findings.filter(({ severity }) => severity === 'violation')).toEqual([]);
    expect(report).toMatchObject({ verdict: 'passed', exitCode: 0 });
    expect(report.why).toMatch(
      /^No violation, but \d+ drifts? from inferred parts of the contract\. Tested: .*\. With --strict the run would/,
    );
  });

  it('fails with --strict', async () => {
    const report = await checkOtherwise({ faults: ['bad-filter-422'], only: ofFilters }, { strict: true });
    expect(report).toMatchObject({ verdict: 'failed', exitCode: 1, counts: { violation: 0 } });
    expect(report.why).toMatch(/^The server fails --strict: \d+ drifts?\.$/);
  });
});

describe('a server that contradicts a stated fact about the update', () => {
  it.each<[what: string, otherwise: Otherwise, violation: string]>(
    sample(
      [
        [
          'returns a word for a colour',
          { entry: withColour('red') },
          'schema.pattern updatePartnerEntry /callouts/*/textColor',
        ],
        [
          'ignores a title',
          { entry: (entry) => ({ ...entry, title: 'The same' }) },
          'update.not-shown updatePartnerEntry /title',
        ],
        ['changes another entry', { faults: ['patch-other-entry'] }, 'update.elsewhere updatePartnerEntry'],
      ],
      3,
    ),
  )('violates the contract: %s', async (_, otherwise, violation) => {
    const { findings, exitCode } = await checkOtherwise(otherwise);
    const violations = findings
      .filter(({ severity }) => severity === 'violation')
      .map(({ rule, operationId, pointer }) => `${rule} ${operationId} ${pointer}`);
    expect(violations.join('\n')).toContain(violation);
    expect(exitCode).toBe(1);
  });

  it('gets only a drift for a read of the entry', async () => {
    const report = await checkOtherwise({ entry: withColour('red') }, { writes: 'none' });
    expect(placesOf(report)).toContain('schema.pattern getPartnerEntry /callouts/*/textColor');
    expect(report).toMatchObject({ verdict: 'passed', exitCode: 0 });
  });
});
