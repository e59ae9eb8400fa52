import { isObject } from '../../../contract/json.js';
import type { SentRequest } from '../exchange.js';

/** Bodies to keep of one operation, or of one finding. */
const limit = 100;

/** The fields of a body, and the values of those that name resources. */
interface BodyFields {
  fields: ReadonlySet<string>;
  targets: ReadonlyMap<string, string>;
}

/**
 * Which fields accepted bodies had. A service may need a field that its document does not require: then the refusal of
 * a body without it says nothing about the rest of the body. Nor does that of a body about another resource, which may
 * be in another state.
 */
export class AcceptedFields {
  readonly #isTarget: (field: string) => boolean;
  /** By operation and by finding, each once. */
  readonly #acceptedBodies = new Map<string, Map<string, BodyFields>>();
  readonly #refusedBodies = new Map<string, Map<string, BodyFields>>();

  /** @param isTarget whether a field names a resource */
  constructor(isTarget: (field: string) => boolean) {
    this.#isTarget = isTarget;
  }

  /** Notes a body that an operation accepted. */
  addAccepted(operationId: string, request: SentRequest): void {
    this.#add(this.#acceptedBodies, operationId, request);
  }

  /** Notes a body whose refusal a finding blames. */
  addRefused(finding: string, request: SentRequest): void {
    this.#add(this.#refusedBodies, finding, request);
  }

  /** Whether one of the refused bodies of a finding had all fields of an accepted one, about the same resources. */
  isConclusive(finding: string, operationId: string): boolean {
    const [acceptedBodies, refusedBodies] = [this.#acceptedBodies.get(operationId), this.#refusedBodies.get(finding)];
    if (!acceptedBodies || !refusedBodies) return true;
    return [...refusedBodies.values()].some((each) =>
      [...acceptedBodies.values()].some(
        ({ fields, targets }) =>
          [...fields].every((name) => each.fields.has(name)) &&
          [...targets].every(([name, value]) => each.targets.get(name) === value),
      ),
    );
  }

  #add(bodiesByKey: Map<string, Map<string, BodyFields>>, key: string, { body }: SentRequest): void {
    const object = objectIn(body);
    if (!object) return;
    const bodies = bodiesByKey.get(key) ?? new Map<string, BodyFields>();
    bodiesByKey.set(key, bodies);
    const names = Object.keys(object).sort();
    const targets = names.flatMap((name): [string, string][] =>
      this.#isTarget(name) ? [[name, JSON.stringify(object[name])]] : [],
    );
    if (bodies.size < limit)
      bodies.set(JSON.stringify([names, targets]), { fields: new Set(names), targets: new Map(targets) });
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
