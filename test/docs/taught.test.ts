import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { answersFile } from '../answers/taught.js';
import { ownEnvironment } from '../own-machine.js';
import { publishedProgram } from '../published-program.js';
import { startProgram } from '../run-program.js';
import { temporaryFolder } from '../temporary-folder.js';
import { words } from '../words.js';

it('docs --answers serves pages of the taught contract, and leaves no files', { tags: 'long' }, async () => {
  const folder = temporaryFolder();
  const answers = answersFile({
    'lists.envelope': { value: { items: '/results' }, from: { by: 'platform team' } },
  });
  const cli = await publishedProgram();
  const args = [cli, 'docs', '--port', '0', '--answers', answers];
  const { child, printed, ended } = startProgram(process.execPath, args, { env: ownEnvironment({ TMPDIR: folder }) });
  try {
    const [, url] = /(http:\S+)\//.exec(await printed(/ at http:\S+\n/)) ?? [];
    const page = async (path: string): Promise<string> => (await fetch(`${url}/${path}`)).text();
    expect(await page('unknowns.html')).toMatch(/<strong>Answered:<\/strong>[^\n]*by platform team/);
    expect(await page('unknowns.html')).toContain('59 questions open, of which 1 is answered here.');
    const changed = words`
      reference.html reference.md operations/listTiers.html operations/listTiers.md openapi.yaml openapi.json
    `;
    for (const path of changed) expect(await page(path), path).toContain('results');
    expect(await page('index.html')).toContain('<a href="authentication.html">Authentication</a>');
    expect(await page('safety.html')).toContain('<h1');
    expect(await page('site.css')).toContain('{');
  } finally {
    child.kill();
  }
  const { code, stdout, stderr } = await ended;
  expect(stdout).toContain(`, with the answers in ${answers}, at http`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'Making the docs takes a few seconds.\n' });
  expect(readdirSync(folder)).toEqual([]);
});
