import { escapeToken } from '../../contract/pointer.js';
import type { TestCase } from '../model/case.js';
import { sentFields } from '../model/contract/body-encoding.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { type Deviation, formatValue } from '../model/deviation.js';
import { isInFamily } from '../model/rules/index.js';

/** The values that the run has sent in bodies. A wrong value that the server accepts is reported only once. */
export class SentValues {
  readonly #texts = new Set<string>();
  /** How often each wrong value was sent and not refused: by its text in findings, then by its place. */
  readonly #wrongPlaces = new Map<string, Map<string, number>>();

  /** Notes a request before it is sent: a parallel read may show its values before its response arrives. */
  note(testCase: TestCase, operation: CheckedOperation): void {
    for (const [location, value] of this.#valuesOf(testCase, operation)) {
      if (typeof value === 'string') this.#texts.add(value);
      this.#countWrong(testCase, location, value, 1);
    }
  }

  /** Forgets the wrong values of a request that the server has refused, as it must. */
  forgetWrongValues(testCase: TestCase, operation: CheckedOperation): void {
    for (const [place, value] of this.#valuesOf(testCase, operation)) this.#countWrong(testCase, place, value, -1);
  }

  #countWrong({ expect }: TestCase, location: string, value: unknown, change: number): void {
    // A server may return null even if nobody has sent it.
    if (expect !== 'refusal' || location === '' || value === null) return;
    const places = this.#wrongPlaces.get(formatValue(value)) ?? new Map<string, number>();
    this.#wrongPlaces.set(formatValue(value), places.set(location, (places.get(location) ?? 0) + change));
  }

  /** Yields the values in a body at each depth, with their JSON pointers. */
  *#valuesOf({ request }: TestCase, operation: CheckedOperation): Iterable<[place: string, value: unknown]> {
    const walk = function* (value: unknown, location: string): Iterable<[string, unknown]> {
      yield [location, value];
      if (Array.isArray(value)) for (const item of value) yield* walk(item, `${location}/*`);
      else if (typeof value === 'object' && value !== null)
        for (const [name, member] of Object.entries(value)) yield* walk(member, `${location}/${escapeToken(name)}`);
    };
    yield* walk(sentFields(request.body, operation), '');
  }

  hasText(text: string): boolean {
    return this.#texts.has(text);
  }

  /** Whether a deviation only shows a wrong value that the server accepted from the run: another rule reports that. */
  explains({ rule, pointer, actual }: Deviation): boolean {
    const places = [...(this.#wrongPlaces.get(actual) ?? [])];
    return isInFamily(rule, 'schema') && places.some(([location, count]) => count > 0 && pointer.endsWith(location));
  }
}
