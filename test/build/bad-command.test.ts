// @module-tag slow
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeArtefacts, steps } from '../../scripts/build/steps.js';
import { committedPaths, writeArtefacts } from '../../scripts/build/write.js';
import { sample } from '../sample.js';
import { DocumentCopy, type Edit, filterSchema } from './document-copy.js';
import { digests, expectSentences, nobody, runBuild } from './run-build.js';

const hiding = 'openapi/components/examples/filters/FilterUpdateVisibility.yaml';
const register = 'openapi/unknowns.yaml';

describe('a command line that is wrong', () => {
  test.concurrent.each([
    ['an option that is misspelt', ['--chekc'], ["unknown option '--chekc'", 'Did you mean --check?']],
    ['a step that is misspelt', ['bundel'], ["'bundel' is invalid", steps.join(', '), 'Did you mean bundle?']],
    ['an option without its value', ['--project'], ["option '--project <folder>' argument missing"]],
    [
      'a folder that does not exist',
      ['lint', '--project', 'no-such-folder'],
      ['openapi/openapi.yaml does not exist in', 'no-such-folder', 'Run the command in the folder of the project.'],
    ],
  ] as const)('prints one sentence with a suggestion, and ends with status 2: %s', async (_, args, sentences) => {
    expectSentences(await runBuild(...args), 2, ...sentences);
  });
});

describe('an output folder that is not writable', () => {
  // A normal run tests the same within this process, below.
  test('ends with a sentence and status 2 and writes nothing if generated is a file', { tags: 'long' }, async () => {
    const copy = new DocumentCopy();
    writeFileSync(copy.path('generated'), 'a file\n');
    const before = digests(copy.project);
    const result = await runBuild('bundle', '--project', copy.project);
    expectSentences(result, 2, 'Cannot write generated/: ', 'Correct this, then run the command again.');
    expect(digests(copy.project)).toEqual(before);
  });

  test('leaves every artefact unchanged if a folder has the name of one', () => {
    const copy = new DocumentCopy();
    mkdirSync(copy.path('generated/types.ts'), { recursive: true });
    const paths = ['generated/openapi.yaml', 'generated/types.ts'];
    const artefacts = paths.map((path) => ({ path, text: 'new\n', milliseconds: 0 }));
    expect(() => writeArtefacts(copy.project, artefacts)).toThrow(/^Cannot write generated\/: .*types\.ts is a folder/);
    expect(digests(copy.path('generated'))).toEqual({});
  });
});

describe('--check', () => {
  const copy = new DocumentCopy();
  beforeAll(async () => {
    writeArtefacts(copy.project, await makeArtefacts(copy.project, ['bundle', 'types', 'client'], nobody));
  });

  /** Digests of the hand-written and the committed files. `--check` itself makes the other files in generated/. */
  const readFiles = (): [string, string][] =>
    Object.entries(digests(copy.project)).filter(
      ([path]) => committedPaths.has(path) || !path.startsWith('generated/'),
    );

  /** Returns the output of `--check` after these edits, and undoes them. The check must not change kept files. */
  async function afterEdits(edits: Edit[], ...args: string[]): ReturnType<typeof runBuild> {
    const undo = copy.edit(...edits);
    try {
      const valuesBefore = readFiles();
      const result = await runBuild(...args, '--check', '--project', copy.project);
      expect(readFiles()).toEqual(valuesBefore);
      return result;
    } finally {
      undo();
    }
  }

  // `npm test` begins with this command.
  test('passes if everything matches the build, and makes what is not committed', { tags: 'long' }, async () => {
    rmSync(copy.path('generated/openapi.json'));
    const { exitCode, stdout } = await afterEdits([]);
    expect(stdout).toContain('generated/ matches openapi/');
    expect(existsSync(copy.path('generated/openapi.json'))).toBe(true);
    expect(exitCode).toBe(0);
  });

  const rows = [
    ['an example', hiding, 'Hides the filter from visitors.', 'Hides the filter from all visitors.', 'openapi.yaml'],
    ['an entry of the register', register, 'evidence: A response with 413.', 'evidence: Any response.', 'openapi.yaml'],
    ['a comment in the document', filterSchema, 'type: object\n', '# A comment.\ntype: object\n', 'sources.sha256'],
    ['a guide next to the document', 'openapi/README.md', '## Rules\n', '## The rules\n', 'sources.sha256'],
  ] as const;
  test.each(sample(rows, 4))(
    'names the first line that differs after a change of %s',
    { tags: 'long' },
    async (_, file, find, replace, artefact) => {
      // The line of a digest has the name of the file.
      const [text, expected] = artefact === 'sources.sha256' ? [file, file] : [find, replace];
      const line = copy.lineOf(`generated/${artefact}`, text);
      const result = await afterEdits([{ file, find, replace }], 'bundle');
      expectSentences(
        result,
        1,
        `generated/${artefact}:${line} does not match openapi/.`,
        'Run "npm run build" and commit the files that it writes.',
      );
      expect(result.stderr).toMatch(new RegExp(`expected  .*${expected}\\n  found     .*${text}`));
    },
  );
});
