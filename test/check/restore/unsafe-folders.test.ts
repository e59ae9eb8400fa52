import { chmodSync, chownSync, mkdirSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createJournal, getStateHome } from '../../../scripts/check/restore/journal-folder.js';
import { runStatus, runUndo } from '../../../scripts/commands/undo/run.js';
import { defaultKey } from '../../../scripts/sandbox/sandbox.js';
import { checked, countingServer } from '../../commands/check/fixture.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { eachHasOwnState, filesBelow, journalOf } from './own-state.js';
import { streams } from './undo-command.js';
import { filter, watch } from './watched.js';

const home = eachHasOwnState();
beforeEach(() => void vi.stubEnv('DIRECTORY_API_KEY', defaultKey));
const isRoot = process.geteuid?.() === 0;

interface Target {
  url: string;
}

/** Leaves a journal with one write, like a run that was killed. */
async function leaveJournal(server: Target): Promise<void> {
  const { journal, close } = await createJournal(dirname(journalOf(server)), server.url, 'a contract', () => false);
  const read = { method: 'GET', path: '/filters/1', headers: {}, key: 'right' } as const;
  const resource = { operationId: filter, security: { kind: 'bearer' }, read, fields: [], snapshot: {} } as const;
  journal.append({ kind: 'resource', resource: 1, ...resource });
  journal.append({
    kind: 'write',
    write: 2,
    resource: 1,
    at: 0,
    case: 'a case',
    sent: [{ pointer: '/name', value: 'x' }],
  });
  close();
}

const places: readonly [string, (server: Target) => string][] = [
  ['the folder of all journals', () => getStateHome()],
  ['the folder of a target', (server) => dirname(journalOf(server))],
];

const states: readonly [string, (folder: string) => void, RegExp][] = [
  [
    'is a link',
    (folder) => {
      const real = join(temporaryFolder(), 'real');
      renameSync(folder, real);
      symlinkSync(real, folder);
    },
    /, is a symbolic link: .* Nothing was sent\. Replace it by a folder, or set XDG_STATE_HOME to a folder of your/,
  ],
  [
    'is open to all',
    (folder) => chmodSync(folder, 0o777),
    /, can be written to by other users \(its mode is 777\): .* If all of it is yours, run "chmod go-w .*", or set /,
  ],
  [
    'is open to a group',
    (folder) => chmodSync(folder, 0o770),
    /, can be written to by other users \(its mode is 770\)/,
  ],
  ...(isRoot
    ? [
        [
          'belongs to another user',
          (folder: string) => chownSync(folder, 4711, 4711),
          /, belongs to another user \(4711\): .* Nothing was sent\. Run the command as that user, or set XDG_/,
        ] as [string, (folder: string) => void, RegExp],
      ]
    : []),
];

const commands: readonly [string, (server: Target) => Promise<string>][] = [
  ...['noop', 'roundtrip'].map((writes): [string, (server: Target) => Promise<string>] => [
    `check --writes ${writes}`,
    async ({ url }) => {
      const { code, errors } = await checked({ baseUrl: url, writes, only: filter });
      expect(code).toBe(2);
      return errors.replace(/\s+/g, ' ');
    },
  ]),
  ['undo', ({ url }) => said(runUndo({ baseUrl: url }, streams()))],
  ['undo of all', () => said(runUndo({}, streams()))],
  ['undo --plan', ({ url }) => said(runUndo({ baseUrl: url, plan: true }, streams()))],
  ['status', () => said(runStatus({}, streams()))],
];

async function said(command: Promise<number>): Promise<string> {
  return command.then(
    (code) => `It ended with ${code}.`,
    (error: unknown) => `${(error as Error).name}: ${(error as Error).message}`,
  );
}

describe.each(places)('%s', (_, place) => {
  describe.each(states)('that %s', (__, spoil, says) => {
    it.each(commands)('safety 16, exit-2: is not used by %s', async (command, run) => {
      const server = await countingServer((__, response) => response.end());
      await leaveJournal(server);
      const folder = place(server);
      spoil(folder);
      const before = readdirSync(folder, { recursive: true });
      const text = await run(server);
      expect(text).toMatch(says);
      expect(text).toContain(folder);
      if (!command.startsWith('check')) expect(text).toMatch(/^UsageError: /);
      expect(server.asked).toEqual([]);
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
    expect(await checked({ baseUrl: server.url, writes: 'noop', only: `${filter},getFilter` })).toMatchObject({
      code: 0,
    });
    expect(filesBelow(home())).toEqual([]);
  });

  it('is not needed by a check that writes nothing', async () => {
    mkdirSync(getStateHome(), { mode: 0o700 });
    chmodSync(getStateHome(), 0o777);
    const server = await watch();
    expect(await checked({ baseUrl: server.url, only: 'getFilter' })).toMatchObject({ code: 0 });
  });
});
