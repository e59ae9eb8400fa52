import { parsePointer } from '../../contract/pointer.js';
import { readJsonFile } from '../../files/json-file.js';
import { sanitize, sanitizeLine, sanitizeSentence } from '../../text/escape.js';
import { createLocator } from '../../text/json-place.js';
import { UsageError } from '../../text/usage-error.js';
import type { SandboxContract } from '../model/read-contract.js';
import type { RequestMistake } from '../model/response.js';
import type { SandboxState } from '../model/store.js';
import { buildSandbox, ownContract, type Sandbox, type SandboxOptions } from '../sandbox.js';
import { stateMistakes } from './state-check.js';
import { openStateFile, type StateFile } from './state-file.js';

/** Reads an initial state, the JSON of `snapshot()`. @throws UsageError with file, line and reason if it is invalid */
export function readData(path: string, contract = ownContract): SandboxState {
  const { text, value } = readJsonFile(path, 'the state of a sandbox', Infinity);
  const mistakes = stateMistakes(value, contract, { includesContractCheck: true });
  if (mistakes.length === 0) return value as SandboxState;
  const placeOf = createLocator(text);
  const lines = mistakes.map(({ pointer, message }) => {
    const { line, column } = placeOf(parsePointer(pointer));
    return `${sanitizeLine(path)}:${line}:${column}: ${sanitize(pointer) || 'the value'} ${sanitizeSentence(message)}`;
  });
  throw new UsageError(`${sanitizeLine(path)} is not a valid state of a sandbox:\n${lines.join('\n')}`);
}

/** Size in bytes. If the changes take up more, and more than the state itself, the sandbox rewrites the file. */
const maxAppendedSize = 64 * 1_048_576;

export interface FileSandbox {
  sandbox: Sandbox;
  /** True if the file already contained a state. */
  wasResumed: boolean;
  /** True if the file ended with an incomplete change, which was dropped. */
  hasIncompleteLine: boolean;
  close(): void;
}

/**
 * Creates a sandbox whose state is in a file: the sandbox writes each change to the file before it sends the response.
 *
 * @param contract if it is not the contract of this package, a state from the file must fit it
 * @throws UsageError if the file is damaged, or if another process uses it
 */
export async function createFileSandbox(
  path: string,
  data: SandboxState,
  options: SandboxOptions,
  contract = ownContract,
): Promise<FileSandbox> {
  const file = await openStateFile(path, data);
  if (file.state && contract !== ownContract) checkStateFitsContract(path, file, contract, options);
  const sandbox = buildSandbox(contract, {
    ...options,
    data,
    onChange(changes, serial) {
      if (file.appendedSize > Math.max(maxAppendedSize, file.compactSize)) file.replace(sandbox.snapshot());
      file.append(changes, serial);
    },
  });
  if (file.state) sandbox.load(file.state);
  return {
    wasResumed: file.state !== undefined,
    hasIncompleteLine: file.hasIncompleteLine,
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

/** Refuses a saved state that does not fit the contract with these answers, unless faults are active. */
function checkStateFitsContract(
  path: string,
  file: StateFile,
  contract: SandboxContract,
  { faults = [] }: Pick<SandboxOptions, 'faults'>,
): void {
  let mistakes: RequestMistake[];
  try {
    mistakes = stateMistakes(file.state, contract, { includesContractCheck: faults.length === 0 });
  } catch (error) {
    file.close();
    throw error;
  }
  if (mistakes.length === 0) return;
  file.close();
  const lines = mistakes.map(
    ({ pointer, message }) => `${sanitizeLine(path)}: ${sanitize(pointer)} ${sanitizeSentence(message)}`,
  );
  throw new UsageError(
    `${sanitizeLine(path)} has values that the contract does not allow with these answers. Choose another file with ` +
      `--state, or start with other answers:\n${lines.join('\n')}`,
  );
}
