import type { ContractDiff } from '../../diff/change.js';
import { toSafeJson } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';
import type { UsedBy } from '../../used-by/used-by.js';

/** The changes that make the command fail; the last two are about the code of `--used-by`. */
export const failureReasons = ['breaking', 'touching', 'may'] as const;

export interface UsedByFlags {
  /** Patterns of the files of a team. */
  usedBy?: string[];
  /** Fail if there are changes of these kinds that no baseline accepts. */
  failOn?: readonly (typeof failureReasons)[number][];
}

/** The part of the command that is about the code of a team. */
export interface UsedByReport {
  /** Adds the report to the rendered changes. */
  addTo(text: string, format: 'text' | 'json' | 'markdown', columns?: number): string;
  readonly markdown: string;
  readonly hasFailed: boolean;
}

/**
 * @param documents the two compared documents, the old one first
 * @returns undefined without `--used-by`
 * @throws UsageError for `--fail-on` without `--used-by`, and as `findUses` does
 */
export async function reportUses(
  diff: ContractDiff,
  { usedBy: globs, failOn = [] }: UsedByFlags,
  documents: readonly [Uint8Array, Uint8Array],
  folder = process.cwd(),
): Promise<UsedByReport | undefined> {
  if (globs === undefined) {
    const reason = failOn.find((each) => each !== 'breaking');
    if (reason === undefined) return undefined;
    throw new UsageError(
      `--fail-on ${reason} judges the code that --used-by names. Add it, as in: --used-by 'src/**/*.ts'`,
    );
  }
  const [{ findUses }, { usedByText, usedByMarkdown }] = await Promise.all([
    import('../../used-by/used-by.js'),
    import('../../used-by/report.js'),
  ]);
  const found: UsedBy = findUses(diff, { documents: { old: documents[0], new: documents[1] }, globs, folder });
  const markdown = usedByMarkdown(found);
  return {
    markdown,
    addTo(text, format, columns = 80) {
      if (format === 'json') return `${toSafeJson({ ...diff, usedBy: found })}\n`;
      return format === 'markdown' ? text + markdown : `${text}\n${usedByText(found, columns)}`;
    },
    hasFailed:
      (failOn.some((each) => each !== 'breaking') && found.touching.length > 0) ||
      (failOn.includes('may') && [...found.possible, ...found.unreadable, ...found.unresolved].length > 0),
  };
}
