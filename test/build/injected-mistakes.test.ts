// @module-tag slow
import { describe, expect, test } from 'vitest';
import { makeArtefacts } from '../../scripts/build/steps.js';
import { BuildError, type Problem } from '../../scripts/text/problem.js';
import { isWhole } from '../sample.js';
import { DocumentCopies, type DocumentCopy } from './document-copy.js';
import { examples } from './mistakes/examples.js';
import type { Mistake } from './mistakes/mistake.js';
import { names } from './mistakes/names.js';
import { provenance } from './mistakes/provenance.js';
import { references } from './mistakes/references.js';
import { schemas } from './mistakes/schemas.js';
import { structure } from './mistakes/structure.js';
import { together } from './mistakes/together.js';
import { nobody } from './run-build.js';

// One lint uses more than one core, and two at a time use all cores.
const copies = new DocumentCopies(isWhole ? 2 : 1);

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

function place({ file, line }: { file: string; line: number }): string {
  return `${file}:${line}`;
}

/** Expects the problem for a mistake, at its place and with a helpful message. */
function expectFound(problems: readonly Problem[], { rule, says }: Mistake, at: string): void {
  const found = problems.map(
    (problem) => `${place(problem)} ${problem.rule}: ${problem.message} ${problem.hint ?? ''}`,
  );
  const right = found.filter((text) => text.startsWith(`${at} ${rule}: `) && text.includes(says));
  expect(right, `Expected ${at} ${rule}: … ${says} …, found:\n${found.join('\n')}`).not.toEqual([]);
}

function expectedPlace(copy: DocumentCopy, { file, edits, at }: Mistake): string {
  const where = file ?? edits[0]?.file ?? '';
  return place({ file: where, line: copy.lineOf(where, at) });
}

describe('the checks of the build', () => {
  test('find nothing in the unchanged document', { tags: 'long' }, async () => {
    expect(await copies.use(problemsOf)).toEqual([]);
  });

  describe.each([
    { kind: 'form', mistakes: structure },
    { kind: 'references', mistakes: references },
    { kind: 'schemas', mistakes: schemas },
    { kind: 'examples', mistakes: examples },
    { kind: 'names', mistakes: names },
    { kind: 'provenance and responses', mistakes: provenance },
  ])('in the $kind', ({ mistakes }) => {
    const cases = mistakes.map((mistake) => [mistake.mistake, mistake] as const);
    test.concurrent.each(cases)('find %s, at its line', { tags: 'long' }, async (_, mistake) => {
      await copies.use(async (copy) => {
        const undo = copy.edit(...mistake.edits);
        try {
          const problems = await problemsOf(copy);
          const at = expectedPlace(copy, mistake);
          expectFound(problems, mistake, at);
          // People read from the top, so one of the first problems must have the place of the mistake.
          expect(problems.slice(0, 3).map(place)).toContain(at);
        } finally {
          undo();
        }
      });
    });
  });

  test(`find ${together.length} mistakes made at once`, async () => {
    await copies.use(async (copy) => {
      const undo = copy.edit(...together.flatMap(({ edits }) => edits));
      try {
        const problems = await problemsOf(copy);
        for (const mistake of together) expectFound(problems, mistake, expectedPlace(copy, mistake));
      } finally {
        undo();
      }
    });
  });
});
