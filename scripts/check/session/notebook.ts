import type { JsonObject } from '../../contract/json.js';
import type { TestCase } from '../model/case.js';
import { sentFields } from '../model/contract/body-encoding.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import type { ResourceType } from '../model/contract/resources.js';

/** Facts about resource types that a run finds out because the contract does not state them, or states them wrongly. */
export class FactNotebook {
  /** The contract with the facts that were found so far. The original contract is not changed. */
  readonly contract: CheckedContract;
  /** The field with the id in paths, by the `prefix` of the type. It replaces the one that the contract suggests. */
  readonly #idFields = new Map<string, string>();
  readonly #provenTypes = new Set<string>();
  /** The `prefix` of each resource type for which the client chooses the id of a new resource. */
  readonly prefixesWithChosenIds = new Set<string>();
  /** The name of the kind of body that last created a resource, by the `prefix` of its type. */
  readonly creationVariants = new Map<string, string>();
  /** How often `makeUniqueRound` was called, by its arguments. */
  readonly #rounds = new Map<string, number>();
  /** How often creations were tried since the last accepted one, by operation; random bodies are counted separately. */
  readonly creationTries = new Map<string, number>();
  /** Values of enums that were sent as ids, the latest last. Each begins with the `prefix` of the type. */
  readonly sentEnumIds = new Set<string>();
  /** The `prefix` of each resource type of which a new resource was created, but could not be identified. */
  readonly prefixesWithUnknownIds = new Set<string>();
  /** Whether a field also changes without writes, by the `prefix` of its resource type and its JSON pointer. */
  readonly volatileFields = new Map<string, boolean>();
  /** The writes that the run has sent, by operation: one for each kind, field and outcome. */
  readonly writes = new Map<string, Map<string, TestCase>>();

  constructor(contract: CheckedContract) {
    const idFields = this.#idFields;
    const resources = contract.resources.map((resource) => ({
      ...resource,
      get idField() {
        return idFields.get(resource.prefix) ?? resource.idField;
      },
    }));
    this.contract = { ...contract, resources };
  }

  /** Records which field probably contains the id in paths. */
  noteIdField({ prefix }: ResourceType, idField: string): void {
    this.#idFields.set(prefix, idField);
  }

  /** Whether it is certain which field contains the id in paths: a read has proven it, or only one is possible. */
  isIdFieldProven({ prefix, idFields }: ResourceType): boolean {
    return idFields.length === 1 || this.#provenTypes.has(prefix);
  }

  noteProvenIdField(resourceType: ResourceType, idField: string): void {
    this.#provenTypes.add(resourceType.prefix);
    this.noteIdField(resourceType, idField);
  }

  /** Returns a string from which a creation builds its values, and which no other creation of the run uses. */
  makeUniqueRound({ prefix }: ResourceType, round: string): string {
    const count = (this.#rounds.get(`${prefix} ${round}`) ?? 0) + 1;
    this.#rounds.set(`${prefix} ${round}`, count);
    return count === 1 ? round : `${round} ${count}`;
  }

  noteWrite(testCase: TestCase, status: number): void {
    const { operationId, kind, pointer } = testCase;
    const cases = this.writes.get(operationId) ?? new Map<string, TestCase>();
    const key = `${kind} ${kind === 'field' ? pointer : ''} ${Math.floor(status / 100)}`;
    if (!cases.has(key)) this.writes.set(operationId, cases.set(key, testCase));
  }

  /** Returns the fields of the first body without intended mistakes that the server has accepted for an operation. */
  findAcceptedBody(operation: CheckedOperation): JsonObject | undefined {
    const cases = [...(this.writes.get(operation.id) ?? [])];
    const [, testCase] = cases.find(([key, { expect }]) => key.endsWith(' 2') && expect !== 'refusal') ?? [];
    return testCase && sentFields(testCase.request.body, operation);
  }
}
