// @module-tag slow
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { steps } from '../../scripts/build/steps.js';
import { makeFiles } from '../../scripts/commands/artefacts.js';
import { DocumentCopy } from '../build/document-copy.js';
import { refusedHere } from '../build/run-build.js';
import { temporaryFolder } from '../temporary-folder.js';
import { DevProcess } from './dev-process.js';

const entry = 'openapi/components/schemas/partner-entries/PartnerEntry.yaml';
/** The last output of a build: either all files are written, or the problems are printed. */
const over = /^(?:Written: |No other file has changed)|^The document (?:is not right|cannot be read)\.[\s\S]*\n\n$/m;

let copy: DocumentCopy;
let dev: DevProcess;
let mend: () => void;
beforeAll(async () => {
  copy = new DocumentCopy();
  mend = copy.edit({ file: entry, find: 'type: object', replace: 'type: [object' });
  dev = new DevProcess('--project', copy.project, '--port', '0');
  await dev.until(() => dev.said.includes('Ctrl-C'));
  await dev.listen();
});
afterAll(async () => {
  if (dev.exit === undefined) await dev.stop();
});

async function page(path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${dev.url}/${path}`);
  return { status: response.status, text: await response.text() };
}

/** Returns the output of lint for the current document. */
async function refusal(): Promise<string> {
  return `${(await refusedHere(copy.project, ['lint'])).stderr}\n\n`;
}

describe('a document that is wrong at the start', () => {
  it('has no docs yet, and the page says so', async () => {
    expect(dev.said).toContain(await refusal());
    expect(dev.said).toMatch(/^Docs: http:\S+ \(empty until /m);
    const { status, text } = await page('');
    expect(status).toBe(503);
    expect(text).toContain('There are no docs yet');
    expect(text).toContain('EventSource');
    expect(dev.lastEvent?.problems).toBeGreaterThan(0);
    expect(readdirSync(join(copy.project, 'generated/docs'))).toEqual([]);
  });

  it('is built once it is corrected', async () => {
    const said = await dev.after(mend, over);
    expect(said).toContain(`${entry} changed\n`);
    expect(said).toMatch(/^Docs written, pages reloaded: /m);
    expect((await page('')).status).toBe(200);
    await dev.until(() => dev.lastEvent?.problems === 0);
  });
});

it('a page may run only the scripts of the docs and the reload script; the file stays as published', async () => {
  for (const name of ['index.html', 'reference.html', 'nowhere.html']) {
    const { text } = await page(name);
    expect(text, name).toContain("new EventSource('/.events')");
    expect(text, name).toContain(`data-version="${dev.lastEvent?.version}"`);
  }
  const policy = /Content-Security-Policy" content="([^"]*)"/;
  for (const [name, connections] of [
    ['index.html', "'self'"],
    // The console of an operation may send requests to any server, since the reader chooses one.
    ['operations/updateFilter.html', "http: https: 'self'"],
  ] as const) {
    const [, servedText = ''] = policy.exec((await page(name)).text) ?? [];
    const file = readFileSync(join(copy.project, 'generated/docs', name), 'utf8');
    const [, publishedText = ''] = policy.exec(file) ?? [];
    expect(servedText).toMatch(/^default-src 'none'; script-src 'self' 'sha256-\S+'; (?!.*script-src)/);
    expect(servedText.endsWith(`; connect-src ${connections}`)).toBe(true);
    const without = servedText.replace(/ 'sha256-\S+'/, '');
    expect(without).toBe(`${publishedText}${connections.endsWith(": 'self'") ? " 'self'" : ''}`);
    expect(publishedText).toMatch(/; script-src 'self'; /);
    expect(file).not.toContain('EventSource');
  }
});

describe('a save', () => {
  it('of a description reloads the pages, and writes the files that depend on it', { tags: 'long' }, async () => {
    const versionBefore = dev.lastEvent?.version;
    const edit = { file: entry, find: 'A partner entry of a directory', replace: 'Somebody who is listed' };
    const said = await dev.after(() => copy.edit(edit), over);
    await dev.until(() => dev.lastEvent?.version !== versionBefore);
    expect((await page('reference.html')).text).toContain('Somebody who is listed');
    expect(said).toContain('\nWritten: generated/openapi.yaml, generated/sources.sha256, generated/types.ts, ');
    expect(said).toMatch(/, \d+ files not committed: /);
    expect(readFileSync(copy.path('generated/types.ts'), 'utf8')).toContain('Somebody who is listed');
  });

  it('with a mistake prints the output of lint, and changes no file', { tags: 'long' }, async () => {
    const [textBefore, { text }] = [dev.lastEvent?.version, await page('reference.html')];
    const id = '  id:\n    type: string\n    format: ';
    const undo = copy.edit({ file: entry, find: `${id}uuid\n`, replace: `${id}uuidx\n` });
    await dev.until(() => dev.lastEvent?.problems === 1);
    expect(dev.said.endsWith(await refusal())).toBe(true);
    expect((await page('reference.html')).text).toBe(text);

    const said = await dev.after(undo, over);
    expect(said).toContain('Docs unchanged: ');
    expect(said).toContain('No other file has changed: ');
    await dev.until(() => dev.lastEvent?.problems === 0);
    expect(dev.lastEvent?.version).toBe(textBefore);
  });

  it('of several files is one change, also in a new folder, and so is a deletion of several files', {
    tags: 'long',
  }, async () => {
    const [guide, schema] = ['openapi/docs/new-guide.md', 'openapi/components/schemas/new-group/Nobody.yaml'] as const;
    const undo = copy.edit(
      { file: guide, write: '# A new guide\n\nIt says [what](operation:getFilter) is new.\n' },
      { file: schema, write: 'type: object\n' },
    );
    await dev.until(() => dev.lastEvent?.problems === 1);
    expect(dev.said.endsWith(await refusal())).toBe(true);
    expect(dev.said).toMatch(/^openapi\S+ added, openapi\S+ added$/m);
    rmSync(copy.path(schema));
    await dev.until(() => dev.lastEvent?.problems === 0);
    expect((await page('new-guide.html')).text).toContain('A new guide');

    writeFileSync(copy.path(schema), 'type: object\n');
    const said = await dev.after(undo, /No other file has changed|^Written: .*sources.sha256/m);
    expect(said).toContain('openapi/docs/new-guide.md deleted');
    expect((await page('new-guide.html')).status).toBe(404);
  });

  it('writes the same bytes as a full build', { tags: 'long' }, async () => {
    const createdFiles = await makeFiles(copy.project, steps);
    const files = readdirSync(join(copy.project, 'generated'), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name).slice(copy.project.length + 1));
    expect(files.sort()).toEqual(createdFiles.map(({ path }) => path).sort());
    for (const { path, text } of createdFiles) expect(readFileSync(copy.path(path), 'utf8') === text, path).toBe(true);
  });
});

describe('the end', () => {
  it('comes at once on Ctrl-C during a build, and leaves no partial file', async () => {
    const edit = { file: entry, find: 'type: object', replace: 'type: object # A comment.' };
    await dev.after(() => copy.edit(edit), /changed$/m);
    expect(await dev.stop()).toBe(0);
    expect(dev.said.slice(dev.said.lastIndexOf(' changed\n'))).not.toMatch(/Written|could not|Error/);
    const remainingFiles = readdirSync(join(copy.project, 'generated'), { recursive: true, encoding: 'utf8' });
    expect(remainingFiles.filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('comes before a build if the folder has no document', async () => {
    const folder = temporaryFolder('no-document');
    const lost = new DevProcess('--project', folder, '--port', '0');
    await lost.until(() => false).catch(() => undefined);
    expect(lost.exit).toBe(2);
    expect(lost.said).toBe(`${folder} has no openapi/openapi.yaml. Run the command in the folder of the project.\n`);
    expect(existsSync(join(folder, 'generated'))).toBe(false);
  });
});
