import type { JsonObject } from '../../../contract/json.js';
import type { SentRequest } from '../exchange.js';
import { sentFields } from './body-encoding.js';
import type { CheckedOperation } from './operations.js';

/** Maximum number of bodies to remember for one operation or one finding. */
const maxBodies = 100;

/** The names of the fields of a body, and the values of those fields that refer to resources. */
interface BodyFields {
  fields: ReadonlySet<string>;
  targets: ReadonlyMap<string, string>;
}

/**
 * Records the fields of accepted and of refused bodies. A service may need a field that its document does not require.
 * Then the refusal of a body without this field proves nothing about the other fields. The refusal of a body that
 * refers to another resource also proves nothing, since that resource may be in another state.
 */
export class AcceptedFields {
  readonly #isTarget: (field: string) => boolean;
  /** Accepted bodies by operation, and refused bodies by finding, without duplicates. */
  readonly #acceptedBodies = new Map<string, Map<string, BodyFields>>();
  readonly #refusedBodies = new Map<string, Map<string, BodyFields>>();

  /** @param isReferenceField whether a field refers to a resource */
  constructor(isReferenceField: (field: string) => boolean) {
    this.#isTarget = isReferenceField;
  }

  addAcceptedRequest(operation: CheckedOperation, request: SentRequest): void {
    this.#add(this.#acceptedBodies, operation.id, sentFields(request.body, operation));
  }

  addRefusedRequest(findingId: string, operation: CheckedOperation, request: SentRequest): void {
    this.#add(this.#refusedBodies, findingId, sentFields(request.body, operation));
  }

  /** Whether a finding about refused bodies counts: one of them has all fields and references of an accepted body. */
  isFindingConclusive(findingId: string, operationId: string): boolean {
    const [acceptedBodies, refusedBodies] = [this.#acceptedBodies.get(operationId), this.#refusedBodies.get(findingId)];
    if (!acceptedBodies || !refusedBodies) return true;
    return [...refusedBodies.values()].some((refusedBody) =>
      [...acceptedBodies.values()].some(
        ({ fields, targets }) =>
          [...fields].every((name) => refusedBody.fields.has(name)) &&
          [...targets].every(([name, value]) => refusedBody.targets.get(name) === value),
      ),
    );
  }

  #add(bodiesByKey: Map<string, Map<string, BodyFields>>, key: string, object: JsonObject | undefined): void {
    if (!object) return;
    const bodies = bodiesByKey.get(key) ?? new Map<string, BodyFields>();
    bodiesByKey.set(key, bodies);
    const names = Object.keys(object).sort();
    const targets = names.flatMap((name): [string, string][] =>
      this.#isTarget(name) ? [[name, JSON.stringify(object[name])]] : [],
    );
    if (bodies.size < maxBodies)
      bodies.set(JSON.stringify([names, targets]), { fields: new Set(names), targets: new Map(targets) });
  }
}
