// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { teachOwnContract } from '../../scripts/answers/own-contract.js';
import type { CheckResult } from '../../scripts/check/engine/check.js';
import { schemasOf } from '../../scripts/check/evidence/marked-parts.js';
import { defaultKey } from '../../scripts/sandbox/sandbox.js';
import { servedWorld, type World, worlds } from '../answers/worlds.js';
import { accusations } from '../check/run.js';
import { runWorldProgram } from '../generate/run-world-program.js';
import { isWhole } from '../sample.js';
import { temporaryFolder } from '../temporary-folder.js';
import { compared, type Found, type Mode, modes, type RoundTrip, rowsIn } from './claims.js';
import { LearntWorld } from './learnt-world.js';

const byHand = rowsIn<{ question: string; worlds: string[]; isLeading?: boolean }>('by-hand.yaml');

/** A normal run learns one world, whose lists, statuses and bodies differ from the contract. */
const triedValues = isWhole ? worlds.map((world) => world.replace('.answers.yaml', '')) : ['page-token'];

/** The operations from which a normal run learns: the program's operations, and others in which the world differs. */
const values = [
  ...['listDirectories', 'listPartnerEntries', 'getPartnerEntry', 'updatePartnerEntry'],
  ...['listTiers', 'createTier', 'getTier', 'deleteTier'],
];
const only = isWhole ? undefined : values;

const limit = 600_000;
const stubKey = (): unknown => vi.stubEnv('DIRECTORY_API_KEY', defaultKey);

/** The answers learnt in each mode from a sandbox of the unchanged contract. */
const untaught = {} as Record<Mode, Found>;
beforeAll(async () => {
  stubKey();
  const world = await servedWorld();
  const learning = new LearntWorld(world, temporaryFolder(), only);
  for (const mode of modes) untaught[mode] = (await learning.learn(mode)).answers;
  await world.served.close();
}, limit);

describe.each(triedValues)('the world %s', (name) => {
  const givenAnswers = byHand.filter(({ worlds: needing }) => needing.includes(name));
  let world: World;
  let learning: LearntWorld;
  const trips = {} as Record<Mode, RoundTrip>;
  const learn = async (mode: Mode): Promise<void> => {
    const { code, answers } = await learning.learn(mode);
    expect(code).toBe(0);
    trips[mode] = compared(world.taughtContract.answers.answers, answers, [untaught[mode]], mode);
  };

  beforeAll(async () => {
    stubKey();
    world = await servedWorld(`${name}.answers.yaml`);
    learning = new LearntWorld(world, temporaryFolder(), only);
    for (const mode of modes) await learn(mode);
  }, limit);
  beforeEach(() => {
    stubKey();
  });
  afterAll(async () => world.served.close());

  it('is learnt without a wrong answer, and each missing answer has a reason', () => {
    for (const mode of modes) {
      expect(trips[mode].wrong).toEqual([]);
      // With only a few operations, there are too few responses for some claims.
      if (isWhole) expect(trips[mode].gaps).toEqual([]);
    }
    expect(trips.writes.matches.length).toBeGreaterThan(2);
  });

  it('behaves as the learnt answers say, after a person adds the answers that runs cannot learn', {
    tags: 'long',
    timeout: limit,
  }, async () => {
    learning.teach(givenAnswers.map(({ question }) => question));
    if (givenAnswers.some(({ isLeading }) => isLeading)) {
      await learn('writes');
      expect(trips.writes.wrong).toEqual([]);
    }
    const after = {} as Record<Mode, CheckResult>;
    for (const mode of modes) {
      after[mode] = await learning.check(mode);
      const { report } = after[mode];
      expect([accusations(report), report.exitCode]).toEqual([[], 0]);
    }
    const { fields } = after.reads.report.coverage;
    expect(fields.seen).toBe(fields.documented);
    expect(after.writes.report.coverage.fields.seen).toBeGreaterThanOrEqual(fields.seen);
    expect(missingFields(world, after.reads)).toEqual([]);
  });

  // A normal run compiles such a program for a world that no run has learnt, in test/generate/worlds.test.ts.
  const forms = isWhole ? (['esm', 'commonjs'] as const) : [];
  it.each(forms)('has a program that compiles and runs with the client of the learnt answers: %s', (form) =>
    runWorldProgram(world, teachOwnContract(learning.file).document, form),
  );
});

/** Returns the fields of the world's resources that no response has contained. */
function missingFields({ taughtContract }: World, { presence }: CheckResult): string[] {
  return presence.schemas().flatMap(({ name, properties }) => {
    const shownNames = properties.filter(({ present }) => present > 0).map((property) => property.name);
    const fields = Object.keys(schemasOf(taughtContract.document)[name]?.properties ?? {});
    return fields.filter((field) => !shownNames.includes(field)).map((field) => `${name}.${field}`);
  });
}
