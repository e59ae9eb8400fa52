import type { CheckedContract } from '../model/contract.js';
import type { Parameters } from '../model/request.js';
import type { ResourceType } from '../model/resources.js';
import { type Listed, parametersBy } from './id-fields.js';

/** Items to keep of one resource type. */
const itemLimit = 200;

/** The operation that creates a resource. */
type Maker = Partial<Pick<ResourceType, 'create' | 'upsert'>>;

/** Everything that a run finds out about its kinds of resources, which the contract does not say or says otherwise. */
export class Notebook {
  /** The contract with what the run has found out so far. Nothing writes into the contract itself. */
  readonly contract: CheckedContract;
  /** The field that the path takes, if it is not the one that the contract suggests, by the prefix of the type. */
  readonly #idFields = new Map<string, string>();
  /** Items of lists as long as no read has shown which field the path takes. */
  readonly #unproven = new Map<string, Listed[]>();
  readonly #proven = new Set<string>();
  /** Operations that create, though the contract does not say so, by the prefix of the type. */
  readonly #makers = new Map<string, Maker>();
  /** Resources that no operation creates, and that the first use of a new name has brought into being. */
  readonly byUse = new Map<ResourceType, Parameters>();
  /** Which way to create a resource was taken last, by the prefix of its type. */
  readonly ways = new Map<string, string>();
  /** Query parameters without which a creation does not show what it made, by the prefix of its type. */
  readonly queries = new Map<string, Readonly<Record<string, string>>>();
  /** Words of closed sets that were sent as keys, after the prefix of their type. */
  readonly words = new Set<string>();
  /** Prefixes of resource types with a successful creation that did not identify its resource. */
  readonly unrecognised = new Set<string>();
  /** Whether a field changes without a write, by the prefix of its resource type and its place. */
  readonly moving = new Map<string, boolean>();

  constructor(contract: CheckedContract) {
    const [idFields, makers] = [this.#idFields, this.#makers];
    const resources = contract.resources.map((each) => ({
      ...each,
      get idField() {
        return idFields.get(each.prefix) ?? each.idField;
      },
      get create() {
        return makers.get(each.prefix)?.create ?? each.create;
      },
      get upsert() {
        return makers.get(each.prefix)?.upsert ?? each.upsert;
      },
      get isMade() {
        return each.isMade || makers.has(each.prefix);
      },
    }));
    this.contract = { ...contract, resources };
  }

  /** Notes that an operation creates, though the contract does not say so. */
  noteMaker({ prefix }: ResourceType, maker: Maker): void {
    this.#makers.set(prefix, maker);
  }

  /** Notes which field the path is likely to take. */
  noteIdField({ prefix }: ResourceType, idField: string): void {
    this.#idFields.set(prefix, idField);
  }

  /** Whether a read has shown which field the path takes, or only one may be it. */
  isProven({ prefix, idFields }: ResourceType): boolean {
    return idFields.length === 1 || this.#proven.has(prefix);
  }

  /** Keeps an item in case that the guess was wrong. */
  keep(resourceType: ResourceType, listed: Listed): void {
    if (this.isProven(resourceType)) return;
    const kept = this.#unproven.get(resourceType.prefix) ?? [];
    this.#unproven.set(resourceType.prefix, kept);
    if (kept.length < itemLimit) kept.push(listed);
  }

  /** Notes the field of a read that succeeded. @returns the items that are known by another field, if it differs */
  prove(resourceType: ResourceType, idField: string): readonly Listed[] {
    const { prefix } = resourceType;
    const listed = this.#unproven.get(prefix) ?? [];
    this.#proven.add(prefix);
    this.#unproven.delete(prefix);
    if (idField === resourceType.idField) return [];
    this.noteIdField(resourceType, idField);
    return listed;
  }

  /** Returns the parameters of one known resource by each other field that the path may take. */
  *otherWays(resourceType: ResourceType): Iterable<{ idField: string; parameters: Parameters }> {
    const [first] = this.#unproven.get(resourceType.prefix) ?? [];
    for (const idField of resourceType.idFields) {
      const parameters =
        first && idField !== resourceType.idField ? parametersBy(idField, resourceType, first) : undefined;
      if (parameters) yield { idField, parameters };
    }
  }
}
