import { isDeepStrictEqual } from 'node:util';
import { eachOperation } from '../contract/operations.js';
import { fetchedTool, installedTool, redocly } from '../system/tool.js';
import { visible } from '../text/escape.js';
import { UsageError } from '../text/usage-error.js';
import type { ContractDiff } from './change.js';
import { type ComparedDocument, readCompared } from './compared-document.js';
import { form } from './operations.js';
import { pairOf } from './pair.js';
import { reportedChanges } from './redocly.js';
import { changesIn, summaryOf } from './summary.js';

export interface DiffOptions {
  /** Path of the Redocly CLI program. By default the installed one; npx downloads it if none is installed. */
  program?: string;
  /** Receives messages for people, line by line, such as that a download is running. */
  say?: (line: string) => void;
  /** The sources of the two documents. */
  names?: { old: string; new: string };
}

/**
 * Compares two versions of a contract, and rates the changes by the policy of this package.
 *
 * @param old an OpenAPI 3 document, YAML or JSON: the version that users rely on
 * @param now the same contract, later
 * @throws UsageError if a text is not such a document, the two describe different services, or Redocly's report cannot
 * be trusted
 */
export async function diffContracts(
  old: string | Uint8Array,
  now: string | Uint8Array,
  options: DiffOptions = {},
): Promise<ContractDiff> {
  const { names = { old: 'the old document', new: 'the new document' } } = options;
  const before = readCompared(names.old, bytesOf(old));
  const after = readCompared(names.new, bytesOf(now));
  refuseOthers(before, after);
  if (isDeepStrictEqual(before.document, after.document))
    return summaryOf(before, after, { changes: [], problems: [] });
  const pair = pairOf(before.document, after.document);
  const { old: from, new: to } = pair;
  if (isDeepStrictEqual(from.document, to.document)) return summaryOf(before, after, changesIn(pair, []));
  const program =
    options.program ?? installedTool(redocly) ?? (await fetchedTool(redocly, options.say ?? (() => undefined)));
  return summaryOf(before, after, changesIn(pair, await reportedChanges(program, from.document, to.document)));
}

/** Versions of one contract share the title, or a path, or at least half of the operationIds. */
function refuseOthers(before: ComparedDocument, after: ComparedDocument): void {
  if (before.openapi !== after.openapi) {
    const found = `${before.openapi} in ${visible(before.name)} and ${after.openapi} in ${visible(after.name)}`;
    throw new UsageError(
      `Expected two documents of the same OpenAPI version, found ${found}. Convert one of them first.`,
    );
  }
  if (before.title === after.title) return;
  const [old, now] = [[...eachOperation(before.document)], [...eachOperation(after.document)]];
  const paths = new Set(old.map(({ path }) => form(path)));
  const ids = new Set(old.map(({ id }) => id));
  const common = now.filter(({ id }) => ids.has(id)).length;
  if (common * 2 >= Math.min(old.length, now.length) || now.some(({ path }) => paths.has(form(path)))) return;
  throw new UsageError(
    `These documents describe different services: ${quoted(before)} in ${visible(before.name)} and ${quoted(after)} ` +
      `in ${visible(after.name)} have no path in common. Name two versions of one contract.`,
  );
}

function quoted({ title }: ComparedDocument): string {
  return `"${visible(title, 60)}"`;
}

function bytesOf(text: string | Uint8Array): Uint8Array {
  return typeof text === 'string' ? new TextEncoder().encode(text) : text;
}
