import { isObject } from '../../../contract/json.js';
import type { SentRequest } from '../exchange.js';

/** Bodies to keep of one operation, or of one finding. */
const limit = 100;

/** The fields of a body, and the values of those that name resources. */
interface Kept {
  fields: ReadonlySet<string>;
  aims: ReadonlyMap<string, string>;
}

/**
 * Which fields accepted bodies had. A service may need a field that its document does not require: then the refusal of
 * a body without it says nothing about the rest of the body. Nor does that of a body about another resource, which may
 * be in another state.
 */
export class AcceptedFields {
  readonly #names: (field: string) => boolean;
  /** By operation and by finding, each once. */
  readonly #accepted = new Map<string, Map<string, Kept>>();
  readonly #refused = new Map<string, Map<string, Kept>>();

  /** @param names whether a field names a resource */
  constructor(names: (field: string) => boolean) {
    this.#names = names;
  }

  /** Notes a body that an operation accepted. */
  accept(operationId: string, request: SentRequest): void {
    this.#keep(this.#accepted, operationId, request);
  }

  /** Notes a body whose refusal a finding blames. */
  refuse(finding: string, request: SentRequest): void {
    this.#keep(this.#refused, finding, request);
  }

  /** Whether one of the refused bodies of a finding had all fields of an accepted one, about the same resources. */
  isToBlame(finding: string, operationId: string): boolean {
    const [accepted, refused] = [this.#accepted.get(operationId), this.#refused.get(finding)];
    if (!accepted || !refused) return true;
    return [...refused.values()].some((each) =>
      [...accepted.values()].some(
        ({ fields, aims }) =>
          [...fields].every((name) => each.fields.has(name)) &&
          [...aims].every(([name, value]) => each.aims.get(name) === value),
      ),
    );
  }

  #keep(all: Map<string, Map<string, Kept>>, key: string, { body }: SentRequest): void {
    const object = objectIn(body);
    if (!object) return;
    const kept = all.get(key) ?? new Map<string, Kept>();
    all.set(key, kept);
    const names = Object.keys(object).sort();
    const aims = names.flatMap((name): [string, string][] =>
      this.#names(name) ? [[name, JSON.stringify(object[name])]] : [],
    );
    if (kept.size < limit) kept.set(JSON.stringify([names, aims]), { fields: new Set(names), aims: new Map(aims) });
  }
}

/** Returns the object in a body; undefined for other bodies. */
function objectIn(body: SentRequest['body']): Record<string, unknown> | undefined {
  if (typeof body !== 'string' || !body.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
