import { valueAt } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import type { Sight } from './sight.js';

/** How many requests must have sent a field, and how many others must show what they sent. */
const proving = 2;

const limits = { fields: 200, length: 6 };

/** What responses showed of the values that requests sent in one field. */
interface Sent {
  shown: number;
  /** Requests whose response is without the value. */
  lost: number;
  /** Whether a response showed a value that is there by no chance. */
  isTold: boolean;
}

/** Which fields of requests a service takes no notice of: responses show other fields, and never these. */
export class IgnoredFields {
  readonly #fields = new Map<string, Sent>();

  /**
   * Reads the response to a request that creates or changes a resource.
   *
   * @param properties the documented fields of the request, with the places at which responses show them
   */
  see({ isSuccess, documented, sent, case: { expect } }: Sight, properties: Readonly<Record<string, Schema>>): void {
    const [resource] = documented.items;
    if (!isSuccess || !resource || documented.pointer !== undefined || !sent || expect === 'refusal') return;
    const text = simple(JSON.stringify(resource));
    for (const [name, value] of Object.entries(sent)) {
      const place = Object.hasOwn(properties, name) ? properties[name]?.['x-reflected-as'] : undefined;
      const isTelling = typeof value === 'string' && value.length >= limits.length;
      if (typeof value === 'object' || (!isTelling && place === undefined)) continue;
      const isKnown = this.#fields.has(name);
      if (!isKnown && this.#fields.size >= limits.fields) continue;
      const field = this.#fields.get(name) ?? { shown: 0, lost: 0, isTold: false };
      if (!isKnown) this.#fields.set(Buffer.from(name).toString(), field);
      // A telling text may show at another place, and a little tidied.
      const isShown = isTelling
        ? text.includes(simple(JSON.stringify(value)))
        : valueAt(resource, place ?? '') === value;
      field.isTold ||= isTelling && isShown;
      if (isShown) field.shown += 1;
      else field.lost += 1;
    }
  }

  /** Whether no response shows what was sent in a field, although responses show other fields. */
  has(name: string): boolean {
    const told = [...this.#fields].filter(([other, { isTold }]) => other !== name && isTold);
    const field = this.#fields.get(name);
    return field !== undefined && field.shown === 0 && field.lost >= proving && told.length >= proving;
  }
}

/** Without differences that a service may make when it tidies a text. */
function simple(json: string): string {
  return json.toLowerCase().replaceAll('/"', '"');
}
