import { isLoopback } from '../../system/loopback.js';
import { quoteForShell, whole } from '../../text/escape.js';
import type { CheckReport } from '../model/report/report.js';

/** Where the requests of a finding go, and by which contract. */
export interface AgainSources {
  baseUrl: string;
  contract?: string | undefined;
  answers?: string | undefined;
}

/** The sources that a report names. */
export function sourcesOf({ target, contract, answers }: CheckReport): AgainSources {
  return { baseUrl: target.baseUrl, contract: contract.file, answers: answers?.file };
}

/**
 * The command that shows a finding again, as a line to paste. A report decides neither where requests go nor whether
 * they write, so the line says both.
 *
 * @param finding its number, or what stands for it
 * @param file the report
 * @param writes whether the command may write
 */
export function againLine(
  { baseUrl, contract, answers }: AgainSources,
  { finding, file, writes }: { finding: string; file: string; writes: boolean },
): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isHere = url === undefined || isLoopback(url.hostname);
  const host = url?.hostname ?? '';
  return [
    `directory-contract again ${finding} --report ${quoted(file)} --base-url ${quoted(baseUrl)}`,
    ...(!isHere && url?.protocol === 'http:' ? [`--allow-insecure-host ${quoted(host)}`] : []),
    ...(contract === undefined ? [] : [`--contract ${quoted(contract)}`]),
    ...(answers === undefined ? [] : [`--answers ${quoted(answers)}`]),
    ...(writes ? ['--writes disposable'] : []),
    ...(writes && !isHere ? [`--confirm-host ${quoted(host)}`] : []),
  ].join(' ');
}

/** A text as one word of a shell, safe to print. */
function quoted(text: string): string {
  const word = whole(text);
  return /^[\w./:-]+$/.test(word) ? word : quoteForShell(word);
}
