import { randomInt } from 'node:crypto';
import { isObject, jsonIn } from '../../../contract/json.js';
import { type AgainStep, stepLimits } from '../../model/again.js';
import type { ResourceType } from '../../model/contract/resources.js';
import { textAlike, tokenOf, withTokens } from '../../values/token.js';

/** The tokens and ids of a replay, in place of those of a report: what somebody else chose could exist by now. */
export class ReplayTexts {
  /** By those of the report. */
  readonly #tokens = new Map<string, string>();
  readonly #own: ReadonlySet<string>;
  readonly #ids = new Map<string, string>();

  constructor(steps: readonly AgainStep[]) {
    for (const { body = '' } of steps)
      for (const token of tokensIn(body.slice(0, stepLimits.body)))
        this.#tokens.set(token, tokenOf(randomInt(2 ** 32)));
    this.#own = new Set(this.#tokens.values());
  }

  /** The text with the tokens of this replay. */
  renewed(text: string): string {
    return withTokens(text, (token) => {
      const own = this.#tokens.get(token.toLowerCase()) ?? token;
      return token === token.toUpperCase() ? own.toUpperCase() : own;
    });
  }

  /** Whether a text contains a token of this replay, which nobody else has ever sent. */
  isOwn(text: string): boolean {
    return tokensIn(text).some((token) => this.#own.has(token));
  }

  /** Uses an id that nobody has in place of one of the report. */
  replace(id: string, other: string): void {
    this.#ids.set(id, other);
    this.#ids.set(encodeURIComponent(id), other);
  }

  /** The id that stands in place of one of the report. */
  idFor(id: string): string | undefined {
    return this.#ids.get(id);
  }

  isFresh(id: string): boolean {
    return [...this.#ids.values()].includes(id);
  }

  /**
   * The body of a creation, with another id in place of each that somebody else's resource could have.
   *
   * @returns the body and the ids in it; an id that cannot be replaced in `others`
   */
  withFreshIds(step: AgainStep, { idField, idFields }: ResourceType): FreshBody {
    const { body = '', gives } = step;
    const fields = gives ? [idField] : idFields;
    const [ids, others]: [string[], string[]] = [[], []];
    const fresh = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(fresh);
      if (!isObject(value)) return value;
      const [only, ...more] = Object.entries(value);
      // An envelope has the resource as its only member.
      if (only && more.length === 0 && typeof only[1] === 'object') return { [only[0]]: fresh(only[1]) };
      return Object.fromEntries(
        Object.entries(value).map(([name, each]) => [name, fields.includes(name) ? freshId(each) : each]),
      );
    };
    const freshId = (value: unknown): unknown => {
      if (typeof value !== 'string' && typeof value !== 'number') return value;
      const text = String(value);
      const other = this.isOwn(text) ? text : textAlike(text, String(randomInt(2 ** 32)));
      if (other === undefined || text.includes('{{')) {
        others.push(text);
        return value;
      }
      if (other !== text) this.replace(text, other);
      ids.push(other);
      return typeof value === 'number' ? Number(other) : other;
    };
    const value = jsonIn(body);
    if (value === undefined) {
      // Forms: of several parts, none is read.
      const named = fields.filter((name) => body.includes(`name="${name}"`));
      others.push(...(this.isOwn(body) ? [] : named));
      for (const [name, text] of new URLSearchParams(body))
        if (fields.includes(name) && !this.isOwn(text)) others.push(text);
    }
    const written = fresh(value);
    // Written anew, since servers may read a member that stands twice in another way.
    return { ids, others, ...(step.body !== undefined && { body: ids.length > 0 ? JSON.stringify(written) : body }) };
  }
}

interface FreshBody {
  body?: string;
  ids: string[];
  others: string[];
}

/** Tokens in lower case. */
function tokensIn(text: string): string[] {
  const found: string[] = [];
  withTokens(text, (token) => {
    found.push(token.toLowerCase());
    return token;
  });
  return found;
}
