// @module-tag slow
import { describe, expect, test } from 'vitest';
import { makeArtefacts } from '../../scripts/build/steps.js';
import { BuildError, type Problem } from '../../scripts/text/problem.js';
import { yamlBeside } from '../yaml-beside.js';
import { DocumentCopy, type Edit } from './document-copy.js';
import { nobody } from './run-build.js';

/** A mistake that a person could make in the document, and the problem that the checks of the build report. */
interface Mistake {
  mistake: string;
  /** The change that makes the mistake: one replacement, or several edits. */
  file?: string;
  find?: string;
  replace?: string;
  edits?: Edit[];
  rule: string;
  /** A text that the message, or the hint below it, must contain. */
  says: string;
  /** The reported file; by default the file of the first edit. */
  in?: string;
  /** A unique text in that file, which begins on the reported line; by default the replacement. */
  at?: string;
}

/**
 * In `alone`, each mistake would hide others. The mistakes in `together` are made at once, on different lines.
 * The rules of `scripts/spectral/` have their own tests, so only a few of their mistakes are here.
 */
const { alone, together } = yamlBeside<Record<'alone' | 'together', Mistake[]>>(import.meta.url, 'mistakes.yaml');

/** Returns the problems that the checks of the build find in a copy of the document. */
async function problemsOf(copy: DocumentCopy): Promise<readonly Problem[]> {
  try {
    await makeArtefacts(copy.project, ['lint'], nobody);
    return [];
  } catch (error) {
    if (error instanceof BuildError) return error.problems;
    throw error;
  }
}

function locationOf({ file, line }: { file: string; line: number }): string {
  return `${file}:${line}`;
}

function editsOf({ file = '', find = '', replace = '', edits }: Mistake): Edit[] {
  return edits ?? [{ file, find, replace }];
}

/**
 * Makes the mistakes in a new copy of the document, and expects the problem for each, at its place and with a helpful
 * message.
 */
async function expectFound(mistakes: readonly Mistake[]): Promise<{ problems: readonly Problem[]; places: string[] }> {
  const copy = new DocumentCopy();
  copy.edit(...mistakes.flatMap(editsOf));
  const problems = await problemsOf(copy);
  const values = problems.map((each) => `${locationOf(each)} ${each.rule}: ${each.message} ${each.hint ?? ''}`);
  const places = mistakes.map((mistake) => {
    const file = mistake.in ?? editsOf(mistake)[0]?.file ?? '';
    const at = locationOf({ file, line: copy.lineOf(file, mistake.at ?? mistake.replace ?? '') });
    const right = values.filter((text) => text.startsWith(`${at} ${mistake.rule}: `) && text.includes(mistake.says));
    expect(right, `${mistake.mistake}, at ${at}, among\n${values.join('\n')}`).not.toEqual([]);
    return at;
  });
  return { problems, places };
}

describe('the checks of the build', () => {
  test('find nothing in the unchanged document', { tags: 'long' }, async () => {
    expect(await problemsOf(new DocumentCopy())).toEqual([]);
  });

  // A lint uses all cores, so these tests run one after another.
  test.each(alone)('find $mistake, at its line', { tags: 'long' }, async (mistake) => {
    const { problems, places } = await expectFound([mistake]);
    // People read from the top, so one of the first problems must have the place of the mistake.
    expect(problems.slice(0, 3).map(locationOf)).toContain(places[0]);
  });

  test(`find ${together.length} mistakes made at once`, async () => {
    await expectFound(together);
  });
});
