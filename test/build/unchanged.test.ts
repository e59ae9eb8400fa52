import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { lastBuildFile } from '../../scripts/build/last-build.js';
import type { Ended } from '../run-program.js';
import { sample } from '../sample.js';
import { DocumentCopy } from './document-copy.js';
import { filterSchema } from './mistakes/mistake.js';
import { PackageCopy } from './package-copy.js';
import { digests } from './run-build.js';

const copy = new PackageCopy();
const document = new DocumentCopy();
const client = 'generated/client.ts';

function build(...args: string[]): Promise<Ended> {
  return copy.build(document.project, ['bundle', 'client', ...args]);
}

/** The steps that a build has done, and those that it has not, by its lines. */
function stepsOf({ stderr }: Ended): { done: boolean; unchanged: string[] } {
  const unchanged = [...stderr.matchAll(/^(\w+): unchanged$/gm)].map(([, step = '']) => step);
  return { done: /^lint the bundle \(Spectral\): \d/m.test(stderr), unchanged };
}

const generated = (): Record<string, string> => digests(document.path('generated'));

let first: Ended;
let made: Record<string, string>;
beforeAll(async () => {
  first = await build();
  made = generated();
}, 120_000);

describe('a build of the same', () => {
  it('does nothing, and says so', async () => {
    expect(first.code).toBe(0);
    expect(stepsOf(first)).toEqual({ done: true, unchanged: [] });
    expect(first.stdout).not.toContain('unchanged');
    const { mtimeMs } = statSync(document.path(client));

    const second = await build();
    expect(second.code).toBe(0);
    expect(second.stderr).toBe('lint: unchanged\nbundle: unchanged\nclient: unchanged\n');
    expect(second.stdout).toMatch(/^generated\/client\.ts +[\d.]+ kB +unchanged$/m);
    expect(second.stdout).toMatch(/^openapi\/ is valid, \d+ m?s$/m);
    expect(generated()).toEqual(made);
    expect(statSync(document.path(client)).mtimeMs).toBe(mtimeMs);
  });

  it('does everything with --force', { tags: 'long' }, async () => {
    const forced = await build('--force');
    expect(stepsOf(forced)).toEqual({ done: true, unchanged: [] });
    expect(forced.code).toBe(0);
    expect(generated()).toEqual(made);
  });

  it('says again that the committed files match', { tags: 'slow' }, async () => {
    const checked = await build('--check');
    expect(stepsOf(checked)).toEqual({ done: false, unchanged: ['lint', 'bundle', 'client'] });
    expect(checked.stdout).toMatch(/^generated\/ matches openapi\/, /);
  });
});

describe('a file in generated/ that somebody has changed', () => {
  it('is found by --check each time, and made again by a build, without the lint', { tags: 'slow' }, async () => {
    const text = readFileSync(document.path(client), 'utf8');
    writeFileSync(document.path(client), text.replace('DirectoryClient', 'Client'));
    for (const _ of [1, 2]) {
      const checked = await build('--check');
      expect(checked.code).toBe(1);
      expect(checked.stderr).toContain(`${client}:`);
      expect(checked.stderr).toContain(' does not match openapi/.');
    }
    const rebuilt = await build();
    expect(stepsOf(rebuilt)).toEqual({ done: false, unchanged: ['lint', 'bundle'] });
    expect(rebuilt.code).toBe(0);
    expect(generated()).toEqual(made);
  });

  it('is made again if it is missing, and removed if no step makes it', { tags: 'slow' }, async () => {
    rmSync(document.path('generated/examples.ts'));
    writeFileSync(document.path('generated/schemas/Former.json'), '{}\n');
    expect(stepsOf(await build('--check')).unchanged).toEqual(['lint', 'bundle']);
    expect(generated()).toEqual(made);
  });
});

describe('a change', () => {
  it('of a source is found by --check, and built', { tags: 'long' }, async () => {
    const undo = document.edit({ file: filterSchema, find: 'type: object\n', replace: '# A comment.\ntype: object\n' });
    const checked = await build('--check');
    expect(checked.code).toBe(1);
    expect(checked.stderr).toContain('generated/sources.sha256:');
    undo();
    expect((await build('--check')).code).toBe(0);
  });

  it('of a guide changes the list of sources, and nothing else', { tags: 'slow' }, async () => {
    const undo = document.edit({ file: 'openapi/README.md', find: '## Rules\n', replace: '## The rules\n' });
    const checked = await build('--check');
    expect(checked.stderr).toContain('generated/sources.sha256:');
    expect(checked.code).toBe(1);
    const built = await build();
    expect(stepsOf(built)).toEqual({ done: false, unchanged: ['lint', 'bundle', 'client'] });
    const changed = Object.entries(generated()).filter(([path, digest]) => made[path] !== digest);
    expect(changed.map(([path]) => path)).toEqual(['sources.sha256']);
    undo();
    await build();
    expect(generated()).toEqual(made);
  });

  it('of the code of a step makes it again', { tags: 'long' }, async () => {
    const undo = copy.replace('scripts/build/artefacts/client.ts', 'The argument of a method', 'An argument of it');
    const checked = await build('--check');
    expect(stepsOf(checked)).toEqual({ done: false, unchanged: ['lint', 'bundle'] });
    expect(checked.stderr).toMatch(/^generated\/client\.ts:\d+ does not match openapi\/\.$/m);
    undo();
    expect(stepsOf(await build('--check')).unchanged).toEqual(['lint', 'bundle', 'client']);
  });
});

const rule = `
  info-contact-name:
    severity: error
    message: '{{error}}'
    given: $.info
    then: { field: contact, function: truthy }
`;

describe('a finding', () => {
  const changes: [what: string, change: () => () => void][] = [
    ['of a mistake', () => document.edit({ file: filterSchema, find: 'type: object\n', replace: 'type: objekt\n' })],
    ['of a new rule', () => copy.append('.spectral.yaml', rule)],
  ];
  it.each(sample(changes, 2))(
    '%s is printed each time, and nothing is left of it when it is corrected',
    { tags: 'long' },
    async (_, change) => {
      const undo = change();
      const [one, two] = [await build(), await build('--check')];
      const findings = (run: Ended): string => run.stderr.slice(run.stderr.indexOf('The document has problems.'));
      expect(findings(one)).toMatch(/^The document has problems\.\n\nopenapi\/.*:\d+:\d+ {2}\S/);
      expect(findings(two)).toBe(findings(one));
      expect([one.code, two.code]).toEqual([1, 1]);
      undo();
      expect(generated()).toEqual(made);
      expect(stepsOf(await build())).toEqual({ done: false, unchanged: ['lint', 'bundle', 'client'] });
    },
  );
});

describe('what is known of the last build', () => {
  it('is kept beside the packages of the project', () => {
    expect(Object.keys(digests(document.project)).filter((path) => !/^(?:openapi|generated)\//.test(path))).toEqual([
      lastBuildFile,
    ]);
  });

  it('may be of two builds at once', { tags: 'long' }, async () => {
    const both = await Promise.all([build('--force'), build('--force')]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(generated()).toEqual(made);
    expect(stepsOf(await build()).unchanged).toEqual(['lint', 'bundle', 'client']);
  });
});
