import { type ExecException, exec } from 'node:child_process';
import { reasonOf } from '../../text/system-error.js';
import { UsageError } from '../../text/usage-error.js';
import type { KeyUse } from '../model/near-key.js';
import type { CheckOptions } from '../model/options.js';
import {
  type ApiKey,
  absentKey,
  areSameKeys,
  combineSearches,
  isSendableValue,
  type KeySearch,
  keyVariable,
  otherKeyVariable,
  readKey,
  readOtherKey,
  registerKey,
} from './key.js';
import { readSecretHeaders } from './secret-headers.js';

/** All secrets in the requests of a run. */
export interface Credentials {
  /** The key for the next request. */
  readonly key: ApiKey;
  /** The key of another identity, for the next request with that key; undefined if the run has none. */
  readonly otherKey?: ApiKey | undefined;
  /** Headers that the user adds to every request. Their names are in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Finds the keys, all earlier keys and the values of these headers in strings. */
  readonly search: KeySearch;
  /** Returns a key of the same identity to use in place of a refused one; undefined if there is none. */
  renew(refusedKey: ApiKey, use: KeyUse): Promise<ApiKey | undefined>;
  notes(): readonly string[];
}

export type CredentialOptions = Pick<CheckOptions, 'headers' | 'keyCommand'>;

/** With disposable writes, the credentials include the key of another identity. */
type RunCredentialOptions = CredentialOptions & Partial<Pick<CheckOptions, 'otherKeyCommand' | 'writes'>>;

/** Returns credentials that consist only of a key, which cannot be renewed. */
export function credentialsOf(key: ApiKey): Credentials {
  return { key, headers: [], search: key, renew: () => Promise.resolve(undefined), notes: () => [] };
}

/** Returns a search for the keys alone, without the values of headers, which may be public. */
export function keySearchOf({ key, otherKey }: Credentials): KeySearch {
  return combineSearches(otherKey ? [key, otherKey] : [key]);
}

/** Whether the user has given a key, in its environment variable or by a command. */
export function hasKey({ keyCommand }: CredentialOptions): boolean {
  return keyCommand !== undefined || Boolean(process.env[keyVariable]);
}

/**
 * Reads the credentials of a run: the key from its environment variable or from a command, with disposable writes also
 * the key of another identity, and the values of headers from environment variables.
 *
 * @param needsKey false if no operation of the run needs a key, so that it may be missing
 * @throws UsageError if a value is missing or invalid, or if the command fails
 */
export async function readCredentials(options: RunCredentialOptions, needsKey = true): Promise<Credentials> {
  const { headers, searches, notes } = readSecretHeaders(options.headers ?? {});
  const source = await readKeySource(options, needsKey);
  const otherSource = options.writes === 'disposable' ? await readOtherSource(options) : undefined;
  if (otherSource && areSameKeys(source.key, otherSource.key))
    throw new UsageError(
      'Expected the other key to belong to another identity, but it is the same key as the first one. Set ' +
        `${otherKeyVariable}, or --other-key-command, to the key of another tenant or user.`,
    );
  const sources = otherSource ? [source, otherSource] : [source];
  const keys = sources.map(({ key }) => key);
  let search = combineSearches([...keys, ...searches]);
  return {
    get key() {
      return source.key;
    },
    get otherKey() {
      return otherSource?.key;
    },
    headers,
    get search() {
      const newKeys = sources.map(({ key }) => key).filter((key) => !keys.includes(key));
      keys.push(...newKeys);
      if (newKeys.length > 0) search = combineSearches([...keys, ...searches]);
      return search;
    },
    renew: (refusedKey, use) => (use === 'other' ? otherSource : source)?.renew(refusedKey) ?? noRenewal,
    notes: () => [...notes, ...sources.flatMap((each) => each.notes())],
  };
}

/** A key that may change during a run. */
type KeySource = Pick<Credentials, 'key' | 'notes'> & { renew(refusedKey: ApiKey): Promise<ApiKey | undefined> };

const noRenewal = Promise.resolve(undefined);

function fixedSource(key: ApiKey): KeySource {
  return { key, renew: () => noRenewal, notes: () => [] };
}

async function readKeySource(options: CredentialOptions, needsKey: boolean): Promise<KeySource> {
  const { keyCommand } = options;
  if (keyCommand === undefined) return fixedSource(needsKey || hasKey(options) ? readKey() : absentKey);
  refuseTwoKeys(keyVariable, '--key-command');
  return RenewableKey.start(keyCommand, '--key-command');
}

/** Reads the key of another identity; undefined if there is none. */
async function readOtherSource({ otherKeyCommand }: RunCredentialOptions): Promise<KeySource | undefined> {
  if (otherKeyCommand !== undefined) {
    refuseTwoKeys(otherKeyVariable, '--other-key-command');
    return RenewableKey.start(otherKeyCommand, '--other-key-command');
  }
  const key = readOtherKey();
  return key && fixedSource(key);
}

/** Maximum milliseconds that the command for the key may take, and maximum number of characters that it may print. */
const commandTimeout = 30_000;
const maxOutput = 100_000;

/** Minimum milliseconds between two calls of the command for a new key, and maximum number of such calls in a run. */
const renewalInterval = 5000;
const maxRenewals = 20;

/** @throws UsageError if the variable of a key is set although a command prints the key */
function refuseTwoKeys(variable: string, flag: string): void {
  if (!process.env[variable]) return;
  throw new UsageError(
    `Expected the key either in ${variable} or from ${flag}, found both. Unset ${variable}, or remove ${flag}.`,
  );
}

/** @throws UsageError if the command fails or prints no key; the message contains neither the command nor its output */
async function runKeyCommand(command: string, flag: string): Promise<ApiKey> {
  const { output, problem } = await runCommand(command);
  const value = output.replace(/\r?\n$/, '');
  // Keeps the key even if the command failed, so that it is redacted in every message.
  const key = isSendableValue(value) ? registerKey(value) : undefined;
  if (problem !== undefined) {
    throw new UsageError(
      `${flag} failed: ${problem}. Its error output is not shown here, since it may contain the key. Run the ` +
        'command by itself to see the error.',
    );
  }
  if (key) return key;
  const actual = value === '' ? 'it printed nothing' : 'it printed something else';
  throw new UsageError(
    `Expected ${flag} to print only the key: one line of printable ASCII without leading or trailing ` +
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
class RenewableKey implements KeySource {
  readonly #command: string;
  readonly #flag: string;
  #key: ApiKey;
  #renewals = 0;
  /** Number of times that the command printed a different key. */
  #changes = 0;
  #renewedAt = -Infinity;
  #renewal: Promise<void> | undefined;
  #failure: string | undefined;

  private constructor(command: string, flag: string, key: ApiKey) {
    this.#command = command;
    this.#flag = flag;
    this.#key = key;
  }

  /** Runs the command for the first key. @throws UsageError if the command fails or prints no key */
  static async start(command: string, flag: string): Promise<RenewableKey> {
    return new RenewableKey(command, flag, await runKeyCommand(command, flag));
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
      const key = await runKeyCommand(this.#command, this.#flag);
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
      ...(this.#changes > 0 ? [`The server refused the key, and ${this.#flag} renewed it ${times}.`] : []),
      ...(this.#failure === undefined ? [] : [`The server refused the key. ${this.#failure.replaceAll('\n', ' ')}`]),
    ];
  }
}
