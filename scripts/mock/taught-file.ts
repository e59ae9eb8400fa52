import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { taughtOwnDocument } from '../answers/own-document.js';
import type { OpenApiDocument } from '../contract/document.js';
import { type Mock, runPrism } from './prism.js';

/** A mock of the contract as answers teach it. */
export interface TaughtMock extends Mock {
  document: OpenApiDocument;
}

/**
 * Runs Prism with the contract as the answers in a file teach it. Prism reads it from a temporary file, which is removed
 * when Prism or this process ends.
 *
 * @throws UsageError with file, line and column for a mistake in the file
 */
export async function runTaughtPrism(program: string, port: number, answers: string): Promise<TaughtMock> {
  const { document } = taughtOwnDocument(answers);
  const folder = mkdtempSync(join(tmpdir(), 'directory-contract-mock-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    const mock = await runPrism(program, port, file);
    const ended = mock.ended.finally(remove);
    return { ...mock, ended, close: () => mock.close().finally(remove), document };
  } catch (error) {
    remove();
    throw error;
  }
}
