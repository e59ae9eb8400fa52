import { performance } from 'node:perf_hooks';
import { columnCountOf } from '../../text/columns.js';
import { sanitize } from '../../text/escape.js';
import { formatCount, groupDigits } from '../../text/numbers.js';
import type { CheckProgress } from '../model/options.js';

interface StatusLine {
  show(progress: CheckProgress): void;
  /** Prints lines that remain above the status line. */
  printAbove(text: string): void;
  /** Removes the status line, so that the next text begins on an empty line. */
  close(): void;
}

/** Minimum milliseconds between two updates on a terminal, and between two lines in a log. */
const pauses = { terminal: 100, log: 10_000 };

export type OutputStream = Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>;

/**
 * Shows progress in one line that never wraps. On a terminal the line is redrawn; elsewhere a new line is printed at
 * most every 10 seconds.
 *
 * @param now a monotonic clock in milliseconds
 */
export function createStatusLine(stream: OutputStream, isDumb: boolean, now = () => performance.now()): StatusLine {
  const isTerminal = stream.isTTY === true && !isDumb;
  const pause = isTerminal ? pauses.terminal : pauses.log;
  const startTime = now();
  // On a terminal, the first request is shown at once; in a log, the first line comes after a pause.
  let nextTime = isTerminal ? startTime : startTime + pause;
  let isDrawn = false;
  const clearLine = (): void => {
    if (isDrawn) stream.write('\r\u001b[2K');
    isDrawn = false;
  };
  return {
    show(progress) {
      const time = now();
      if (time < nextTime) return;
      nextTime = time + pause;
      const text = statusText(progress);
      isDrawn = isTerminal;
      const line = cutToWidth(text, (stream.columns ?? 80) - 1);
      stream.write(isTerminal ? `\r\u001b[2K${line}` : `${line}\n`);
    },
    printAbove(text) {
      clearLine();
      stream.write(`${text}\n`);
    },
    close() {
      clearLine();
      nextTime = Infinity;
    },
  };
}

/** Returns text such as `120 of about 340 requests, about 12 s left, 2 failing findings, now: updatePartnerEntry`. */
function statusText({ sent, expected, left, now, failing }: CheckProgress): string {
  const parts = [`${groupDigits(sent)} of about ${groupDigits(Math.max(expected, sent))} requests`];
  if (left !== undefined) parts.push(`about ${Math.ceil(left / 1000)} s left`);
  parts.push(failing === 0 ? 'none failing' : formatCount(failing, 'failing finding'), `now: ${sanitize(now, 200)}`);
  return parts.join(', ');
}

function cutToWidth(text: string, columns: number): string {
  let [start, width] = ['', 0];
  for (const character of text) {
    width += columnCountOf(character);
    if (width > columns) break;
    start += character;
  }
  return start;
}
