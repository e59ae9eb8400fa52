import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { runLearn } from '../../../scripts/commands/learn/run.js';
import { offer, reportWith } from '../../learn/proposals.js';
import { temporaryFolder } from '../../temporary-folder.js';

interface Typed {
  code: number;
  output: string;
  file: string;
}

/** Runs the command at a terminal. The person types one of these lines at each question, and then leaves. */
async function typed(lines: string[], onQuestion?: (file: string, number: number) => void): Promise<Typed> {
  vi.stubEnv('DIRECTORY_API_KEY', 'a-key-of-the-server');
  const folder = temporaryFolder();
  const file = join(folder, 'directory.answers.yaml');
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  let [shown, number] = ['', 0];
  output.on('data', (piece: Buffer) => {
    const text = piece.toString();
    shown += text;
    if (!text.includes('show more: ')) return;
    onQuestion?.(file, number);
    const line = lines[number];
    number += 1;
    if (line === undefined) input.end();
    else input.write(`${line}\n`);
  });
  const code = await runLearn(
    { baseUrl: 'http://127.0.0.1:1' },
    {
      input: input as unknown as NodeJS.ReadStream,
      output: output as unknown as NodeJS.WriteStream,
      errors: output as unknown as NodeJS.WriteStream,
      environment: {},
      folder,
      look: async () => ({
        proposals: [offer('auth.scheme-prefix', 'Bearer'), offer('links.leading-slash', false, 'likely')],
        report: reportWith(),
        presence: undefined as never,
      }),
    },
  );
  return { code, output: shown, file };
}

describe('learn at a terminal', () => {
  it('writes the answers that are accepted, also what is likely', async () => {
    const { code, output, file } = await typed(['y', 'y']);
    expect(code).toBe(0);
    expect(output).toContain(`Wrote 2 answers to ${file}.`);
    expect(readFileSync(file, 'utf8')).toMatch(/links\.leading-slash[\s\S]*auth\.scheme-prefix|auth[\s\S]*links/);
  });

  it('has written what was accepted when the person leaves', { tags: 'slow' }, async () => {
    const { code, output, file } = await typed(['y']);
    expect(code).toBe(0);
    expect(output).toContain(`Broken off. Wrote 1 answer to ${file}.`);
    expect(readFileSync(file, 'utf8')).toContain('Bearer');
    const none = await typed([]);
    expect(none.output).toContain('Broken off. Nothing was written.');
    expect(existsSync(none.file)).toBe(false);
  });

  it('does not overwrite changes that somebody makes during the dialogue', async () => {
    const theirs = 'answers: {}\n';
    let path = '';
    const run = typed(['y', 'y'], (file, number) => {
      path = file;
      if (number === 1) writeFileSync(file, theirs);
    });
    await expect(run).rejects.toThrow('Somebody has changed');
    expect(readFileSync(path, 'utf8')).toBe(theirs);
  });
});
