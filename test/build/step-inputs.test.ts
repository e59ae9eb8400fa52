import { symlinkSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type StepInputs, stepInputs } from '../../scripts/build/step-inputs.js';
import { type Step, steps } from '../../scripts/build/step-names.js';
import { DocumentCopy, type Edit } from './document-copy.js';
import { filterSchema } from './mistakes/mistake.js';
import { PackageCopy } from './package-copy.js';

const copy = new PackageCopy();
const document = new DocumentCopy('CHANGELOG.md');
let code: StepInputs;
let before: StepInputs;
beforeAll(async () => {
  code = (await copy.compiled()).digests;
  before = stepInputs(document.project, code, copy.folder);
});
afterEach(() => expect(changed()).toEqual([]));

/** The steps that must be done again. */
function changed(digests = code): Step[] {
  const now = stepInputs(document.project, digests, copy.folder);
  return steps.filter((step) => now[step] !== before[step]);
}

const effect = '\nObject.assign(globalThis, { changed: true });\n';

describe('a step is done again after a change of its code', () => {
  it.each<[file: string, expected: readonly Step[]]>([
    ['scripts/build/lint/lint.ts', ['lint']],
    ['scripts/build/artefacts/named-types.ts', ['types']],
    ['scripts/commands/check/settings.ts', ['types']],
    ['scripts/build/artefacts/client.ts', ['client']],
    ['scripts/validators/run-time.ts', ['validators']],
    ['scripts/build/artefacts/validators/body-validators.ts', ['validators', 'docs']],
    ['scripts/build/docs/menu.ts', ['docs']],
    ['scripts/docs-page/search.ts', ['docs']],
    ['scripts/sandbox/sandbox.ts', ['docs']],
    ['scripts/build/source/bundle.ts', steps],
    ['scripts/build/write.ts', steps],
    ['scripts/text/progress.ts', steps],
    ['scripts/check/engine/check.ts', []],
  ])('%s', { tags: 'slow' }, async (file, expected) => {
    const undo = copy.append(file, effect);
    expect(changed((await copy.compiled()).digests)).toEqual(expected);
    undo();
  });

  it('except of a comment', async () => {
    const undo = copy.append('scripts/build/artefacts/client.ts', '// The end.\n');
    expect(changed((await copy.compiled()).digests)).toEqual([]);
    undo();
  });
});

describe('a step is done again after a change of a file that it reads', () => {
  it.each<[file: string, expected: readonly Step[]]>([
    ['.spectral.yaml', ['lint']],
    ['scripts/spectral/paging.js', ['lint']],
    ['scripts/contract/paging-mistakes.js', ['lint']],
    ['scripts/check/model/report.ts', ['types']],
    ['scripts/build/docs/reference-template.hbs', ['docs']],
    ['scripts/build/docs/notices/MIT.txt', ['docs']],
    ['redocly.yaml', steps],
    ['tsconfig.json', steps],
    ['package-lock.json', steps],
    ['scripts/build/apart-thread.js', steps],
    ['scripts/release/main.ts', []],
  ])('%s', { tags: 'slow' }, (file, expected) => {
    const undo = copy.append(file, '\n');
    expect(changed()).toEqual(expected);
    undo();
  });
});

describe('a step is done again after a change of a source', () => {
  const comment = { find: 'type: object\n', replace: '# A comment.\ntype: object\n' };
  const readme = { file: 'openapi/README.md', find: '## Rules\n', replace: '## The rules\n' };

  it.each<[what: string, edits: Edit[], expected: readonly Step[]]>([
    ['of the document', [{ file: filterSchema, ...comment }], steps],
    ['that is new', [{ file: 'openapi/paths/new.yaml', write: '{}' }], steps],
    ['with another name', [{ file: filterSchema, renameTo: `${filterSchema}.yaml` }], steps],
    ['that is no more', [{ file: filterSchema, remove: true }], steps],
    ['of the docs', [{ file: 'openapi/docs/errors.md', find: '# Errors\n', replace: '# All errors\n' }], ['docs']],
    ['that is the changelog', [{ file: 'CHANGELOG.md', find: '# Changelog\n', replace: '# Changes\n' }], ['docs']],
    ['that nothing reads', [readme], []],
    ['of an editor', [{ file: 'openapi/.Filter.yaml.swp', write: 'x' }], []],
  ])('%s', (_, edits, expected) => {
    const undo = document.edit(...edits);
    expect(changed()).toEqual(expected);
    undo();
  });

  it('of any form that the document refers to', () => {
    const undo = document.edit({ file: filterSchema, find: 'type: object\n', replace: '$ref: ../../../README.md\n' });
    const referred = stepInputs(document.project, code, copy.folder);
    const undoReadme = document.edit(readme);
    const now = stepInputs(document.project, code, copy.folder);
    expect(steps.filter((step) => now[step] === referred[step])).toEqual([]);
    undoReadme();
    undo();
  });

  it('behind a link', () => {
    const undo = document.edit({ file: 'openapi/one', write: '1' }, { file: 'openapi/two', write: '2' });
    const linked = ['one', 'two'].map((target) => {
      symlinkSync(target, document.path('openapi/linked.yaml'));
      const inputs = stepInputs(document.project, code, copy.folder);
      document.edit({ file: 'openapi/linked.yaml', remove: true });
      return inputs;
    });
    expect(steps.filter((step) => linked[0]?.[step] === linked[1]?.[step])).toEqual([]);
    undo();
  });
});

it('each step is done again if Node.js runs with other options', () => {
  vi.stubEnv('NODE_OPTIONS', '--no-warnings');
  expect(changed()).toEqual(steps);
  vi.unstubAllEnvs();
});
