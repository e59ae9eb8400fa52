import { randomInt } from 'node:crypto';
import { isObject, parseJson } from '../../../contract/json.js';
import { encodePart } from '../../../contract/path-template.js';
import { type AgainStep, stepLimits } from '../../model/again.js';
import type { ResourceType } from '../../model/contract/resources.js';
import { replaceTokens, similarText, tokenOf, tokensIn } from '../../values/token.js';

/** New ids and unique strings (tokens) for a replay, since the report's ids and strings may be in use by now. */
export class ReplayTexts {
  readonly #tokens = new Map<string, string>();
  readonly #ownTokens: ReadonlySet<string>;
  readonly #ids = new Map<string, string>();

  constructor(steps: readonly AgainStep[]) {
    for (const { body = '' } of steps)
      for (const token of tokensIn(body.slice(0, stepLimits.body)))
        this.#tokens.set(token, tokenOf(randomInt(2 ** 32)));
    this.#ownTokens = new Set(this.#tokens.values());
  }

  withNewTokens(text: string): string {
    return replaceTokens(text, (token) => {
      const newToken = this.#tokens.get(token.toLowerCase()) ?? token;
      return token === token.toUpperCase() ? newToken.toUpperCase() : newToken;
    });
  }

  /** Whether a string contains a token of this replay. Nobody else has ever sent such a token. */
  hasOwnToken(text: string): boolean {
    return tokensIn(text).some((token) => this.#ownTokens.has(token));
  }

  /** Sets the id that, from now on, replaces an id of the report. */
  noteNewId(id: string, newId: string): void {
    this.#ids.set(id, newId);
    this.#ids.set(encodePart(id), newId);
  }

  /** Returns the id that replaces an id of the report; undefined if the id is not replaced. */
  newIdOf(id: string): string | undefined {
    return this.#ids.get(id);
  }

  isNewId(id: string): boolean {
    return [...this.#ids.values()].includes(id);
  }

  /** Returns the body with new ids in place of all that an existing resource could have, except for `unsafeIds`. */
  withFreshIds(step: AgainStep, { idField, idFields }: ResourceType): FreshBody {
    const { body = '', gives } = step;
    const fields = gives ? [idField] : idFields;
    const [ids, unsafeIds]: [string[], string[]] = [[], []];
    const withNewIds = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(withNewIds);
      if (!isObject(value)) return value;
      const [firstMember, ...otherMembers] = Object.entries(value);
      // An object whose only member is an object is an envelope, with the resource in it.
      if (firstMember && otherMembers.length === 0 && typeof firstMember[1] === 'object')
        return { [firstMember[0]]: withNewIds(firstMember[1]) };
      const members = Object.entries(value).map(([name, each]) => [name, fields.includes(name) ? toNewId(each) : each]);
      return Object.fromEntries(members);
    };
    const toNewId = (value: unknown): unknown => {
      if (typeof value !== 'string' && typeof value !== 'number') return value;
      const text = String(value);
      const newId = this.hasOwnToken(text) ? text : similarText(text, String(randomInt(2 ** 32)));
      if (newId === undefined || text.includes('{{')) {
        unsafeIds.push(text);
        return value;
      }
      if (newId !== text) this.noteNewId(text, newId);
      ids.push(newId);
      return typeof value === 'number' ? Number(newId) : newId;
    };
    const value = parseJson(body);
    if (value === undefined) {
      // The body is a form. A multipart form is not parsed; the code only searches for field names in it.
      const fieldsInBody = fields.filter((name) => body.includes(`name="${name}"`));
      unsafeIds.push(...(this.hasOwnToken(body) ? [] : fieldsInBody));
      for (const [name, text] of new URLSearchParams(body))
        if (fields.includes(name) && !this.hasOwnToken(text)) unsafeIds.push(text);
    }
    const newValue = withNewIds(value);
    // The body is serialised again, since servers do not agree on which value counts if a JSON member occurs twice.
    const newBody = ids.length > 0 ? JSON.stringify(newValue) : body;
    return { ids, unsafeIds, ...(step.body !== undefined && { body: newBody }) };
  }
}

interface FreshBody {
  body?: string;
  ids: string[];
  unsafeIds: string[];
}
