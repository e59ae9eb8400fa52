import type { Sight } from './sighted.js';

/** How many requests must have sent a field, and how many others must show what they sent. */
const proving = 2;

const limits = { fields: 200, length: 6 };

/** What responses showed of the texts that requests sent in one field. */
interface Sent {
  shown: number;
  /** Requests whose response is without the text. */
  lost: number;
}

/** Which fields of requests a service takes no notice of: responses show other fields, and never these. */
export class IgnoredFields {
  readonly #fields = new Map<string, Sent>();

  /** Reads the response to a request that creates or changes a resource. */
  see({ isSuccess, documented, sent, case: { expect } }: Sight): void {
    const [resource] = documented.items;
    if (!isSuccess || !resource || documented.pointer !== undefined || !sent || expect === 'refusal') return;
    const shown = simple(JSON.stringify(resource));
    for (const [name, value] of Object.entries(sent)) {
      const isKnown = this.#fields.has(name);
      if (!isTelling(value) || (!isKnown && this.#fields.size >= limits.fields)) continue;
      const field = this.#fields.get(name) ?? { shown: 0, lost: 0 };
      if (!isKnown) this.#fields.set(Buffer.from(name).toString(), field);
      if (shown.includes(simple(JSON.stringify(value)))) field.shown += 1;
      else field.lost += 1;
    }
  }

  /** Whether no response shows what was sent in a field, although responses show other fields. */
  has(name: string): boolean {
    const others = [...this.#fields].filter(([other, { shown }]) => other !== name && shown > 0);
    const field = this.#fields.get(name);
    return field !== undefined && field.shown === 0 && field.lost >= proving && others.length >= proving;
  }
}

/** Whether a value would be in a response by no chance. */
function isTelling(value: unknown): value is string {
  return typeof value === 'string' && value.length >= limits.length;
}

/** Without differences that a service may make when it tidies a text. */
function simple(json: string): string {
  return json.toLowerCase().replaceAll('/"', '"');
}
