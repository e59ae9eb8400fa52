import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createSandbox, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { runProgram } from '../run-program.js';
import { type CiMachine, ciMachine, project } from './ci-machine.js';
import { type Job, type JobRun, runJob, type Workflow } from './github-runner.js';

const { jobs } = parse(readFileSync(join(project, 'recipes/github-learn.yml'), 'utf8')) as Workflow;

interface Looked extends JobRun {
  /** The calls of `gh`, and the pushes of `git`. */
  called: string[];
  /** The files of the last commit. */
  files: string[];
}

// Each test learns from the service and installs the package, which takes long, as for the other recipes.
describe('the recipe for a team with answers', { tags: 'long' }, () => {
  let machine: CiMachine;
  let served: { url: string; close(): Promise<void> };
  beforeAll(async () => {
    machine = await ciMachine();
    served = await serveSandbox({ sandbox: createSandbox() });
  });
  afterAll(async () => {
    await served.close();
    machine[Symbol.dispose]();
  });

  /** Runs the job in a repository with these answers. `gh` is replaced, and `git` for pushes. */
  async function looked(url: string, answers: string): Promise<Looked> {
    const [folder, bin] = [machine.folder(), machine.folder()];
    const record = join(bin, 'called');
    const git = (await runProgram('sh', ['-c', 'command -v git'])).stdout.trim();
    const noted = `echo "$(basename "$0") $*" >> ${record}`;
    const programs = { git: `if [ "$1" = push ]; then ${noted}; else exec ${git} "$@"; fi`, gh: noted };
    for (const [name, script] of Object.entries(programs))
      writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    writeFileSync(record, '');
    mkdirSync(join(folder, 'src/directory'), { recursive: true });
    writeFileSync(join(folder, 'directory.answers.yaml'), answers);
    const begin = 'git init -q && git add . && git -c user.name=a -c user.email=a@example.com commit -qm Begin';
    await runProgram('sh', ['-ec', begin], { cwd: folder, env: machine.environment });
    const environment = {
      ...machine.environment,
      PATH: [bin, machine.environment['PATH']].join(delimiter),
      GITHUB_REPOSITORY: 'team/program',
      DIRECTORY_BASE_URL: url,
    };
    const contexts = {
      'secrets.DIRECTORY_API_KEY': defaultKey,
      'github.token': 'a-token',
    };
    const ran = await runJob(jobs['learn'] as Job, { folder, environment, contexts });
    const { stdout } = await runProgram(git, ['show', '--name-only', '--format='], { cwd: folder });
    return { ...ran, called: readFileSync(record, 'utf8').split('\n').slice(0, -1), files: stdout.trim().split('\n') };
  }

  it('opens a pull request with new answers and their code', async () => {
    const { failed, called, files, summary, steps } = await looked(served.url, 'answers: {}\n');
    expect({ failed, said: failed ? steps : '' }).toEqual({ failed: false, said: '' });
    expect(called).toEqual([
      'git push --force https://x-access-token:a-token@github.com/team/program directory-answers',
      'gh pr list --head directory-answers --json number --jq .[].number',
      'gh pr create --head directory-answers --fill',
    ]);
    expect(files).toEqual(expect.arrayContaining(['directory.answers.yaml', 'src/directory/client.ts']));
    expect(summary).toContain('The responses support these answers:');
    expect(summary).not.toContain(defaultKey);
  });

  it('fails if the service contradicts an answer of a person', async () => {
    const wrongText = 'answers: { lists.envelope: { value: { items: /results } } }\n';
    const { failed, summary } = await looked(served.url, wrongText);
    expect(failed).toBe(true);
    expect(summary).toContain('lists.envelope (somebody)');
  });

  it('fails without a pull request if the service does not respond', async () => {
    expect(await looked('http://127.0.0.1:9', 'answers: {}\n')).toMatchObject({ failed: true, called: [] });
  });
});
