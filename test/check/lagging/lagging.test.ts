import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWhole } from '../../sample.js';
import { builtProgram, type Program } from './built.js';
import { allCases, type LaggingCase, nameOf } from './cases.js';
import { wrongIn } from './lagging.js';
import type { Way } from './lagging-server.js';
import { type MutantName, mutants } from './mutants.js';

/** A normal run tests every twentieth case, the long run all of them. */
const stride = isWhole ? 1 : 20;
const cases = allCases();
const tried = cases.filter((_, index) => index % stride === 3 % stride);

/** A kind of case, and a function that recognises it. */
type Kind = [name: string, isOne: (testCase: LaggingCase) => boolean];

let program: Program;
const wrong: string[] = [];
beforeAll(async () => {
  program = await builtProgram();
});
afterAll(() => {
  process.stdout.write(`${tried.length} cases, ${wrong.length} wrong\n`);
});

describe('safety 3, safety 14: a server that applies writes late, or returns old reads', () => {
  it('is left as it was, or every different field is named', { tags: 'slow', timeout: 2_400_000 }, async () => {
    for (const testCase of tried) {
      const found = await wrongIn(program, testCase);
      if (found !== undefined) wrong.push(`${nameOf(testCase)}: ${found}`);
    }
    expect(wrong).toEqual([]);
    expect(tried.length).toBeGreaterThanOrEqual(stride === 1 ? 400 : 20);
  });

  it.each<Kind>([
    ...[200, 202, 'drop', 408, 409, 425, 500].map((reply): Kind => [String(reply), ({ way }) => way.reply === reply]),
    ...[0, 50, 300, 900, 1900].map((delay): Kind => [`${delay} ms`, ({ way }) => way.delay === delay]),
    ...['old', 'new', 'nothing'].map((shows): Kind => [shows, ({ way }) => way.reply === 200 && way.shows === shows]),
    ['reads that lag', ({ way }) => way.lag > 0],
    ['replicas', ({ way }) => way.replicas === true],
    ['lost writes', ({ way }) => way.loses === true],
    ['noop', ({ writes }) => writes === 'noop'],
    ['a kill', ({ killedAt }) => killedAt !== undefined],
    ['two resources', ({ updates }) => updates.length === 2],
    ['a --settle that is too short', ({ isCovered }) => !isCovered],
  ])('is tested with %s', (_, isOne) => {
    expect(tried.some(isOne)).toBe(true);
  });
});

/** Recognises cases with this behaviour of the server and these conditions. */
const at =
  (way: Partial<Way>, { isKilled, isCovered }: { isKilled?: boolean; isCovered?: boolean }): Kind[1] =>
  (testCase) =>
    testCase.writes === 'roundtrip' &&
    Object.entries(way).every(([name, value]) => testCase.way[name as keyof Way] === value) &&
    (isKilled ?? testCase.killedAt !== undefined) === (testCase.killedAt !== undefined) &&
    (isCovered ?? testCase.isCovered) === testCase.isCovered;
const killed = { isKilled: true };
const alive = { isKilled: false };
const hurried = { isCovered: false };

/** For each mutant, a case that reveals it. */
const telling: readonly [mutant: MutantName, isTelling: Kind[1]][] = [
  ['no last read', at({ reply: 409, delay: 50, lag: 400 }, alive)],
  ['a last read at once', at({ reply: 425, delay: 50, lag: 0 }, killed)],
  ['one last read, whatever it finds', at({ reply: 200, delay: 300, lag: 0, fades: true }, killed)],
  ['writes of closed spans forgotten', at({ reply: 409, delay: 900, lag: 0 }, alive)],
  ['an undo believed before it is due', at({ reply: 200, delay: 50, lag: 1200, shows: 'new' }, alive)],
  ['lateness not noticed', at({ reply: 'drop', delay: 900, lag: 0 }, hurried)],
  ["a value that nobody has seen taken for somebody else's", at({ reply: 200, delay: 1900, lag: 0 }, hurried)],
  ['writes of a killed run not waited for', at({ reply: 200, delay: 300, lag: 0, shows: 'nothing' }, killed)],
];

describe('a program that relies on a result too early', () => {
  // Each mutant needs its own build.
  it.each(telling)('%s: is caught', { tags: 'long' }, async (mutant, isTelling) => {
    const testCase = cases.find(isTelling);
    expect(testCase && (await wrongIn(await builtProgram([mutants[mutant]]), testCase))).toMatch(
      /differs|changed|covers/,
    );
  });
});
