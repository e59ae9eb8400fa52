import { expect, vi } from 'vitest';
import { contract } from '../../generated/contract.js';
import { applyOverlay } from '../../scripts/answers/overlay.js';
import type { TaughtOwnContract } from '../../scripts/answers/own-contract.js';
import { loadBundleLint } from '../../scripts/build/lint/lint.js';
import { check } from '../../scripts/check/engine/check.js';
import { createContract } from '../../scripts/check/model/contract/contract.js';
import { findSchemaErrors } from '../../scripts/contract/body-rules.js';
import { withSharedQuestions } from '../../scripts/contract/shared-questions.js';
import { createSandboxFor, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { accusations, everything } from '../check/run.js';
import { isWhole } from '../sample.js';
import { errorsInCode } from './compiled-code.js';
import { appliedByRedocly, lintedByRedocly } from './redocly.js';
import { asGuessed, findingsOfRules, isOfTaught } from './rules.js';
import { expectWhole } from './whole.js';

/** A claim that must hold for every taught contract, and its test. */
export interface Proof {
  claim: string;
  /** The claim is tested for one in this number of contracts, since some tests take long. */
  oneOf: number;
  /** Returns the mistakes in each of several taught contracts, since testing many at once takes less time. */
  wrong(taughtContracts: readonly TaughtOwnContract[]): Promise<string[][]>;
}

const each = (find: (taughtContract: TaughtOwnContract) => string[] | Promise<string[]>): Proof['wrong'] => {
  return async (taughtContracts) => {
    const values: string[][] = [];
    for (const one of taughtContracts) values.push(await find(one));
    return values;
  };
};

/** Returns the message of an expectation if it fails. */
function failed(expectation: () => void): string[] {
  try {
    expectation();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** A normal run tests a quick claim for every third contract. */
const isLong = isWhole;
const few = isLong ? 1 : 3;

export const proofs: readonly Proof[] = [
  {
    claim: 'the document is whole',
    oneOf: few,
    wrong: each(({ document }) => failed(() => expectWhole(document))),
  },
  {
    claim: 'the document keeps the rules of the build',
    oneOf: few,
    wrong: each(({ document }) => findingsOfRules(document)),
  },
  {
    claim: 'each schema has rules',
    oneOf: 2,
    // Rules are compiled when a value first needs them.
    wrong: each(({ validators: { requests, responses: answers } }) =>
      failed(() => [requests, answers].flatMap(Object.values).map((rule) => findSchemaErrors(rule, {}))),
    ),
  },
  {
    claim: 'the overlay leads to the document',
    oneOf: 1,
    wrong: each(({ document, overlay }) =>
      failed(() => expect(withSharedQuestions(applyOverlay(contract, overlay.actions))).toEqual(document)),
    ),
  },
  {
    claim: 'Redocly applies the overlay with the same result',
    oneOf: isLong ? 5 : 10,
    wrong: async (taughtContracts) => {
      const documents = await appliedByRedocly(taughtContracts);
      return taughtContracts.map(({ document }, index) => failed(() => expect(documents[index]).toEqual(document)));
    },
  },
  {
    claim: 'Redocly and Spectral find nothing',
    oneOf: 30,
    wrong: async (taught) => {
      const [lint, ofRedocly] = [await loadBundleLint(), await lintedByRedocly(taught.map(({ document }) => document))];
      const ofSpectral = await each(async ({ document }) => {
        const problems = await lint(asGuessed(document), { files: [], pointers: {} });
        return problems
          .filter(({ rule }) => isOfTaught(rule))
          .map((problem) => `${problem.rule} ${problem.pointer}: ${problem.message}`);
      })(taught);
      return taught.map((_, index) => [...(ofRedocly[index] ?? []), ...(ofSpectral[index] ?? [])]);
    },
  },
  {
    claim: 'types, client and examples compile',
    oneOf: isLong ? 5 : 10,
    wrong: (taughtContracts) => errorsInCode(taughtContracts.map(({ document }) => document)),
  },
  {
    claim: 'the sandbox and the check agree, in reads and in all writes',
    oneOf: isLong ? 15 : 30,
    wrong: each(disagreements),
  },
];

/** Returns the findings of the check about the sandbox of the same contract. */
async function disagreements({ document, validators }: TaughtOwnContract): Promise<string[]> {
  vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
  const server = await serveSandbox({
    sandbox: createSandboxFor(document, validators)(),
  });
  const ownContract = createContract({ document, placeOf: (pointer) => ({ pointer }) });
  try {
    const options = { baseUrl: server.url, contract: ownContract, runs: 1, strict: true };
    const reads = await check(options);
    const writes = await check({ ...options, writes: 'disposable', ...everything });
    return [reads, writes].flatMap((report) => [
      ...accusations(report),
      ...(report.exitCode === 0 ? [] : [`exit code ${report.exitCode}`]),
    ]);
  } finally {
    await server.close();
  }
}
