import { formatCount } from '../../text/numbers.js';

/** The kinds of repairs: the part of the document, its fault, and the action. */
const kinds = {
  keyword: ['schema keyword', 'that OpenAPI 3.1 does not have', 'ignored'],
  value: ['schema keyword', 'with a value that it cannot have', 'ignored'],
  pattern: ['pattern', 'that JavaScript does not accept', 'ignored'],
  format: ['format', 'that the check does not know', 'not checked'],
  reference: ['reference', 'to a schema that does not exist', 'taken for any value'],
  operationId: ['operationId', 'that another operation has as well', 'replaced by method and path'],
  path: ['path', 'without a slash at the start', 'given one'],
  query: ['path', 'with a query or a fragment', 'not checked'],
  template: ['path', 'with the template of another one, but for the names of parameters', 'kept'],
  parameter: ['parameter', 'without a name or a valid place', 'left out'],
  example: ['example or default', 'of parameters that the schema forbids', 'not used'],
  responses: ['operation', 'without responses', 'checked for the rules of HTTP alone'],
  status: ['response', 'with a status that HTTP does not have', 'ignored'],
  part: ['part', 'of the document with a value that it cannot have', 'left out'],
} as const satisfies Record<string, readonly [one: string, which: string, done: string]>;

export type RepairKind = keyof typeof kinds;

/** Counts repairs by kind, with the first place of each. */
export class Repairs {
  readonly #repairs = new Map<RepairKind, { count: number; pointer: string; example: string }>();

  /** @param example the text at this place, safe to print */
  add(kind: RepairKind, pointer: string, example: string): void {
    const before = this.#repairs.get(kind);
    if (before) before.count += 1;
    else this.#repairs.set(kind, { count: 1, pointer, example });
  }

  /** One sentence for each kind, with the first place. */
  sentences(placeOf: (pointer: string) => string): string[] {
    return [...this.#repairs].map(([kind, { count, pointer, example }]) => {
      const [noun, fault, action] = kinds[kind];
      const first = count === 1 ? example : `the first is ${example}`;
      const verb = count === 1 ? 'is' : 'are';
      const all = formatCount(count, noun, kind === 'example' ? 'examples or defaults' : `${noun}s`);
      return `The contract has ${all} ${fault}, which ${verb} ${action}: ${first} (${placeOf(pointer)}).`;
    });
  }
}
