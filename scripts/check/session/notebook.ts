import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { ResourceType } from '../model/contract/resources.js';

/** Everything that a run finds out about its kinds of resources, which the contract does not say or says otherwise. */
export class Notebook {
  /** The contract with what the run has found out so far. Nothing writes into the contract itself. */
  readonly contract: CheckedContract;
  /** The field that the path takes, if it is not the one that the contract suggests, by the prefix of the type. */
  readonly #idFields = new Map<string, string>();
  readonly #provenTypes = new Set<string>();
  /** Prefixes of resource types of which the caller of a creation chooses the key. */
  readonly clientKeyTypes = new Set<string>();
  /** Which way to create a resource was taken last, by the prefix of its type. */
  readonly creationWays = new Map<string, string>();
  /** Words of closed sets that were sent as keys, after the prefix of their type. */
  readonly sentKeys = new Set<string>();
  /** Prefixes of resource types with a successful creation that did not identify its resource. */
  readonly unidentifiedTypes = new Set<string>();
  /** Whether a field changes without a write, by the prefix of its resource type and its place. */
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

  /** Notes which field the path is likely to take. */
  noteIdField({ prefix }: ResourceType, idField: string): void {
    this.#idFields.set(prefix, idField);
  }

  /** Whether a read has shown which field the path takes, or only one may be it. */
  isProven({ prefix, idFields }: ResourceType): boolean {
    return idFields.length === 1 || this.#provenTypes.has(prefix);
  }

  /** Notes the field of a read that succeeded. */
  proveIdField(resourceType: ResourceType, idField: string): void {
    this.#provenTypes.add(resourceType.prefix);
    this.noteIdField(resourceType, idField);
  }

  /** Notes a write and the status of its response. */
  noteWrite(testCase: TestCase, status: number): void {
    const { operationId, kind, pointer } = testCase;
    const cases = this.writes.get(operationId) ?? new Map<string, TestCase>();
    const key = `${kind} ${kind === 'field' ? pointer : ''} ${Math.floor(status / 100)}`;
    if (!cases.has(key)) this.writes.set(operationId, cases.set(key, testCase));
  }
}
