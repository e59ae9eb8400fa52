// @module-tag slow
import { join } from 'node:path';
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
import { byHand } from './by-hand.js';
import { LearntWorld, type Mode, modes, type Said } from './learnt-world.js';
import { type Compared, comparedWith, reportOf } from './truth.js';
import type { Found } from './wrong-claims.js';

const isLong = isWhole;

/** A normal run learns one world, whose lists, statuses and bodies differ from the contract. */
const tried = isLong ? worlds.map((each) => each.replace('.answers.yaml', '')) : ['page-token'];

/** The operations from which a normal run learns: those of the program, and some in which the world differs. */
const few = [
  ...['listDirectories', 'listPartnerEntries', 'getPartnerEntry', 'updatePartnerEntry'],
  ...['listTiers', 'createTier', 'getTier', 'deleteTier'],
];
const only = isLong ? undefined : few;

const limit = 600_000;
const stubKey = (): unknown => vi.stubEnv('DIRECTORY_API_KEY', defaultKey);

/** The answers learnt in each mode from a sandbox of the unchanged contract. */
let untaught: Record<Mode, Found>;
beforeAll(async () => {
  stubKey();
  const world = await servedWorld();
  const learning = new LearntWorld(world, temporaryFolder(), only);
  const reads = await learning.learn('reads');
  const writes = await learning.learn('writes');
  untaught = { reads: reads.answers, writes: writes.answers };
  await world.served.close();
}, limit);

describe.each(tried)('the world %s', (name) => {
  const given = byHand.filter(({ worlds: needing }) => needing.includes(name));
  const questions = given.map(({ question }) => question);
  let world: World;
  let learning: LearntWorld;
  const before = {} as Record<Mode, CheckResult>;
  const after = {} as Record<Mode, CheckResult>;
  const said = {} as Record<Mode, Said>;
  const compared = {} as Record<Mode, Compared>;

  beforeAll(async () => {
    stubKey();
    world = await servedWorld(`${name}.answers.yaml`);
    learning = new LearntWorld(world, temporaryFolder(), only);
    for (const mode of modes) {
      if (isLong) before[mode] = await learning.check(mode, '');
      const learnt = await learning.learn(mode);
      said[mode] = learnt.said;
      compared[mode] = comparedWith(world, learnt.answers, untaught[mode], mode);
    }
  }, limit);
  beforeEach(() => {
    stubKey();
  });
  afterAll(async () => {
    if (isLong) process.stdout.write(`${reportOf(name, { before, after, said, compared }).join('\n')}\n`);
    await world.served.close();
  });

  it('is learnt without a wrong answer, and each answer that is not found has its reason', () => {
    for (const mode of modes) {
      expect(said[mode].code).toBe(0);
      expect(compared[mode].wrong).toEqual([]);
      // With only a few operations, there are too few responses for some claims.
      if (isLong) expect(compared[mode].gaps).toEqual([]);
    }
    if (!isLong) expect(compared.writes.whole.length).toBeGreaterThan(2);
  });

  it('is as the learnt answers say, with what cannot be learnt given by hand', {
    tags: 'long',
    timeout: limit,
  }, async () => {
    learning.teach(questions);
    if (given.some(({ isLeading }) => isLeading)) {
      const { answers } = await learning.learn('writes');
      expect(comparedWith(world, answers, untaught.writes, 'writes').wrong).toEqual([]);
    }
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

  if (isLong)
    it('needs every answer that is given by hand', { timeout: limit }, async () => {
      const alone = join(temporaryFolder(), 'alone.yaml');
      for (const each of questions) {
        learning.teach(
          questions.filter((other) => other !== each),
          alone,
        );
        const { report } = await learning.check('writes', alone);
        const all = after.writes.report.coverage;
        const isNeedless = report.exitCode === 0 && report.coverage.successTested >= all.successTested;
        expect([each, isNeedless]).toEqual([each, false]);
      }
    });

  // A normal run compiles such a program for a world that was not learnt, in test/generate/worlds.test.ts.
  const forms = isLong ? (['esm', 'commonjs'] as const) : [];
  it.each(forms)('has a program that compiles and runs with the client of what was learnt: %s', (form) =>
    runWorldProgram(world, teachOwnContract(learning.file).document, form),
  );
});

/** Returns the fields of the world's resources that no response contained. */
function missingFields({ taught }: World, { presence }: CheckResult): string[] {
  return presence.schemas().flatMap(({ name, properties }) => {
    const shown = properties.filter(({ present }) => present > 0).map((each) => each.name);
    const fields = Object.keys(schemasOf(taught.document)[name]?.properties ?? {});
    return fields.filter((field) => !shown.includes(field)).map((field) => `${name}.${field}`);
  });
}
