import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { bundleJson } from '../../scripts/build/source/bundle.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { temporaryFolder } from '../temporary-folder.js';
import { project } from './pages-fixture.js';

interface Workflow {
  on: object;
  jobs: Record<
    string,
    { permissions?: object; needs?: string; steps: { name?: string; run?: string; with?: object }[] }
  >;
}

const { on, jobs } = parse(await readFile(join(project, 'recipes/pages.yml'), 'utf8')) as Workflow;
const run = promisify(execFile);

// `test/package/recipes.test.ts` has what is true of all workflows.
it('the workflow for the docs publishes them on a release, in a job without our code', () => {
  expect(on).toEqual({ release: { types: ['published'] }, workflow_dispatch: null });
  expect(jobs['make']?.permissions).toBeUndefined();
  expect(jobs['make']?.steps.flatMap((step) => step.run ?? []).slice(0, 2)).toEqual(['npm ci', 'npm run docs']);
  expect(jobs['make']?.steps.at(-1)).toMatchObject({ with: { path: 'site' } });
  const [write] = jobs['make']?.steps.filter((step) => step.run?.includes(' --output site ')) ?? [];
  expect(write?.run).toMatch(/^node --import tsx scripts\/cli\.ts docs --output site /);
  expect(jobs['publish']).toMatchObject({ needs: 'make', permissions: { pages: 'write', 'id-token': 'write' } });
  expect(jobs['publish']?.steps.flatMap((step) => step.run ?? [])).toEqual([]);
});

it('the workflow for the docs keeps the documents of earlier tags at their addresses', { tags: 'slow' }, async () => {
  const folder = temporaryFolder('pages');
  const git = (...args: string[]): Promise<unknown> =>
    run('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false', ...args], {
      cwd: folder,
    });
  const yaml = (version: string): string => `info:\n  version: ${version}\n  title: "Earlier ${version}"\n`;
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
  for (const path of ['generated', 'site/v/0.3.0']) await mkdir(join(folder, path), { recursive: true });
  await git('init', '--quiet');
  await git('commit', '--quiet', '--allow-empty', '-m', 'before there was a document');
  await git('tag', 'v0.0.1');
  for (const version of ['0.1.0', '0.2.0', '0.3.0']) {
    await writeFile(join(folder, 'generated/openapi.yaml'), yaml(version));
    await git('add', 'generated/openapi.yaml');
    await git('commit', '--quiet', '-m', version);
    await git('tag', `v${version}`);
  }
  await writeFile(join(folder, 'site/v/0.3.0/openapi.yaml'), 'made by this build');
  const script = jobs['make']?.steps.find(({ name }) => name?.startsWith('Earlier versions'))?.run ?? '';
  await run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { cwd: folder });
  expect((await readdir(join(folder, 'site/v'))).sort()).toEqual(['0.1.0', '0.2.0', '0.3.0']);
  expect(await readFile(join(folder, 'site/v/0.2.0/openapi.yaml'), 'utf8')).toBe(yaml('0.2.0'));
  const json = bundleJson({ info: { version: '0.1.0', title: 'Earlier 0.1.0' } } as OpenApiDocument);
  expect(await readFile(join(folder, 'site/v/0.1.0/openapi.json'), 'utf8')).toBe(json);
  expect(await readdir(join(folder, 'site/v/0.3.0'))).toEqual(['openapi.yaml']);
});
