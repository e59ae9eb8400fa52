import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { taughtWith } from '../answers/taught.js';
import { installedRunTime } from '../generate/installed-run-time.js';
import { writeFiles } from '../generate/made-files.js';
import { ownEnvironment } from '../own-machine.js';
import { runProgram } from '../run-program.js';
import { isWhole } from '../sample.js';
import { temporaryFolder } from '../temporary-folder.js';
import { answersByHand } from './by-hand.js';
import { key, type Style, serveWorld } from './serve.js';
import { firmStyles } from './styles.js';

/** A program that prints the ids of all partner entries, read by `pages` of the client. */
const program = `
import { createDirectoryClient } from './directory/client.js';

const { DIRECTORY_BASE_URL: baseUrl = '', DIRECTORY_API_KEY: apiKey = '' } = process.env;
const client = createDirectoryClient({ baseUrl, apiKey });
const ids: unknown[] = [];
for await (const { id: directory_id = '' } of client.pages.listDirectories())
  for await (const { id } of client.pages.listPartnerEntries({ path: { directory_id } })) ids.push(id);
console.log(JSON.stringify(ids));
`;

const styles = Object.keys(answersByHand).filter((style) => isWhole || style === 'rails');

it.each(styles)(
  'pages of a generated client have every entry once in the style %s',
  { tags: 'slow' },
  async (style) => {
    const { document } = taughtWith({ ...answersByHand[style] });
    const folder = temporaryFolder('pages');
    symlinkSync(await installedRunTime(), join(folder, 'node_modules'));
    mkdirSync(join(folder, 'directory'));
    await writeFiles(join(folder, 'directory'), document);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'program.ts'), program);
    const { url, service } = await serveWorld(firmStyles[style] as Style);
    const env = ownEnvironment({ DIRECTORY_BASE_URL: url, DIRECTORY_API_KEY: key });
    const tsx = pathToFileURL('node_modules/tsx/dist/loader.mjs').href;
    const result = await runProgram(process.execPath, ['--import', tsx, 'program.ts'], { cwd: folder, env });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    const entries = service.all('PartnerEntry').map(({ id }) => id);
    expect((JSON.parse(result.stdout) as unknown[]).sort()).toEqual(entries.sort());
  },
);
