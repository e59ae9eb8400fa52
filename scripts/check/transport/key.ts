import type { Security } from '../../contract/security.js';
import { UsageError } from '../../text/usage-error.js';
import type { Exchange, KeyUse, ReceivedResponse } from '../model/exchange.js';
import { beforeKey } from '../model/key-scheme.js';
import { isNearKey } from '../model/near-key.js';
import { type KeyFormSearch, searchesFor } from './key-forms.js';
import { nearKeysOf, type ShownKey, shownIn } from './near-keys.js';
import { wrongKeyFor } from './wrong-key.js';

/** The key. Other code cannot read it, but only show it to the server or search for it in texts. */
export interface Key {
  show(use: KeyUse, security: Security): ShownKey;
  /** Whether a text contains this key, or the wrong key sent in its place; always false for keys under 8 characters. */
  leaks(text: string): boolean;
  /** Returns the text with `[key]` in place of each of them. */
  redact(text: string): string;
  /**
   * Returns the exchange for other code. If the response repeats a key, `[key]` replaces it in headers and body, so
   * that nothing made from the response (a name, a cut text, a pointer, an id) contains a part of the key.
   */
  cleaned(exchange: Exchange): Exchange;
  isLongEnoughToSearch: boolean;
}

/** The part of a key that does not reveal it. */
export type KeySearch = Pick<Key, 'leaks' | 'redact' | 'cleaned'>;

const variable = 'DIRECTORY_API_KEY';
const shortest = 8;

export const noKey: KeySearch = { leaks: () => false, redact: (text) => text, cleaned: (exchange) => exchange };

/**
 * Returns the search for the current key; without a key, it finds nothing.
 *
 * @throws UsageError if a header cannot contain the key
 */
export function keyInUse(): KeySearch {
  return process.env[variable] ? readKey() : noKey;
}

let known: { value: string; key: Key } | undefined;

/**
 * Returns the same object for the same key: every search in this process must know the wrong key that was sent, and
 * building the patterns takes a few milliseconds.
 *
 * @throws UsageError, without the key in its message, if the variable is missing or a header cannot contain its value
 */
export function readKey(): Key {
  const value = process.env[variable];
  if (!value) {
    throw new UsageError(
      `The environment variable ${variable} is not set. Set it to the key of the server, then try again.`,
    );
  }
  if (known?.value === value) return known.key;
  if (!/^[!-~]([ -~]*[!-~])?$/.test(value)) {
    throw new UsageError(
      `${variable} must be printable ASCII without leading or trailing spaces, but it is not. Check how it was ` +
        'set; a line break at its end is common.',
    );
  }
  known = { value, key: keyOf(value) };
  return known.key;
}

/** A search for several texts at once. */
class Search {
  readonly #texts = new Set<string>();
  readonly #searches: KeyFormSearch[] = [];
  #beginning = /(?!)/;

  constructor(texts: readonly string[]) {
    for (const text of texts) this.add(text);
  }

  add(text: string): void {
    if (this.#texts.has(text)) return;
    this.#texts.add(text);
    this.#searches.push(...searchesFor(text));
    const beginnings = new Set(this.#searches.map(({ beginning }) => beginning.source));
    this.#beginning = new RegExp([...beginnings].join('|'), 'i');
  }

  isIn(text: string): boolean {
    return this.#mayBeIn(text) && this.#searches.some((each) => each.isIn(text));
  }

  redact(text: string): string {
    return this.#mayBeIn(text) ? this.#searches.reduce((rest, each) => each.redact(rest), text) : text;
  }

  /** Very few texts contain even the beginning of a key. */
  #mayBeIn(text: string): boolean {
    return this.#beginning.test(text);
  }
}

function keyOf(key: string): Key {
  const values = { right: key, none: '', empty: '', wrong: wrongKeyFor(key), prefixed: key };
  const near = nearKeysOf(key, values.wrong);
  const isLongEnoughToSearch = key.length >= shortest;
  const usual = new Search([values.right, values.wrong]);
  const all = new Search([values.right, values.wrong]);
  const leaks = (text: string): boolean => isLongEnoughToSearch && all.isIn(text);
  const redact = (text: string): string => (isLongEnoughToSearch ? all.redact(text) : text);
  return {
    show(use, security) {
      if (use === 'none') return { headers: [] };
      if (isNearKey(use)) {
        const { made, shown } = near(use, security);
        if (isLongEnoughToSearch) for (const each of made) all.add(each);
        return shown;
      }
      return shownIn(security, [beforeKey(security, use) + values[use]]);
    },
    leaks,
    redact,
    cleaned(exchange) {
      if (!exchange.response || !isLongEnoughToSearch) return exchange;
      // Searching every response for what is made of the key takes long; all that leaves the run is searched for it.
      const response = withoutKey(exchange.response, isNearKey(exchange.request.key) ? all : usual);
      return response ? { ...exchange, response, holdsKey: true } : exchange;
    },
    isLongEnoughToSearch,
  };
}

/** Returns the response without the key; undefined if it does not contain the key. */
function withoutKey({ status, headers, bytes }: ReceivedResponse, search: Search): ReceivedResponse | undefined {
  const leaks = (text: string): boolean => search.isIn(text);
  const redact = (text: string): string => search.redact(text);
  // The key is ASCII, so replacing it byte by byte changes nothing else, even in a binary body.
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const fields = Object.entries(headers);
  if (!leaks(body) && !fields.some(([name, value]) => leaks(name) || [value].flat().some(leaks))) return undefined;
  const shown = fields.map(
    ([name, value]) => [redact(name), typeof value === 'string' ? redact(value) : value.map(redact)] as const,
  );
  // Without a prototype, as before: it has only the names of received headers.
  const own: ReceivedResponse['headers'] = Object.assign(Object.create(null), Object.fromEntries(shown));
  return { status, headers: own, bytes: Buffer.from(redact(body), 'latin1') };
}
