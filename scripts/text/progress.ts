/** Shows the progress of a long command. */
export interface StepProgress {
  /** Begins a step. On a terminal, the status line shows the step until it ends. */
  begin(step: string): void;
  /** Ends a step. If the output is not a terminal, this prints a plain line. */
  end(step: string, note?: string): void;
  /** Prints lines that stay on the screen. */
  print(text: string): void;
  /** Removes the status line from the terminal. */
  close(): void;
}

type ProgressStream = Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>;

/**
 * Shows progress: on a terminal, in one status line, cut to the width of the terminal; elsewhere, with a plain line for
 * each finished step.
 */
export function createProgress(stream: ProgressStream): StepProgress {
  const isTerminal = stream.isTTY === true && process.env['TERM'] !== 'dumb';
  const runningSteps = new Set<string>();
  let endedStepCount = 0;

  const clear = (): void => {
    if (isTerminal) stream.write('\r\u001b[2K');
  };
  const drawProgress = (): void => {
    if (!isTerminal || runningSteps.size === 0) return;
    const text = `${endedStepCount} done, now: ${[...runningSteps].join(', ')}`;
    stream.write(text.slice(0, (stream.columns ?? 80) - 1));
  };

  return {
    begin(step) {
      clear();
      runningSteps.add(step);
      drawProgress();
    },
    end(step, note) {
      clear();
      runningSteps.delete(step);
      endedStepCount += 1;
      if (!isTerminal) stream.write(note ? `${step}: ${note}\n` : `${step}\n`);
      drawProgress();
    },
    print(text) {
      clear();
      stream.write(`${text}\n`);
      drawProgress();
    },
    close() {
      clear();
      runningSteps.clear();
    },
  };
}

export async function runTimed<Result>(
  progress: StepProgress,
  step: string,
  work: () => Promise<Result>,
): Promise<Result> {
  progress.begin(step);
  const start = performance.now();
  const result = await work();
  progress.end(step, formatDuration(performance.now() - start));
  return result;
}

/** Formats a duration such as `1.2 s`, or `340 ms` if below a second. */
export function formatDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Formats a size such as `254.2 kB`, in thousands of bytes, as file managers do. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

export function formatTable(rows: readonly (readonly string[])[], rightAlignedColumns: readonly number[] = []): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return rightAlignedColumns.includes(column) ? cell.padStart(width) : cell.padEnd(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
