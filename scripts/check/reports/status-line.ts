import { performance } from 'node:perf_hooks';
import { columnsOf } from '../../text/columns.js';
import { visible } from '../../text/escape.js';
import { counted, grouped } from '../../text/numbers.js';
import type { CheckProgress } from '../model/options.js';

interface StatusLine {
  show(progress: CheckProgress): void;
  /** Prints one or more lines that stay. */
  say(text: string): void;
  /** Removes the line, so that the next text begins on an empty one. */
  close(): void;
}

/** Milliseconds between two drawings on a terminal, and between two lines elsewhere. */
const pauses = { terminal: 100, log: 10_000 };

/** Requests and milliseconds before the remaining time is estimated. */
const telling = { requests: 20, milliseconds: 1000 };

type Stream = Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>;

/**
 * On a terminal, one line that is redrawn and never wraps; elsewhere a plain line at most every 10 seconds.
 *
 * @param now a monotonic clock in milliseconds
 */
export function statusOn(stream: Stream, isDumb: boolean, now: () => number = () => performance.now()): StatusLine {
  const isTerminal = stream.isTTY === true && !isDumb;
  const pause = isTerminal ? pauses.terminal : pauses.log;
  const begin = now();
  // A terminal shows the first request at once; a log only after the first pause.
  let next = isTerminal ? begin : begin + pause;
  let isDrawn = false;
  const clear = (): void => {
    if (isDrawn) stream.write('\r\u001b[2K');
    isDrawn = false;
  };
  return {
    show(progress) {
      const time = now();
      if (time < next) return;
      next = time + pause;
      const text = statusText(progress, time - begin);
      isDrawn = isTerminal;
      if (isTerminal) stream.write(`\r\u001b[2K${cut(text, (stream.columns ?? 80) - 1)}`);
      else stream.write(`${text}\n`);
    },
    say(text) {
      clear();
      stream.write(`${text}\n`);
    },
    close() {
      clear();
      next = Infinity;
    },
  };
}

/** `120 of about 340 requests, about 12 s left, 2 failing findings, now: updatePartnerEntry`. */
function statusText({ sent, expected, left, now, failing }: CheckProgress, milliseconds: number): string {
  const parts = [`${grouped(sent)} of about ${grouped(Math.max(expected, sent))} requests`];
  if (sent >= telling.requests && milliseconds >= telling.milliseconds && expected > sent) {
    parts.push(`about ${Math.ceil((left ?? (milliseconds / sent) * (expected - sent)) / 1000)} s left`);
  }
  parts.push(failing === 0 ? 'none failing' : counted(failing, 'failing finding'), `now: ${visible(now, 200)}`);
  return parts.join(', ');
}

function cut(text: string, columns: number): string {
  let [kept, width] = ['', 0];
  for (const character of text) {
    width += columnsOf(character);
    if (width > columns) break;
    kept += character;
  }
  return kept;
}
