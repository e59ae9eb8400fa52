import { readFileSync } from 'node:fs';
import { placesOf, syntaxMistake } from '../../text/json-place.js';
import { UsageError } from '../../text/usage-error.js';
import type { SandboxState } from '../model/store.js';
import { createSandbox, type Sandbox, type SandboxOptions } from '../sandbox.js';
import { stateMistakes } from './state-check.js';
import { openStateFile } from './state-file.js';

/**
 * Reads the state that a sandbox begins with: the JSON of `snapshot()`.
 *
 * @throws UsageError with file, line and reason where it is none
 */
export function readData(path: string): SandboxState {
  const bytes = readFileSync(path);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${path} is not UTF-8.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { line, column, message } = syntaxMistake(text) ?? { line: 1, column: 1, message: 'Expected less depth' };
    throw new UsageError(`${path}:${line}:${column}: ${message}. It must be the JSON of a state.`);
  }
  const mistakes = stateMistakes(value, { contract: true });
  if (mistakes.length === 0) return value as SandboxState;
  const places = placesOf(
    text,
    mistakes.map(({ pointer }) => pointer),
  );
  const lines = mistakes.map(
    ({ pointer, message }, index) =>
      `${path}:${places[index]?.line}:${places[index]?.column}: ${pointer || 'the whole'} ${message}`,
  );
  throw new UsageError(`${path} holds no state of a sandbox:\n${lines.join('\n')}`);
}

/** The lines of changes may grow to this, or to as much as the state itself, before they are put together. */
const appendLimit = 64 * 1_048_576;

export interface KeptSandbox {
  sandbox: Sandbox;
  /** True where the file held a state. */
  resumed: boolean;
  /** True where the end of the file was a change that had not been written whole, and was dropped. */
  torn: boolean;
  /** Gives the file free. */
  close(): void;
}

/**
 * A sandbox whose state is in a file: each change is there before its answer leaves.
 *
 * @throws UsageError where the file is damaged, or another process has it
 */
export async function createKeptSandbox(
  path: string,
  data: SandboxState,
  options: SandboxOptions,
): Promise<KeptSandbox> {
  const file = await openStateFile(path, data);
  const sandbox = createSandbox({
    ...options,
    data,
    onChange(changes, serial) {
      if (file.appended > Math.max(appendLimit, file.compactSize)) file.replace(sandbox.snapshot());
      file.append(changes, serial);
    },
  });
  if (file.state) sandbox.load(file.state);
  return {
    resumed: file.state !== undefined,
    torn: file.torn,
    close: () => file.close(),
    sandbox: {
      ...sandbox,
      reset() {
        file.replace(data);
        sandbox.reset();
      },
      load(state) {
        file.replace(state);
        sandbox.load(state);
      },
    },
  };
}
