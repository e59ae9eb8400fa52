import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { ResourceType } from '../model/contract/resources.js';

/** Facts about resource types that a run finds out, since the contract does not state them or states them wrongly. */
export class Notebook {
  /** The contract with the facts found so far. The original contract stays unchanged. */
  readonly contract: CheckedContract;
  /** The field with the id for the path, if it is not the one that the contract suggests, by the prefix of the type. */
  readonly #idFields = new Map<string, string>();
  readonly #provenTypes = new Set<string>();
  /** Prefixes of resource types whose key the caller chooses at the creation. */
  readonly clientKeyTypes = new Set<string>();
  /** The way in which a resource was last created, by the prefix of its type. */
  readonly creationWays = new Map<string, string>();
  /** Values of closed sets that were sent as keys, each after the prefix of its type. */
  readonly sentKeys = new Set<string>();
  /** Prefixes of resource types with a successful creation that did not identify its resource. */
  readonly unidentifiedTypes = new Set<string>();
  /** Whether a field changes without a write, by the prefix of its resource type and its pointer. */
  readonly volatileFields = new Map<string, boolean>();
  /** Writes that the run has sent, one of each kind, field and outcome, by operation. */
  readonly writes = new Map<string, Map<string, TestCase>>();

  constructor(contract: CheckedContract) {
    const idFields = this.#idFields;
    const resources = contract.resources.map((each) => ({
      ...each,
      get idField() {
        return idFields.get(each.prefix) ?? each.idField;
      },
    }));
    this.contract = { ...contract, resources };
  }

  /** Notes the field that probably contains the id for the path. */
  noteIdField({ prefix }: ResourceType, idField: string): void {
    this.#idFields.set(prefix, idField);
  }

  /** Whether a read has shown which field contains the id for the path, or only one field is possible. */
  isProven({ prefix, idFields }: ResourceType): boolean {
    return idFields.length === 1 || this.#provenTypes.has(prefix);
  }

  proveIdField(resourceType: ResourceType, idField: string): void {
    this.#provenTypes.add(resourceType.prefix);
    this.noteIdField(resourceType, idField);
  }

  noteWrite(testCase: TestCase, status: number): void {
    const { operationId, kind, pointer } = testCase;
    const cases = this.writes.get(operationId) ?? new Map<string, TestCase>();
    const key = `${kind} ${kind === 'field' ? pointer : ''} ${Math.floor(status / 100)}`;
    if (!cases.has(key)) this.writes.set(operationId, cases.set(key, testCase));
  }
}
