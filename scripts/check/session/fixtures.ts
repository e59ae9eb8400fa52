import { isObject } from '../../contract/json.js';
import { itemsIn } from '../../contract/paging/follow.js';
import { formOf } from '../../contract/path-template.js';
import type { CheckedContract } from '../model/contract/contract.js';
import { linksOf, parametersOfLink } from '../model/contract/document-links.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import {
  keyedShape,
  listShape,
  prefixesOf,
  type ResourceType,
  renamed,
  sameForm,
} from '../model/contract/resources.js';
import { valueAt } from '../model/reflection.js';
import { isSendable, type Parameters } from '../model/request.js';
import { isNamed } from '../model/words.js';
import { isUuid } from '../values/token.js';
import type { Notebook } from './notebook.js';
import { fieldOf } from './resource.js';

/** The parameters that identify one resource, and those of the list that it was found in. */
interface Binding {
  parameters: Parameters;
  /** Parameters of the request that found it. */
  context: Parameters;
}

/** Bindings to keep of one resource type. */
const bindingLimit = 200;
const idLimit = 20_000;
/**
 * The resources that a run has found on the server: which ids exist, and what they identify. They come from lists, from
 * the links of the document, from paths in responses, and from what the run creates. What the user names comes first.
 */
export class Fixtures {
  readonly notebook: Notebook;
  readonly #contract: CheckedContract;
  readonly #given: Parameters;
  /** The known resources, by the prefix of their type. */
  readonly #bindings = new Map<string, Binding[]>();
  /** All UUIDs in responses. */
  readonly #ids = new Set<string>();
  /** Paths in responses that `learnPaths` has not processed yet. */
  readonly #paths = new Set<string>();

  /** @param given ids by the name of the parameter, or by `operationId.name` */
  constructor(notebook: Notebook, given: Parameters) {
    this.notebook = notebook;
    this.#contract = notebook.contract;
    this.#given = given;
  }

  /** Learns from a success response. */
  learn(operation: CheckedOperation, parameters: Parameters, value: unknown): void {
    const items = itemsOf(this.#contract, operation, value);
    for (const resourceType of this.#contract.resources) {
      if (items && resourceType.list === operation) this.#learnItems(resourceType, parameters, items);
      if (resourceType.keyed !== operation) continue;
      for (const key of keysIn(this.#contract, operation, value).slice(0, bindingLimit))
        this.learnOne(resourceType, { ...parameters, [resourceType.parameter]: key }, parameters);
    }
    for (const link of linksOf(this.#contract, operation)) {
      const found = parametersOfLink(link, { value, parameters });
      const resourceType = this.#typeAt(prefixesOf(link.target.path).at(-1));
      if (found && resourceType) this.learnOne(resourceType, found, found);
    }
    this.#learnIds(value, 0);
  }

  /** Learns one resource: the run created it, or a response names it. */
  learnOne({ prefix, parameter, parameters: names }: ResourceType, parameters: Parameters, context: Parameters): void {
    // A user may name a parent whose path is empty.
    const isUsable = (name: string): boolean =>
      isSendable(parameters[name] ?? '') || (name !== parameter && parameters[name] === '');
    const known = this.#bindings.get(prefix) ?? [];
    if (!names.every(isUsable) || known.length >= bindingLimit) return;
    this.#bindings.set(prefix, known);
    const isKnown = known.some((binding) => names.every((name) => binding.parameters[name] === parameters[name]));
    const own = Object.fromEntries(names.map((name) => [name, parameters[name] ?? '']));
    if (!isKnown) known.push({ parameters: own, context });
  }

  #learnItems(resourceType: ResourceType, parameters: Parameters, items: readonly unknown[]): void {
    const valuesOf = (name: string): string[] => items.flatMap((item) => fieldOf(item, name) ?? []);
    const has = (name: string): boolean => valuesOf(name).length > 0;
    // Of the fields that the document has, the items may lack the likeliest.
    const { idField, idFields, parameter } = resourceType;
    const shown = this.notebook.isProven(resourceType) || has(idField) ? idField : idFields.find(has);
    if (shown === undefined) return;
    // A value that several items have is of what they belong to.
    if (new Set(valuesOf(shown)).size === items.length) this.notebook.noteIdField(resourceType, shown);
    for (const id of valuesOf(shown).slice(0, bindingLimit))
      this.learnOne(resourceType, { ...parameters, [parameter]: id }, parameters);
  }

  /** Learns from a read that succeeded which field the path takes. */
  prove(resourceType: ResourceType, idField: string): void {
    // What was found by another field is found again.
    if (idField !== resourceType.idField) this.#bindings.delete(resourceType.prefix);
    this.notebook.prove(resourceType, idField);
  }

  #learnIds(value: unknown, depth: number): void {
    if (typeof value === 'string' && isUuid(value) && this.#ids.size < idLimit) this.#ids.add(value.toLowerCase());
    if (typeof value !== 'object' || value === null || depth > 20) return;
    for (const [name, below] of Object.entries(value)) {
      if (name === 'href' && typeof below === 'string' && this.#paths.size < idLimit) this.#paths.add(below);
      this.#learnIds(below, depth + 1);
    }
  }

  /**
   * Learns resources from the paths in responses so far. Call it while no read is running, so that the order of the
   * responses does not matter; resources from lists come first.
   */
  learnPaths(): void {
    const forms = this.#contract.resources.map((resourceType) => ({ resourceType, form: formOf(resourceType.prefix) }));
    for (const path of [...this.#paths].sort())
      for (const { resourceType, form } of forms) {
        const values = form.exec(path)?.slice(1).map(safelyDecoded) ?? [];
        const named = resourceType.parameters.map((name, index) => [name, values[index] ?? '']);
        if (values.length > 0) this.learnOne(resourceType, Object.fromEntries(named), {});
      }
    this.#paths.clear();
  }

  /** Learns items that belong to no resource type with a list: they may be of this type, which has none. */
  learnUnclaimed(prefix: string, list: CheckedOperation, parameters: Parameters, pages: readonly unknown[]): void {
    const resourceType = this.#typeAt(prefix);
    if (!resourceType || resourceType.list) return;
    const all = [...this.#bindings.values()].flat();
    const claimed = new Set(all.map((binding) => Object.values(binding.parameters).at(-1)));
    const items = pages.flatMap((value) => itemsOf(this.#contract, list, value) ?? []);
    const unclaimed = items.filter((item) => !claimed.has(fieldOf(item, resourceType.idField)));
    this.#learnItems(resourceType, parameters, unclaimed);
  }

  /** Returns the known resources of a type; if the user has named one, only that one. */
  bindings(prefix: string, operation?: CheckedOperation): readonly Binding[] {
    const resourceType = this.#typeAt(prefix);
    if (!resourceType) return [];
    const given = this.#givenFor(resourceType, operation);
    if (isUnclear(given, this.#given, operation)) return [];
    if (isWhole(resourceType, given)) return [{ parameters: given, context: given }];
    const learned = this.#bindings.get(prefix) ?? this.#named(resourceType, operation) ?? this.#elsewhere(resourceType);
    return learned.filter(({ parameters, context }) => agree(given, { ...context, ...parameters }));
  }

  /** The resource that the user has named in each of the known parents. */
  #named(resourceType: ResourceType, operation?: CheckedOperation): readonly Binding[] | undefined {
    const { parameter, prefix } = resourceType;
    const { [parameter]: id } = this.#givenFor(resourceType, operation);
    const above = id === undefined ? [] : this.bindings(prefixesOf(prefix).at(-2) ?? '', operation);
    const found = above.map((each) => ({ ...each, parameters: { ...each.parameters, [parameter]: id ?? '' } }));
    return found.length > 0 ? found : undefined;
  }

  /** The resources that another path has shown: one of the same form, or whose only parameter is called the same. */
  #elsewhere(resourceType: ResourceType): readonly Binding[] {
    const { resources } = this.#contract;
    const { parameter, parameters, prefix } = resourceType;
    const isTelling = !/^(?:id|uuid|guid|key|name|slug|code)$/i.test(parameter);
    const isNamesake = (other: ResourceType): boolean =>
      isTelling && [parameters, other.parameters].every(({ length }) => length === 1) && other.parameter === parameter;
    const twins = [...sameForm(resources, resourceType), ...resources.filter(isNamesake)];
    const twin = twins.find((each) => each.prefix !== prefix && this.#bindings.has(each.prefix));
    const found = (twin && this.#bindings.get(twin.prefix)) ?? [];
    return found.map((each) => ({ ...each, parameters: renamed(each.parameters, twin ?? resourceType, resourceType) }));
  }

  /** Whether the user has named the resource. */
  isGiven(prefix: string, operation: CheckedOperation): boolean {
    const resourceType = this.#typeAt(prefix);
    const given = resourceType ? this.#givenFor(resourceType, operation) : {};
    return resourceType !== undefined && !isUnclear(given, this.#given, operation) && isWhole(resourceType, given);
  }

  #givenFor({ parameters }: ResourceType, operation?: CheckedOperation): Parameters {
    return givenFor(parameters, this.#given, operation);
  }

  /** Returns values for the path parameters of an operation; empty if no existing resource is known. */
  parametersFor(operation: CheckedOperation): readonly Parameters[] {
    const prefix = prefixesOf(operation.path).at(-1);
    return prefix === undefined ? [{}] : this.bindings(prefix, operation).map(({ parameters }) => parameters);
  }

  /** Returns ids of resources that a property of this name could refer to, within the same parents as `within`. */
  references(name: string, within: Parameters = {}): string[] {
    const ids = this.#contract.resources.flatMap(({ words, prefix, parameter }) => {
      const { [parameter]: _, ...parents } = within;
      const near = (isNamed(words, name) ? this.bindings(prefix) : []).filter(({ parameters, context }) =>
        agree(parents, { ...context, ...parameters }),
      );
      return near.flatMap(({ parameters }) => parameters[parameter] ?? []);
    });
    return [...new Set(ids)];
  }

  /** Returns parameters of other resources for the same part of a path. */
  others(prefix: string, parameters: Parameters): readonly Parameters[] {
    const own = this.#typeAt(prefix)?.parameter ?? '';
    return this.bindings(prefix)
      .map((binding) => binding.parameters)
      .filter((other) => other[own]?.toLowerCase() !== parameters[own]?.toLowerCase());
  }

  /** Returns the ids from the user that a property of this name could refer to. */
  given(name: string): string[] {
    const named = this.#contract.resources.filter(({ words }) => isNamed(words, name));
    return named.flatMap(({ parameter }) => this.#given[parameter] ?? []);
  }

  /** Whether a read has returned a resource of this type with this id. */
  hasShown({ prefix, parameter }: ResourceType, id: string): boolean {
    const known = this.#bindings.get(prefix) ?? [];
    return this.knows(id) || known.some(({ parameters }) => parameters[parameter]?.toLowerCase() === id.toLowerCase());
  }

  /** Whether a response has contained this UUID. */
  knows(id: string): boolean {
    return this.#ids.has(id.toLowerCase());
  }

  #typeAt(prefix: string | undefined): ResourceType | undefined {
    return this.#contract.resources.find((each) => each.prefix === prefix);
  }
}

/** The values that a user has given for parameters; one for this operation overrides one for all operations. */
export function givenFor(
  names: readonly string[],
  given: Parameters,
  operation?: Pick<CheckedOperation, 'id'>,
): Parameters {
  const values = names.flatMap((name): [string, string][] => {
    const value = (operation && given[`${operation.id}.${name}`]) ?? given[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(values);
}

/** Whether two sets of parameters have the same values, as far as both have one. */
function agree(some: Parameters, others: Parameters): boolean {
  return Object.entries(some).every(([name, value]) => (others[name] ?? value) === value);
}

/** Whether a write would go to no resource in particular, and so perhaps to all, without being named for that. */
function isUnclear(given: Parameters, all: Parameters, operation: CheckedOperation | undefined): boolean {
  if (operation === undefined || operation.method === 'get') return false;
  return Object.entries(given).some(([name, value]) => value === '' && all[`${operation.id}.${name}`] !== '');
}

function isWhole(resourceType: ResourceType, parameters: Parameters): boolean {
  return resourceType.parameters.every((name) => parameters[name] !== undefined);
}

/** Returns the items of a list; undefined if the operation or the response is not a list. */
export function itemsOf(
  contract: CheckedContract,
  operation: CheckedOperation,
  value: unknown,
): readonly unknown[] | undefined {
  const shape = listShape(operation, contract.resolve);
  if (!shape) return undefined;
  return itemsIn({ items: shape.pointer }, value);
}

/** Returns the keys of resources in a map or in a list of texts; none for other responses. */
export function keysIn(contract: CheckedContract, operation: CheckedOperation, value: unknown): readonly string[] {
  const shape = keyedShape(operation, contract.resolve);
  const keyed = shape && valueAt(value, shape.pointer);
  if (shape?.kind === 'texts') return Array.isArray(keyed) ? keyed.filter((key) => typeof key === 'string') : [];
  return isObject(keyed) ? Object.keys(keyed) : [];
}

/** Decodes a part of a path; returns '' if it is not valid percent-encoding. */
export function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
