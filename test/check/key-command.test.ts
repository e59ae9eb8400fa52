import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import { temporaryFolder } from '../temporary-folder.js';
import { yamlBeside } from '../yaml-beside.js';
import { accusations } from './run.js';
import { checkNewShelf, checkShelf, type Received, shelfDocument, shelfService } from './shelf-service.js';

/** A command that prints the content of a file and counts its runs. */
interface Printer {
  command: string;
  /** Sets the text that the command prints. */
  set(key: string): void;
  runs(): number;
}

function printer(first: string): Printer {
  const folder = temporaryFolder('key-command');
  const [file, log, script] = ['key', 'log', 'print.cjs'].map((name) => join(folder, name)) as [string, string, string];
  writeFileSync(file, first);
  writeFileSync(log, '');
  writeFileSync(
    script,
    `const fs = require('node:fs');
    fs.appendFileSync(${JSON.stringify(log)}, 'x');
    process.stdout.write(fs.readFileSync(${JSON.stringify(file)}));`,
  );
  return {
    command: `"${process.execPath}" "${script}"`,
    set: (key) => writeFileSync(file, key),
    runs: () => readFileSync(log, 'utf8').length,
  };
}

const keyOf = ({ headers }: Received): string => String(headers['x-key'] ?? '');

// Giving both the variable and a command is an error.
beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', undefined));

describe('a key from a command', () => {
  it('is the output of the command, without its last line break', async () => {
    const { command, runs } = printer('command-key-1234567\n');
    const shelf = await shelfService((request) => keyOf(request) === 'command-key-1234567');
    const report = await checkShelf(shelf, shelfDocument(), { keyCommand: command });
    expect(accusations(report)).toEqual([]);
    expect(report.exitCode).toBe(0);
    expect(runs()).toBe(1);
  });

  it('is renewed when the server refuses it, and both keys are redacted', async () => {
    const [oldText, renewedText] = ['old-key-1234567890', 'new-key-0987654321'];
    const print = printer(oldText);
    let served = 0;
    const shelf = await shelfService(
      (request) => {
        served += 1;
        if (served === 5) print.set(renewedText);
        return keyOf(request) === (served < 5 ? oldText : renewedText);
      },
      { extra: { echo: oldText } },
    );
    const report = await checkShelf(shelf, shelfDocument(), { keyCommand: print.command });
    expect(report.notes).toContain('The server refused the key, and --key-command renewed it once.');
    expect(report.operations.every(({ success }) => success.tested)).toBe(true);
    // One request got the 401, and perhaps concurrent requests as well; the command ran only once more.
    expect(print.runs()).toBe(2);
    expect(accusations(report).filter((text) => !/echo/.test(text))).toEqual([]);
    expect(JSON.stringify(report)).not.toMatch(/old-key-1234567890|new-key-0987654321/);
  });

  it('is renewed for a write as well, which is sent again', async () => {
    const print = printer('old-key-1234567890');
    const shelf = await shelfService((request) => {
      if (request.method === 'DELETE') print.set('new-key-0987654321');
      return keyOf(request) === (request.method === 'DELETE' ? 'new-key-0987654321' : 'old-key-1234567890');
    });
    const { paths, ...rest } = shelfDocument() as { paths: Record<string, Record<string, unknown>> };
    const item = { ...paths['/items/{item_id}'] };
    item['delete'] = {
      operationId: 'deleteItem',
      responses: { 204: { description: 'Deleted.' }, 405: { description: '-' } },
    };
    await checkShelf(
      shelf,
      { ...rest, paths: { ...paths, '/items/{item_id}': item } },
      {
        keyCommand: print.command,
        only: ['getItem', 'deleteItem'],
      },
    );
    const deletes = shelf.requests.filter(({ method }) => method === 'DELETE').map(keyOf);
    expect(deletes.slice(0, 1)).toEqual(['old-key-1234567890']);
    expect(deletes).toContain('new-key-0987654321');
  });

  it('is read only once more if the server refuses every key: the run ends with 3', async () => {
    const { command, runs } = printer('wrong-key-123456789');
    const report = await checkNewShelf(() => false, shelfDocument(), { keyCommand: command });
    expect(report).toMatchObject({ exitCode: 3, stopped: { code: 'key.refused' } });
    expect(runs()).toBe(2);
  });

  it.each(yamlBeside<Record<'name' | 'code' | 'says', string>[]>(import.meta.url, 'key-command.yaml'))(
    '$name: an error that shows nothing of it, and nothing is sent',
    { tags: 'slow' },
    async ({ code, says }) => {
      const script = join(temporaryFolder('key-command'), 'print.cjs');
      writeFileSync(script, code);
      const shelf = await shelfService(() => true);
      const keyCommand = `"${process.execPath}" "${script}"`;
      const error = await checkShelf(shelf, shelfDocument(), { keyCommand }).catch((caught: Error) => caught);
      expect(String(error)).toContain(says);
      expect(String(error)).not.toMatch(/key-of-line|print\.cjs/);
      expect(shelf.requests).toEqual([]);
    },
  );

  it('cannot be given together with the variable', async () => {
    vi.stubEnv('DIRECTORY_API_KEY', 'shelf-key-0123456789');
    onTestFinished(() => void vi.unstubAllEnvs());
    const shelf = await shelfService(() => true);
    await expect(checkShelf(shelf, shelfDocument(), { keyCommand: 'echo x' })).rejects.toThrow(
      'Expected the key either in DIRECTORY_API_KEY or from --key-command, found both.',
    );
  });

  it('may be that of another identity, which differs from the first, and is not in other arguments', async () => {
    const [own, other] = [printer('command-key-1234567'), printer('other-key-1234567')];
    const shelf = await shelfService(() => true);
    const check = (options: Partial<CheckOptions>) =>
      checkShelf(shelf, shelfDocument(), { keyCommand: own.command, writes: 'disposable', ...options });
    await expect(check({ otherKeyCommand: own.command })).rejects.toThrow(
      'Expected the other key to belong to another identity, but it is the same key as the first one.',
    );
    const parameters = { 'getItem.item_id': 'other-key-1234567' };
    await expect(check({ otherKeyCommand: other.command, parameters })).rejects.toThrow('The key is in a parameter');
    await expect(check({ otherKeyCommand: 'exit 3' })).rejects.toThrow('--other-key-command failed: it ended with');
    vi.stubEnv('DIRECTORY_OTHER_API_KEY', 'key with a line break\n');
    await expect(check({ otherKeyCommand: other.command })).rejects.toThrow(
      'Expected the key either in DIRECTORY_OTHER_API_KEY or from --other-key-command, found both.',
    );
    await expect(check({})).rejects.toThrow('The value of DIRECTORY_OTHER_API_KEY cannot be sent.');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(shelf.requests).toEqual([]);
    // A run without disposable writes has no use for the variable.
    await check({ writes: 'none' });
    expect(shelf.requests.length).toBeGreaterThan(0);
  });

  it('is refused if it appears in other arguments, where other users could read it', async () => {
    const { command } = printer('command-key-1234567');
    const shelf = await shelfService(() => true);
    const parameters = { 'getItem.item_id': 'command-key-1234567' };
    await expect(checkShelf(shelf, shelfDocument(), { keyCommand: command, parameters })).rejects.toThrow(
      'The key is in a parameter, where others can read it.',
    );
    expect(shelf.requests).toEqual([]);
  });
});
