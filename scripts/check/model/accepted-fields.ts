import { isObject } from '../../contract/json.js';
import type { SentRequest } from './exchange.js';

/** Sets of fields to keep of one operation, or of one finding. */
const limit = 40;

/**
 * Which fields accepted bodies had. A service may need a field that its document does not require: then the refusal of
 * a body without it says nothing about the rest of the body.
 */
export class AcceptedFields {
  readonly #accepted = new Map<string, ReadonlySet<string>[]>();
  readonly #refused = new Map<string, ReadonlySet<string>[]>();

  /** Notes a body that an operation accepted. */
  accept(operationId: string, request: SentRequest): void {
    keep(this.#accepted, operationId, fieldsOf(request));
  }

  /** Notes a body whose refusal a finding blames. */
  refuse(finding: string, request: SentRequest): void {
    keep(this.#refused, finding, fieldsOf(request));
  }

  /** Whether one of the refused bodies of a finding had all fields of an accepted one. */
  isToBlame(finding: string, operationId: string): boolean {
    const [accepted, refused] = [this.#accepted.get(operationId), this.#refused.get(finding)];
    if (!accepted || !refused) return true;
    return refused.some((fields) => accepted.some((needed) => [...needed].every((name) => fields.has(name))));
  }
}

function keep(sets: Map<string, ReadonlySet<string>[]>, key: string, fields: ReadonlySet<string> | undefined): void {
  if (!fields) return;
  const known = sets.get(key) ?? [];
  sets.set(key, known);
  const isKnown = known.some((each) => each.size === fields.size && [...each].every((name) => fields.has(name)));
  if (!isKnown && known.length < limit) known.push(fields);
}

/** The fields of a JSON object; undefined for other bodies. */
function fieldsOf({ body }: SentRequest): ReadonlySet<string> | undefined {
  if (typeof body !== 'string' || !body.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? new Set(Object.keys(value)) : undefined;
  } catch {
    return undefined;
  }
}
