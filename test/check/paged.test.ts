import { expect, it } from 'vitest';
import { createSandboxFor } from '../../scripts/sandbox/sandbox.js';
import { pagedContract, pagedForms } from '../paged-contract.js';
import { temporaryFile } from '../temporary-folder.js';
import { accusations, checkServed, everything } from './run.js';

it.each(pagedForms)(
  'a server with $name, and a word before its keys, keeps all of the contract',
  {
    tags: 'long',
  },
  async (form) => {
    const document = pagedContract(form, 'Bearer');
    const contract = temporaryFile('contract.json', JSON.stringify(document));
    const options = { contract, runs: 1, writes: 'disposable', ...everything } as const;
    const report = await checkServed(createSandboxFor(document)(), options);
    expect(accusations(report)).toEqual([]);
    // Coverage is the same as with a contract whose lists are arrays.
    const { operations, successTested, fields } = report.coverage;
    expect(successTested).toBe(operations);
    expect(fields.documented - fields.seen).toBeLessThan(3);
    if (form !== pagedForms[0]) return;
    const seenValues = new Map(report.evidence.map((entry) => [entry.unknown, entry.seen]));
    expect(seenValues.get('lists.envelope')).toContainEqual(
      expect.stringMatching(/^\d+ lists \(.* more\) return an object with the fields results, next, count\.$/),
    );
    // Only a list returns these matches.
    const matches = expect.stringMatching(/^All \d+ observed organization matches have id/);
    expect(seenValues.get('resources.fields')).toContainEqual(matches);
  },
);
