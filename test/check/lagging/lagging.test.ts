import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtProgram, type Program } from './built.js';
import { allCases, type LaggingCase, nameOf } from './cases.js';
import { wrongIn } from './lagging.js';
import type { Way } from './lagging-server.js';
import { type MutantName, mutants } from './mutants.js';

/** Every so manieth case in a normal run; `LAGGING=all` tries all. */
const stride = process.env['LAGGING'] === 'all' ? 1 : 10;
const cases = allCases();
const tried = cases.filter((_, index) => index % stride === 3 % stride);

let program: Program;
const wrong: string[] = [];
beforeAll(async () => {
  program = await builtProgram();
});
afterAll(() => {
  process.stdout.write(`${tried.length} cases, ${wrong.length} wrong\n`);
});

describe('safety 3, safety 14: a server that applies writes late, or shows them late', () => {
  it('is left as it was, or every field that differs is named', async () => {
    for (const testCase of tried) {
      const found = await wrongIn(program, testCase);
      if (found !== undefined) wrong.push(`${nameOf(testCase)}: ${found}`);
    }
    expect(wrong).toEqual([]);
    expect(tried.length).toBeGreaterThanOrEqual(stride === 1 ? 400 : 40);
  }, 1_200_000);

  it.each<[string, (testCase: LaggingCase) => boolean]>([
    ...[200, 202, 'drop', 408, 409, 425, 500].map((reply): [string, (testCase: LaggingCase) => boolean] => [
      String(reply),
      ({ way }) => way.reply === reply,
    ]),
    ...[0, 50, 300, 900, 1900].map((delay): [string, (testCase: LaggingCase) => boolean] => [
      `${delay} ms`,
      ({ way }) => way.delay === delay,
    ]),
    ...['old', 'new', 'nothing'].map((shows): [string, (testCase: LaggingCase) => boolean] => [
      shows,
      ({ way }) => way.reply === 200 && way.shows === shows,
    ]),
    ['reads that lag', ({ way }) => way.lag > 0],
    ['replicas', ({ way }) => way.replicas === true],
    ['lost writes', ({ way }) => way.loses === true],
    ['noop', ({ writes }) => writes === 'noop'],
    ['a kill', ({ killedAt }) => killedAt !== undefined],
    ['two things', ({ updates }) => updates.length === 2],
    ['a --settle that is too short', ({ isCovered }) => !isCovered],
  ])('is tried with %s', (_, isOne) => {
    expect(tried.some(isOne)).toBe(true);
  });
});

/** The cases of a server. */
const at =
  (reply: Way['reply'], delay: number, lag: number) =>
  (testCase: LaggingCase): boolean =>
    testCase.writes === 'roundtrip' &&
    testCase.way.reply === reply &&
    testCase.way.delay === delay &&
    testCase.way.lag === lag;
const killed = ({ killedAt }: LaggingCase): boolean => killedAt !== undefined;
const covered = ({ isCovered }: LaggingCase): boolean => isCovered;

/** For each mutant a case that shows what it does. */
const telling: readonly [mutant: MutantName, isTelling: (testCase: LaggingCase) => boolean][] = [
  ['no last read', (testCase) => at(409, 50, 400)(testCase) && !killed(testCase)],
  ['a last read at once', (testCase) => at(425, 50, 0)(testCase) && killed(testCase)],
  [
    'one last read, whatever it finds',
    (testCase) => at(200, 300, 0)(testCase) && testCase.way.fades === true && killed(testCase),
  ],
  ['writes of closed spans forgotten', (testCase) => at(409, 900, 0)(testCase) && !killed(testCase)],
  [
    'an undo believed before it is due',
    (testCase) => at(200, 50, 1200)(testCase) && testCase.way.shows === 'new' && !killed(testCase),
  ],
  ['lateness not noticed', (testCase) => at('drop', 900, 0)(testCase) && !covered(testCase)],
  [
    "a value that nobody has seen taken for somebody else's",
    (testCase) => at(200, 1900, 0)(testCase) && !covered(testCase),
  ],
  [
    'writes of a killed run not waited for',
    (testCase) => at(200, 300, 0)(testCase) && testCase.way.shows === 'nothing' && killed(testCase),
  ],
];

describe('a program that believes too soon', () => {
  // Every third in a normal run: each is a program of its own to build.
  it.each(telling.filter((_, index) => stride === 1 || index % 3 === 0))('%s: is caught', async (mutant, isTelling) => {
    const testCase = cases.find(isTelling);
    expect(testCase && (await wrongIn(await builtProgram([mutants[mutant]]), testCase))).toMatch(
      /not what it was|changed|allows for/,
    );
  });
});
