import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenApiDocument } from '../contract/document.js';
import { forPrism } from './for-prism.js';
import { type Mock, runPrism } from './prism.js';

/** Runs Prism with a document, from a temporary file that is removed when Prism or this process ends. */
export async function runPrismWith(program: string, port: number, document: OpenApiDocument): Promise<Mock> {
  const folder = mkdtempSync(join(tmpdir(), 'directory-contract-mock-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(forPrism(document).document));
    const mock = await runPrism(program, port, file);
    const ended = mock.ended.finally(remove);
    return { ...mock, ended, close: () => mock.close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
