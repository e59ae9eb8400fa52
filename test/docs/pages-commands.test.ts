import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { answersFile } from '../answers/taught.js';
import { ownEnvironment } from '../own-machine.js';
import { publishedProgram } from '../published-program.js';
import { type Ended, type Program, runProgram, startProgram } from '../run-program.js';
import { temporaryFolder } from '../temporary-folder.js';
import { words } from '../words.js';
import { blocksOf, expectLines } from './guide-blocks.js';
import { guides, project } from './pages-fixture.js';

const sandboxAddress = 'http://127.0.0.1:4020';

// Guides whose commands depend on their order; these guides have their own tests.
const others = /\/(?:teach|own-service|quick-start|client|languages|validators|testing|lists|versions)\.md$/;
const skill = 'skills/directory-contract/SKILL.md';
const examples = [...guides, { path: skill, bytes: readFileSync(join(project, skill)) }]
  .filter(({ path }) => !others.test(path))
  .flatMap(({ path, bytes }) => blocksOf(new TextDecoder().decode(bytes)).map((block) => ({ guide: path, ...block })));
const commands = examples.filter(
  ({ language, source }) => language === 'sh' && /^(?:DIRECTORY_API_KEY=\S+ )?(?:curl|npx) /.test(source),
);
const starts = commands.filter(({ source }) => source === 'npx directory-contract sandbox\n');
/** These commands undo the writes of a killed run, so only the test of such a run uses them. */
const undoes = commands.filter(({ source }) => source.includes(' undo\n'));
const calls = commands.filter((command) => !starts.includes(command) && !undoes.includes(command));

let url = '';
let cli = '';
let sandbox: Program;
/** The folder for the journals of the check. */
const state = temporaryFolder('guides-state');
beforeAll(async () => {
  cli = await publishedProgram();
  // Starts the sandbox with the command from the guide, but on a free port.
  const source = `exec ${withOurCommand(starts[0]?.source.trim() ?? '')} --port 0`;
  sandbox = startProgram('/bin/sh', ['-c', source], { cwd: project });
  [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(await sandbox.waitFor(/^curl .*\n/m)) ?? [];
});
afterAll(async () => {
  sandbox.child.kill();
  await sandbox.exit;
});

async function reset(): Promise<void> {
  expect((await fetch(`${url}/__sandbox/reset`, { method: 'POST' })).status).toBe(200);
}

describe('the commands of the guides', () => {
  it('are complete: one starts the sandbox, and the others call it', () => {
    expect(starts.map(({ guide }) => guide)).toEqual(['openapi/docs/mock-and-sandbox.md', skill]);
    expect(calls.filter(({ source }) => source.startsWith('curl ')).map(({ guide }) => guide)).toEqual([
      ...Array<string>(2).fill('openapi/docs/authentication.md'),
      ...Array<string>(2).fill('openapi/docs/errors.md'),
      ...Array<string>(4).fill('openapi/docs/mock-and-sandbox.md'),
      ...Array<string>(3).fill(skill),
    ]);
    expect(calls.filter(({ source }) => source.includes('npx '))).toHaveLength(7);
    const inSkill = examples.filter(({ guide, language }) => guide === skill && language === 'sh');
    expect(commands).toEqual(expect.arrayContaining(inSkill));
  });

  it.each(calls)('$guide: $source', { tags: 'slow' }, async ({ source, prints }) => {
    if (/http/.test(source)) expect(source).toContain(sandboxAddress);
    await reset();
    const { code, stdout, stderr } = await shell(withOurCommand(source.replaceAll(sandboxAddress, url)));
    expect({ code, stderr: source.startsWith('curl -s') ? stderr : '' }).toEqual({ code: 0, stderr: '' });
    if (prints?.language === 'json') expect(JSON.parse(stdout)).toMatchObject(JSON.parse(prints.text) as object);
    else if (prints) expectLines(stdout, prints.text);
    else expect(JSON.parse(stdout)).toBeInstanceOf(Object);
  });
});

it('undo reverts the changes of a killed run, as the guide says', { tags: 'slow' }, async () => {
  const kill = examples.find(({ source }) => source.includes('kill -9'))?.source ?? '';
  await reset();
  const directory = '0fd4340a-c3c4-4d8b-815a-f5be26abedae';
  const entries = `${url}/api/directory/private/v1alpha/directories/${directory}/entries/partners/`;
  // On a busy machine, five seconds may not be enough for the first write.
  expect(kill).toContain('sleep 5;');
  const read = `curl -s -H 'Authorization: sandbox-key' ${entries}`;
  const waitForWrite = `until ${read} | grep -q 'Check-'; do sleep 0.2; done;`;
  await shell(
    kill
      .replace('sleep 5;', waitForWrite)
      .replaceAll(sandboxAddress, url)
      .replace('node_modules/.bin/directory-contract', `'${process.execPath}' '${cli}'`),
  );
  const [{ source = '', prints } = {}] = undoes;
  const { code, stdout } = await shell(source.replaceAll('npx directory-contract', `'${process.execPath}' '${cli}'`));
  expectLines(stdout.replaceAll(url, sandboxAddress), prints?.text ?? '');
  expect(code).toBe(0);
});

/** Replaces npx, which would look for the package in the folder or in a registry. */
function withOurCommand(source: string): string {
  return source.replace(/^(DIRECTORY_API_KEY=\S+ )?npx directory-contract /, `$1'${process.execPath}' '${cli}' `);
}

function shell(source: string): Promise<Ended> {
  const env = ownEnvironment({ XDG_STATE_HOME: state, DIRECTORY_API_KEY: 'sandbox-key' });
  return runProgram('/bin/sh', ['-c', source], { cwd: project, env });
}

it('docs --answers --watch serves the taught contract under its title, follows the file, and leaves no files', {
  tags: 'long',
}, async () => {
  const folder = temporaryFolder();
  const answersBy = (by: string) => ({ 'lists.envelope': { value: { items: '/results' }, from: { by } } });
  const answers = answersFile(answersBy('platform team'));
  const args = [cli, 'docs', '--port', '0', '--answers', answers, '--watch', '--title', 'Partner API'];
  const {
    child,
    waitFor: printed,
    exit,
  } = startProgram(process.execPath, args, { env: ownEnvironment({ TMPDIR: folder }) });
  try {
    const [, url] = /(http:\S+)\//.exec(await printed(/ at http:\S+\n/)) ?? [];
    const page = async (path: string): Promise<string> => (await fetch(`${url}/${path}`)).text();
    expect(await page('unknowns.html')).toMatch(/<strong>Answered:<\/strong>[^\n]*by platform team/);
    expect(await page('unknowns.html')).toContain('62 questions open, of which 1 is answered here.');
    const changedValues = words`
      reference.html reference.md operations/listTiers.html operations/listTiers.md openapi.yaml openapi.json
    `;
    for (const path of changedValues) expect(await page(path), path).toContain('results');
    expect(await page('index.html')).toContain('<a href="authentication.html">Authentication</a>');
    expect(await page('safety.html')).toContain('<h1');
    expect(await page('site.css')).toContain('{');
    writeFileSync(answers, stringify({ answers: answersBy('mobile team') }));
    await vi.waitFor(
      async () => {
        expect(await page('unknowns.html')).toContain('by mobile team');
        for (const path of ['unknowns.html', 'reference.html'])
          expect(await page(path)).toMatch(/<title>(?:Open questions · )?Partner API</);
      },
      { timeout: 300_000, interval: 500 },
    );
  } finally {
    child.kill();
  }
  const { code, stdout, stderr } = await exit;
  expect(stdout).toContain(`, with the answers in ${answers}, at http`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'Building the docs. This takes a few seconds.\n'.repeat(2) });
  expect(readdirSync(folder)).toEqual([]);
});
