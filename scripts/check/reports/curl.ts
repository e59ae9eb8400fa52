import { isLoopback } from '../../system/loopback.js';
import { quoteForShell, sanitizeLine } from '../../text/escape.js';
import type { Finding } from '../model/finding.js';
import type { CheckReport } from '../model/report/report.js';

/** Splits a `curl` command before its options, but not inside quotes. Each line but the last ends with a backslash. */
function curlLines(curl: string): string[] {
  const lines: string[] = [];
  let quote = '';
  let start = 0;
  for (let index = 0; index < curl.length; index += 1) {
    const character = curl[index] ?? '';
    if (character === '\\' && quote !== "'") index += 1;
    else if (quote !== '') quote = character === quote[quote.length - 1] ? '' : quote;
    else if (character === "'" && curl[index - 1] === '$') quote = "$'";
    else if (character === "'" || character === '"') quote = character;
    else if (character === ' ' && /^ --?[A-Za-z]/.test(curl.slice(index, index + 4)) && index > start) {
      lines.push(curl.slice(start, index));
      start = index + 1;
    }
  }
  lines.push(curl.slice(start));
  return lines.map((line, index) => (index < lines.length - 1 ? `${line} \\` : line));
}

/**
 * Splits a `curl` command into as few lines as the width allows. The lines can still be pasted into a shell. All lines
 * except the first are indented. A part that is longer than the width is not split.
 */
export function curlBlock(curl: string, width: number): string[] {
  const lines: string[] = [];
  for (const part of curlLines(curl)) {
    const lastLine = lines.at(-1);
    const joinedLine = lastLine === undefined ? undefined : `${lastLine.slice(0, -2)} ${part}`;
    if (joinedLine !== undefined && (joinedLine.length <= width || lastLine === 'curl \\'))
      lines[lines.length - 1] = joinedLine;
    else lines.push(lastLine === undefined ? part : `  ${part}`);
  }
  return lines;
}

/** Returns the commands that prepare a finding and show it again, as lines of at most this width, safe to print. */
export function reproductionLines({ curl, again }: Pick<Finding, 'curl' | 'again'>, width: number): string[] {
  const commands = again && again.steps.length > 1 ? curl.split('\n') : [curl];
  return commands.flatMap((command) => curlBlock(sanitizeLine(command), width));
}

interface AgainTarget {
  baseUrl: string;
  contract?: string | undefined;
  answers?: string | undefined;
}

export function againTargetOf({ target, contract, answers }: CheckReport): AgainTarget {
  return { baseUrl: target.baseUrl, contract: contract.file, answers: answers?.file };
}

/**
 * Returns the command that shows a finding again, as a line to paste. The line names the address of the server, and
 * says whether requests may write, since a report must not decide that.
 *
 * @param finding its number, or a placeholder for it
 * @param file the report; undefined for the last one that the program kept
 */
export function againLine(
  { baseUrl, contract, answers }: AgainTarget,
  { finding, file, writes }: { finding: string; file: string | undefined; writes: boolean },
): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isLocal = url === undefined || isLoopback(url.hostname);
  const host = url?.hostname ?? '';
  return [
    `directory-contract again ${finding}`,
    ...(file === undefined ? [] : [`--report ${quoteWord(file)}`]),
    `--base-url ${quoteWord(baseUrl)}`,
    ...(!isLocal && url?.protocol === 'http:' ? [`--allow-insecure-host ${quoteWord(host)}`] : []),
    ...(contract === undefined ? [] : [`--contract ${quoteWord(contract)}`]),
    ...(answers === undefined ? [] : [`--answers ${quoteWord(answers)}`]),
    ...(writes ? ['--writes disposable'] : []),
    ...(writes && !isLocal ? [`--confirm-host ${quoteWord(host)}`] : []),
  ].join(' ');
}

/** Returns a string as one word for a shell, safe to print. */
function quoteWord(text: string): string {
  const word = sanitizeLine(text);
  return /^[\w./:-]+$/.test(word) ? word : quoteForShell(word);
}
