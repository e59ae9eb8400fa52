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
  /** Path of the program of Redocly CLI. By default the one that is installed, else npx fetches it. */
  program?: string;
  /** Is told, line by line, what a person should know meanwhile: that something is fetched. */
  say?: (line: string) => void;
  /** Where the two documents came from. */
  names?: { old: string; new: string };
}

/**
 * Compares two versions of a contract, and weighs what changed by the policy of this package.
 *
 * @param old an OpenAPI 3 document, YAML or JSON: the promise that was made
 * @param now the same contract, later
 * @throws UsageError where a text is no such document, the two are of different services, or Redocly gives no report
 * that
 *   can be trusted
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
  const program =
    options.program ?? installedTool(redocly) ?? (await fetchedTool(redocly, options.say ?? (() => undefined)));
  return summaryOf(
    before,
    after,
    changesIn(pair, await reportedChanges(program, pair.old.document, pair.new.document)),
  );
}

/** Versions of one contract have the title in common, or a path, or at least half of the names. */
function refuseOthers(before: ComparedDocument, after: ComparedDocument): void {
  if (before.openapi !== after.openapi) {
    const found = `${before.openapi} in ${visible(before.name)} and ${after.openapi} in ${visible(after.name)}`;
    throw new UsageError(
      `Expected two documents of the same version of OpenAPI, found ${found}. Convert one of them first.`,
    );
  }
  if (before.title === after.title) return;
  const [old, now] = [[...eachOperation(before.document)], [...eachOperation(after.document)]];
  const paths = new Set(old.map(({ path }) => form(path)));
  const ids = new Set(old.map(({ id }) => id));
  const common = now.filter(({ id }) => ids.has(id)).length;
  if (common * 2 >= Math.min(old.length, now.length) || now.some(({ path }) => paths.has(form(path)))) return;
  throw new UsageError(
    `These are two different services: ${quoted(before)} in ${visible(before.name)} and ${quoted(after)} in ` +
      `${visible(after.name)} have no path in common. ` +
      'Name two versions of one contract.',
  );
}

function quoted({ title }: ComparedDocument): string {
  return `"${visible(title, 60)}"`;
}

function bytesOf(text: string | Uint8Array): Uint8Array {
  return typeof text === 'string' ? new TextEncoder().encode(text) : text;
}
