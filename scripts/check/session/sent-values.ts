import { escapeToken } from '../../contract/pointer.js';
import type { TestCase } from '../model/case.js';
import { sentFields } from '../model/contract/body-encoding.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { type Deviation, formatValue } from '../model/deviation.js';
import { isInFamily } from '../model/rules/index.js';

/** The values that the run has sent in bodies. A server is not accused of them when it shows them again. */
export class SentValues {
  readonly #texts = new Set<string>();
  /** The places of values in bodies that the server must refuse, by the value as findings show it. */
  readonly #wrongPlaces = new Map<string, Set<string>>();

  /** Notes a request before it is sent, since a read in parallel may show its values before its response arrives. */
  note({ request, expect }: TestCase, operation: CheckedOperation): void {
    const walk = (value: unknown, place: string): void => {
      if (typeof value === 'string') this.#texts.add(value);
      // A server may show null without being sent it.
      if (expect === 'refusal' && place !== '' && value !== null) {
        const key = formatValue(value);
        this.#wrongPlaces.set(key, (this.#wrongPlaces.get(key) ?? new Set()).add(place));
      }
      if (Array.isArray(value)) for (const item of value) walk(item, `${place}/*`);
      else if (typeof value === 'object' && value !== null)
        for (const [name, member] of Object.entries(value)) walk(member, `${place}/${escapeToken(name)}`);
    };
    walk(sentFields(request.body, operation), '');
  }

  hasText(text: string): boolean {
    return this.#texts.has(text);
  }

  /** Whether a deviation is only a wrong value of the run that the server accepted, which another rule reports. */
  explains({ rule, pointer, actual }: Deviation): boolean {
    return isInFamily(rule, 'schema') && [...(this.#wrongPlaces.get(actual) ?? [])].some((at) => pointer.endsWith(at));
  }
}
