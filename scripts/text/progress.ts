/** Shows what a long command is doing. */
export interface Progress {
  /** A step begins. On a terminal, the status line shows it until it ends. */
  begin(what: string): void;
  /** The step has ended. If the output is not a terminal, this prints a plain line. */
  end(what: string, note?: string): void;
  /** Prints lines that stay. */
  print(text: string): void;
  /** Removes the status line. */
  close(): void;
}

type ProgressStream = Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>;

/**
 * On a terminal, one status line at the bottom that is redrawn, and cut to the width so that it never wraps. In a log
 * or a pipe, one plain line for each step that has ended.
 */
export function progressOn(stream: ProgressStream): Progress {
  const terminal = stream.isTTY === true && process.env['TERM'] !== 'dumb';
  const running = new Set<string>();
  let ended = 0;

  const clear = (): void => {
    if (terminal) stream.write('\r\u001b[2K');
  };
  const draw = (): void => {
    if (!terminal || running.size === 0) return;
    const text = `${ended} done, now: ${[...running].join(', ')}`;
    stream.write(text.slice(0, (stream.columns ?? 80) - 1));
  };

  return {
    begin(what) {
      clear();
      running.add(what);
      draw();
    },
    end(what, note) {
      clear();
      running.delete(what);
      ended += 1;
      if (!terminal) stream.write(note ? `${what}: ${note}\n` : `${what}\n`);
      draw();
    },
    print(text) {
      clear();
      stream.write(`${text}\n`);
      draw();
    },
    close() {
      clear();
      running.clear();
    },
  };
}

/** Shows work as one step, with the time that it took. */
export async function timed<Result>(progress: Progress, what: string, work: () => Promise<Result>): Promise<Result> {
  progress.begin(what);
  const start = performance.now();
  const result = await work();
  progress.end(what, duration(performance.now() - start));
  return result;
}

/** `1.2 s`, or `340 ms` below a second. */
export function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** `254.2 kB`: thousands of bytes, as file managers count. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Rows as columns of even width; the columns in `right` are right-aligned. */
export function table(rows: readonly (readonly string[])[], right: readonly number[] = []): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return right.includes(column) ? cell.padStart(width) : cell.padEnd(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
