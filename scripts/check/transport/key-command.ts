import { runInShell } from '../../system/shell-command.js';
import { UsageError } from '../../text/usage-error.js';
import { heldKey, isSendableValue, type Key, keyVariable } from './key.js';

/** Milliseconds that a command may take. */
const limit = 30_000;

/** Milliseconds between two commands that renew the key, and their number in one run. */
const pause = 5000;
const mostRenewals = 20;

/** @throws UsageError if the variable of the key is set as well */
export function refuseTwoKeys(): void {
  if (!process.env[keyVariable]) return;
  throw new UsageError(
    `Expected the key either in ${keyVariable} or from --key-command, found both. Unset ${keyVariable}, or remove ` +
      '--key-command.',
  );
}

/**
 * Runs the command that prints the key.
 *
 * @throws UsageError, with nothing that the command printed, and without the command, if it fails or prints no key
 */
export async function keyFrom(command: string): Promise<Key> {
  const { output, problem } = await runInShell(command, limit);
  const value = output.replace(/\r?\n$/, '');
  // Held in any case, so that no message quotes it.
  const key = isSendableValue(value) ? heldKey(value) : undefined;
  if (problem !== undefined) {
    throw new UsageError(
      `--key-command failed: ${problem}. Its error is not shown here, since it may contain the key. Run the command ` +
        'by itself to see it.',
    );
  }
  if (key) return key;
  const found = value === '' ? 'it printed nothing' : 'it printed something else';
  throw new UsageError(
    `Expected --key-command to print the key alone, one line of printable ASCII without spaces at its ends, but ` +
      `${found}. Run the command by itself to correct it.`,
  );
}

/** A key that a command prints again when the server refuses it. */
export class RenewedKey {
  readonly #command: string;
  #key: Key;
  #renewals = 0;
  /** How often the command printed another key. */
  #changes = 0;
  #lastAt = -Infinity;
  #running: Promise<void> | undefined;
  #failure: string | undefined;

  constructor(command: string, key: Key) {
    this.#command = command;
    this.#key = key;
  }

  get key(): Key {
    return this.#key;
  }

  /** Returns a key to use in place of a refused one; undefined if there is no other. Never rejects. */
  async renewed(refused: Key): Promise<Key | undefined> {
    // The response to another request may have come first.
    if (refused === this.#key) {
      const isTooSoon = performance.now() - this.#lastAt < pause || this.#renewals >= mostRenewals;
      if (!this.#running && isTooSoon) return undefined;
      this.#running ??= this.#run();
      await this.#running;
    }
    return refused === this.#key ? undefined : this.#key;
  }

  async #run(): Promise<void> {
    this.#renewals += 1;
    try {
      const key = await keyFrom(this.#command);
      if (key !== this.#key) this.#changes += 1;
      this.#key = key;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      this.#failure ??= error.message;
    } finally {
      this.#lastAt = performance.now();
      this.#running = undefined;
    }
  }

  /** What a report says about it, a sentence each. */
  notes(): string[] {
    const times = this.#changes === 1 ? 'once' : `${this.#changes} times`;
    return [
      ...(this.#changes > 0 ? [`The server refused the key, and --key-command renewed it ${times}.`] : []),
      ...(this.#failure === undefined ? [] : [`The server refused the key. ${this.#failure.replaceAll('\n', ' ')}`]),
    ];
  }
}
