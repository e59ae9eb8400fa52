import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenApiDocument } from '../contract/document.js';
import { isQuickPattern } from '../contract/pattern.js';
import { nodesOf } from '../contract/walk.js';
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

/**
 * A document for Prism, which no time limit can stop: without the patterns that may take years over a short text.
 *
 * @returns the document itself if it has none
 */
export function forPrism(document: OpenApiDocument): { document: OpenApiDocument; leftOut: ReadonlySet<string> } {
  const copy = structuredClone(document);
  const leftOut = new Set<string>();
  for (const { value } of nodesOf(copy, 'schema')) {
    const { pattern } = value;
    if (typeof pattern !== 'string' || isQuickPattern(pattern)) continue;
    leftOut.add(pattern);
    delete value['pattern'];
  }
  return { document: leftOut.size > 0 ? copy : document, leftOut };
}
