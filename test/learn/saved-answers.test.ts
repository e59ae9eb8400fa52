// @module-tag slow
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { publishedProgram } from '../published-program.js';
import { startProgram } from '../run-program.js';
import { isWhole } from '../sample.js';
import { temporaryFile, temporaryFolder } from '../temporary-folder.js';

/** Number of steps of a write: a draft is opened, written, synced and closed, and then replaces the file. */
const steps = 10;
/** A normal run kills at three steps only. */
const moments = isWhole ? Array.from({ length: steps }, (_, step) => step) : [2, 6, 7];

const byHand = `# What we know.
answers:
  links.leading-slash:   { value: false }   # sure
  "auth.refusal-status": {value: 401, from: &us {by: 'web team', on: 2026-11-01}}

  resources.fields: { value: { Tier: { nullable: [image] } }, from: { by: learn, on: 2026-11-01, evidence: old } } # so
  # Asked in May.
  media.type-values:
      value: [ 'P',
               "V" ]
      from: *us
# The end.
`;

/** A recorded read of directories from a service that requires Bearer before the key. */
const entry = {
  request: {
    method: 'GET',
    url: 'https://api.example.com/api/directory/private/v1alpha/directories/',
    headers: [{ name: 'Authorization', value: 'Bearer abc' }],
  },
  response: {
    status: 200,
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    content: { size: 23, text: '[{"id":"1","name":"A"}]' },
  },
};
const recording = temporaryFile('traffic.har', JSON.stringify({ log: { version: '1.2', entries: [entry, entry] } }));

let cli: string;
beforeAll(async () => {
  cli = await publishedProgram();
});

/** Runs `learn --yes` on a file, until it ends or is killed at a step. @returns the text, and files left beside it */
async function run(textBefore: string, step?: number): Promise<{ text: string; remainingFiles: string[] }> {
  const folder = temporaryFolder();
  const file = join(folder, 'directory.answers.yaml');
  writeFileSync(file, textBefore);
  const killing = ['--import', pathToFileURL(resolve('test/learn/killed-at.mjs')).href];
  const { child, exit } = startProgram(
    process.execPath,
    [...(step === undefined ? [] : killing), cli, 'learn', '--har', recording, '--yes', '--accept-likely'],
    { cwd: folder, env: { ...process.env, LEARN_FOLDER: folder, LEARN_STEP: String(step) } },
  );
  const { code, stderr } = await exit;
  if (step === undefined) expect([code, stderr]).toEqual([0, expect.stringContaining('is read')]);
  else expect(child.signalCode).toBe('SIGKILL');
  const remainingFiles = readdirSync(folder).filter((name) => name !== 'directory.answers.yaml');
  return { text: readFileSync(file, 'utf8'), remainingFiles };
}

describe('a file written by hand', () => {
  let textAfter: string;
  beforeAll(async () => {
    textAfter = (await run(byHand)).text;
  });

  it('keeps every other byte: comments, order, quotes, anchors and line breaks', async () => {
    const on = new Date().toISOString().slice(0, 10);
    const evidence = '2 responses of listDirectories; listDirectories has';
    const fields = '{ Tier: { nullable: [image] }, Directory: { properties: { name: { type: string } } } }';
    const prefix = `  auth.scheme-prefix:
    value: Bearer
    from: { by: learn, on: ${on}, evidence: ${evidence} 200 }
`;
    expect(textAfter).toBe(
      byHand
        .replace('{ Tier: { nullable: [image] } }', fields)
        .replace('on: 2026-11-01, evidence: old', `on: ${on}, evidence: ${evidence} A at /0/name`)
        .replace('      from: *us\n', `      from: *us\n${prefix}`),
    );
    const { text } = await run(byHand.replaceAll('\n', '\r\n'));
    expect(text).toBe(textAfter.replaceAll('\n', '\r\n'));
  });

  it.each(moments)('has either the old or the new content after kill -9 at moment %i of its write', async (step) => {
    const { text, remainingFiles } = await run(byHand, step);
    // From step 7 on, the draft has replaced the file.
    expect(text).toBe(step < 7 ? byHand : textAfter);
    expect(remainingFiles.every((name) => /^\.[\w-]+\.tmp$/.test(name))).toBe(true);
  });
});
