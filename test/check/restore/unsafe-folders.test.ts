import { chmodSync, chownSync, mkdirSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getStateHome } from '../../../scripts/check/restore/journal-folder.js';
import { runStatus, runUndo } from '../../../scripts/commands/undo/run.js';
import { defaultKey } from '../../../scripts/sandbox/sandbox.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { checked, countingServer } from '../../commands/check/fixture.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { eachHasOwnState, filesBelow, journalOf, leaveJournal } from './own-state.js';
import { streams } from './undo-command.js';
import { filter, watch } from './watched.js';

const home = eachHasOwnState();
beforeEach(() => void vi.stubEnv('DIRECTORY_API_KEY', defaultKey));

const messages = {
  link: /, is a symbolic link\. .* Nothing was sent\. Replace the link with a folder, or set XDG_STATE_HOME/,
  all: /users \(its mode is 777\)\. .* If everything in the folder is yours, run "chmod go-w .*", or/,
  group: /, can be written to by other users \(its mode is 770\)/,
  user: /, belongs to another user \(4711\)\. .* Nothing was sent\. Run the command as that user, or set XDG_/,
};

function toLink(folder: string): void {
  const realText = join(temporaryFolder(), 'real');
  renameSync(folder, realText);
  symlinkSync(realText, folder);
}

const states: [string, (folder: string) => void, RegExp][] = [
  ['is a link', toLink, messages.link],
  ['is open to all', (folder) => chmodSync(folder, 0o777), messages.all],
  ['is open to a group', (folder) => chmodSync(folder, 0o770), messages.group],
];
if (process.geteuid?.() === 0)
  states.push(['belongs to another user', (folder) => chownSync(folder, 4711, 4711), messages.user]);

async function sentenceOf(command: Promise<number>): Promise<string> {
  const failure = await command.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UsageError);
  return (failure as Error).message;
}

async function checkedSentence(baseUrl: string, writes: string): Promise<string> {
  const { code, errors } = await checked({ baseUrl, writes, only: filter });
  expect(code).toBe(2);
  return errors.replace(/\s+/g, ' ');
}

const commands: readonly [string, (url: string) => Promise<string>][] = [
  ['check --writes noop', (url) => checkedSentence(url, 'noop')],
  ['check --writes roundtrip', (url) => checkedSentence(url, 'roundtrip')],
  ['undo', (baseUrl) => sentenceOf(runUndo({ baseUrl }, streams()))],
  ['undo of all', () => sentenceOf(runUndo({}, streams()))],
  ['undo --plan', (baseUrl) => sentenceOf(runUndo({ baseUrl, plan: true }, streams()))],
  ['status', () => sentenceOf(runStatus({}, streams()))],
];

describe.each(['the folder of all journals', 'the folder of a target'])('%s', (folderName) => {
  describe.each(states)('that %s', (_, spoil, sentence) => {
    it.each(commands)('safety 16, exit-2: is not used by %s', async (_command, run) => {
      const server = await countingServer((_request, response) => response.end());
      await leaveJournal(server);
      const folder = folderName === 'the folder of a target' ? dirname(journalOf(server)) : getStateHome();
      spoil(folder);
      const before = readdirSync(folder, { recursive: true });
      const text = await run(server.url);
      expect(text).toMatch(sentence);
      expect(text).toContain(folder);
      expect(server.requests).toEqual([]);
      expect(readdirSync(folder, { recursive: true })).toEqual(before);
    });
  });
});

describe('a folder for journals', () => {
  it('may be below a link, and readable for others', async () => {
    const link = join(temporaryFolder(), 'link');
    symlinkSync(home(), link);
    process.env['XDG_STATE_HOME'] = link;
    mkdirSync(getStateHome(), { mode: 0o755 });
    const server = await watch();
    expect(
      await checked({ baseUrl: server.url, writes: 'noop', settle: '0.1', only: `${filter},getFilter` }),
    ).toMatchObject({ code: 0 });
    expect(filesBelow(home())).toEqual([]);
  });
});
