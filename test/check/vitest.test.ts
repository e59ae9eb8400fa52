// @module-tag slow
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';

const examples = join(import.meta.dirname, 'examples/vitest');
const runner = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');

interface Outcome {
  /** `passed`, `failed` or `skipped`. */
  status: string;
  message: string;
}

const folder = temporaryFolder('examples');
let printedText: string;
const groups = new Map<string, Map<string, Outcome>>();

// The examples run only once, like in a project of their own.
beforeAll(async () => {
  const file = join(folder, 'results.json');
  const { VITEST: _, VITEST_MODE: __, DIRECTORY_API_KEY: ___, ...env } = process.env;
  printedText = await new Promise<string>((resolve) => {
    const args = [runner, 'run', '--reporter', 'verbose', '--reporter', 'json', '--outputFile', file];
    execFile(process.execPath, args, { cwd: examples, env: { ...env, NO_COLOR: '1' } }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
  type Assertion = { ancestorTitles: string[]; title: string; status: string; failureMessages: string[] };
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as {
    testResults: { name: string; assertionResults: Assertion[] }[];
  };
  for (const { name, assertionResults } of testResults)
    for (const { ancestorTitles, title, status, failureMessages } of assertionResults) {
      const key = `${basename(name)} ${ancestorTitles[0] ?? ''}`;
      const group = groups.get(key) ?? new Map<string, Outcome>();
      groups.set(key, group.set(title, { status, message: failureMessages.join('\n') }));
    }
});

/** Returns the titles of a group's tests by result. */
function readResults(group: string): Record<string, string[]> {
  const all = [...(groups.get(group) ?? [])];
  const withStatus = (one: string): string[] => all.filter(([, { status }]) => status === one).map(([title]) => title);
  return Object.fromEntries(all.map(([, { status }]) => [status, withStatus(status)]));
}

function outcome(group: string, title: string): Outcome {
  return groups.get(group)?.get(title) ?? { status: 'not there', message: printedText };
}

describe('defineContractTests', () => {
  it('defines a test for each operation in scope, which passes for a correct server or is skipped', () => {
    expect(readResults('right.example.ts reads')).toEqual({
      passed: [
        'listDirectories (named)',
        'listPartnerEntries (named)',
        'getPartnerEntry (named)',
        'no violation in other operations',
        'the check reaches a verdict',
      ],
      skipped: ['updatePartnerEntry (stated)'],
    });
  });

  it('gives the reason for each skipped test', () => {
    const reason =
      'Without --writes, the operation is called only for resources that do not exist. Use --writes roundtrip, which ' +
      'restores what it changes, or --writes disposable, which is for servers that were started for the test.';
    expect(printedText).toMatch(new RegExp(`updatePartnerEntry \\(stated\\).*\\[${reason}\\]`));
  });

  it.each([
    ['tests writes if they are allowed', 'writes', 'updatePartnerEntry (stated)'],
    ['tests the contract as answers teach it', 'answers', 'listDirectories (named)'],
  ])('%s', (_, group, test) => {
    const passedValues = [test, 'no violation in other operations', 'the check reaches a verdict'];
    expect(readResults(`right.example.ts ${group}`)).toEqual({ passed: passedValues });
  });

  it('fails only at the operation that is wrong', () => {
    expect(readResults('wrong.example.ts a field of another type')).toEqual({
      failed: ['getPartnerEntry (named)'],
      passed: ['getDirectory (named)', 'no violation in other operations', 'the check reaches a verdict'],
    });
  });

  it('reports the mistake, its place in the contract, and a command that repeats the request', () => {
    const { message } = outcome('wrong.example.ts a field of another type', 'getPartnerEntry (named)');
    expect(message).toMatch(/^ContractError: getPartnerEntry departs from the contract: 1 finding\.$/m);
    expect(message).toMatch(/^drift {2}schema\.type {2}getPartnerEntry {2}\/featured$/m);
    expect(message).toMatch(
      /^ {2}expected {2}boolean\n {2}found {5}"true"\n {2}contract {2}openapi\/\S+\/PartnerEntry\.yaml:\d+$/m,
    );
    expect(message).toMatch(/^ {2}repeat {4}curl -H "Authorization: \$DIRECTORY_API_KEY" 'http/m);
    expect(message).not.toMatch(/^\s+at /m);
    expect(printedText).not.toContain('sandbox-key');
  });

  it('accepts a function that returns the options, and skips operations out of scope', () => {
    const { failed, passed, skipped } = readResults('wrong.example.ts the contract');
    expect({ failed, passed }).toEqual({
      failed: ['listDirectories (named)'],
      passed: ['no violation in other operations', 'the check reaches a verdict'],
    });
    expect(skipped).toHaveLength(116);
    expect(outcome('wrong.example.ts the contract', 'listDirectories (named)').message).toContain(
      'auth.no-key-accepted',
    );
  });

  it('fails visibly without a server', () => {
    const sentence = 'refuses connections at this port. Start the server, or correct the port.';
    expect(readResults('wrong.example.ts no server')).toEqual({
      skipped: ['listDirectories (named)'],
      passed: ['no violation in other operations'],
      failed: ['the check reaches a verdict'],
    });
    expect(outcome('wrong.example.ts no server', 'the check reaches a verdict').message).toContain(sentence);
    expect(printedText).toMatch(new RegExp(`listDirectories \\(named\\).*\\[.*${sentence}\\]`));
  });

  it('works together with toMatchContract', () => {
    expect(readResults('right.example.ts one response')).toEqual({ passed: ['fits the contract'] });
  });
});
