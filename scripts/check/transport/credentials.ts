import { type ExecException, exec } from 'node:child_process';
import { reasonOf } from '../../text/system-error.js';
import { UsageError } from '../../text/usage-error.js';
import type { CheckOptions } from '../model/options.js';
import {
  type ApiKey,
  absentKey,
  combineSearches,
  isSendableValue,
  type KeySearch,
  keyVariable,
  readKey,
  registerKey,
} from './key.js';
import { readSecretHeaders } from './secret-headers.js';

/** All secrets in the requests of a run. */
export interface Credentials {
  /** The key for the next request. */
  readonly key: ApiKey;
  /** Headers that the user adds to every request. Their names are in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Finds the key, all earlier keys and the values of these headers in strings. */
  readonly search: KeySearch;
  /** Returns a key to use in place of a refused one; undefined if no other key is available. */
  renew(refusedKey: ApiKey): Promise<ApiKey | undefined>;
  notes(): readonly string[];
}

export type CredentialOptions = Pick<CheckOptions, 'headers' | 'keyCommand'>;

/** Returns credentials that consist only of a key, which cannot be renewed. */
export function credentialsOf(key: ApiKey): Credentials {
  return { key, headers: [], search: key, renew: () => Promise.resolve(undefined), notes: () => [] };
}

/** Whether the user has given a key, in its environment variable or by a command. */
export function hasKey({ keyCommand }: CredentialOptions): boolean {
  return keyCommand !== undefined || Boolean(process.env[keyVariable]);
}

/**
 * Reads the credentials of a run: the key from its environment variable or from a command, and the values of headers
 * from environment variables.
 *
 * @param needsKey false if no operation of the run needs a key, so that it may be missing
 * @throws UsageError if a value is missing or invalid, or if the command fails
 */
export async function readCredentials(options: CredentialOptions, needsKey = true): Promise<Credentials> {
  const { headers: variables = {}, keyCommand } = options;
  const { headers, searches, notes } = readSecretHeaders(variables);
  if (keyCommand === undefined) {
    const key = needsKey || hasKey(options) ? readKey() : absentKey;
    const base = credentialsOf(key);
    if (headers.length === 0) return base;
    return { ...base, headers, search: combineSearches([key, ...searches]), notes: () => notes };
  }
  refuseTwoKeys();
  const renewableKey = new RenewableKey(keyCommand, await runKeyCommand(keyCommand));
  const keys = [renewableKey.key];
  let search = combineSearches([...keys, ...searches]);
  return {
    get key() {
      return renewableKey.key;
    },
    headers,
    get search() {
      if (!keys.includes(renewableKey.key)) {
        keys.push(renewableKey.key);
        search = combineSearches([...keys, ...searches]);
      }
      return search;
    },
    renew: (refusedKey) => renewableKey.renew(refusedKey),
    notes: () => [...notes, ...renewableKey.notes()],
  };
}

/** Maximum milliseconds that the command for the key may take, and maximum number of characters that it may print. */
const commandTimeout = 30_000;
const maxOutput = 100_000;

/** Minimum milliseconds between two calls of the command for a new key, and maximum number of such calls in a run. */
const renewalInterval = 5000;
const maxRenewals = 20;

/** @throws UsageError if the variable of the key is set although a command prints the key */
function refuseTwoKeys(): void {
  if (!process.env[keyVariable]) return;
  throw new UsageError(
    `Expected the key either in ${keyVariable} or from --key-command, found both. Unset ${keyVariable}, or remove ` +
      '--key-command.',
  );
}

/** @throws UsageError if the command fails or prints no key; the message contains neither the command nor its output */
async function runKeyCommand(command: string): Promise<ApiKey> {
  const { output, problem } = await runCommand(command);
  const value = output.replace(/\r?\n$/, '');
  // Keeps the key even if the command failed, so that it is redacted in every message.
  const key = isSendableValue(value) ? registerKey(value) : undefined;
  if (problem !== undefined) {
    throw new UsageError(
      `--key-command failed: ${problem}. Its error output is not shown here, since it may contain the key. Run the ` +
        'command by itself to see the error.',
    );
  }
  if (key) return key;
  const actual = value === '' ? 'it printed nothing' : 'it printed something else';
  throw new UsageError(
    'Expected --key-command to print only the key: one line of printable ASCII without leading or trailing ' +
      `spaces, but ${actual}. Run the command by itself to see its output, then correct the command.`,
  );
}

/** Runs a command line in the shell of this machine, without input. `problem` says why it failed, if it did. */
function runCommand(command: string): Promise<{ output: string; problem: string | undefined }> {
  const limits = { timeout: commandTimeout, maxBuffer: maxOutput, killSignal: 'SIGKILL', windowsHide: true } as const;
  return new Promise((resolve) => {
    const child = exec(command, limits, (error, output) =>
      resolve({ output, problem: error ? problemOf(error) : undefined }),
    );
    child.stdin?.end();
  });
}

function problemOf(error: ExecException): string {
  const { signal } = error;
  // An exit code is a number; an error code of Node.js is a string.
  const code: unknown = error.code;
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'it printed more than a key';
  if (error.killed === true) return `it did not end within ${commandTimeout / 1000} s`;
  if (signal) return `${signal} ended it`;
  return typeof code === 'number' ? `it ended with exit code ${code}` : `the shell did not start: ${reasonOf(error)}`;
}

/** A key that a command has printed. If the server refuses it, the command runs again and may print another one. */
class RenewableKey {
  readonly #command: string;
  #key: ApiKey;
  #renewals = 0;
  /** Number of times that the command printed a different key. */
  #changes = 0;
  #renewedAt = -Infinity;
  #renewal: Promise<void> | undefined;
  #failure: string | undefined;

  constructor(command: string, key: ApiKey) {
    this.#command = command;
    this.#key = key;
  }

  get key(): ApiKey {
    return this.#key;
  }

  async renew(refusedKey: ApiKey): Promise<ApiKey | undefined> {
    // Another request may have got a new key in the meantime.
    if (refusedKey === this.#key) {
      const isTooSoon = performance.now() - this.#renewedAt < renewalInterval || this.#renewals >= maxRenewals;
      if (!this.#renewal && isTooSoon) return undefined;
      this.#renewal ??= this.#run();
      await this.#renewal;
    }
    return refusedKey === this.#key ? undefined : this.#key;
  }

  async #run(): Promise<void> {
    this.#renewals += 1;
    try {
      const key = await runKeyCommand(this.#command);
      if (key !== this.#key) this.#changes += 1;
      this.#key = key;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      this.#failure ??= error.message;
    } finally {
      this.#renewedAt = performance.now();
      this.#renewal = undefined;
    }
  }

  notes(): string[] {
    const times = this.#changes === 1 ? 'once' : `${this.#changes} times`;
    return [
      ...(this.#changes > 0 ? [`The server refused the key, and --key-command renewed it ${times}.`] : []),
      ...(this.#failure === undefined ? [] : [`The server refused the key. ${this.#failure.replaceAll('\n', ' ')}`]),
    ];
  }
}
