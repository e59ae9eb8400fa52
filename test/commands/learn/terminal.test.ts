import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { runLearn } from '../../../scripts/commands/learn/run.js';
import { offer, reportWith } from '../../learn/proposals.js';
import { temporaryFolder } from '../../temporary-folder.js';

/** Runs the command at a terminal. The person types one of these lines at each question, and then leaves. */
async function typed(
  lines: string[],
  onQuestion?: (file: string, number: number) => void,
): Promise<{ code: number; output: string; file: string }> {
  vi.stubEnv('DIRECTORY_API_KEY', 'a-key-of-the-server');
  const folder = temporaryFolder();
  const file = join(folder, 'directory.answers.yaml');
  const input = Object.assign(new PassThrough(), { isTTY: true }) as unknown as NodeJS.ReadStream & PassThrough;
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  const errors = output as unknown as NodeJS.WriteStream;
  let [shown, number] = ['', 0];
  output.on('data', (piece: Buffer) => {
    shown += piece.toString();
    if (!piece.toString().includes('show more: ')) return;
    onQuestion?.(file, number);
    const line = lines[number];
    number += 1;
    if (line === undefined) input.end();
    else input.write(`${line}\n`);
  });
  const proposals = [offer('auth.scheme-prefix', 'Bearer'), offer('links.leading-slash', false, 'likely')];
  const look = async () => ({ proposals, report: reportWith(), presence: undefined as never });
  const code = await runLearn(
    { baseUrl: 'http://127.0.0.1:1' },
    { input, output: errors, errors, environment: {}, folder, look },
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

  it('writes nothing when the person leaves at once, and says so', { tags: 'slow' }, async () => {
    const { output, file } = await typed([]);
    expect(output).toContain('Broken off. Nothing was written.');
    expect(existsSync(file)).toBe(false);
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
