import { isObject } from '../../contract/json.js';
import { itemsIn } from '../../contract/paging.js';
import { formOf } from '../../contract/path-template.js';
import type { CheckedContract } from '../model/contract.js';
import { linksOf, parametersOfLink } from '../model/document-links.js';
import { keyedShape } from '../model/keyed.js';
import type { CheckedOperation } from '../model/operations.js';
import { valueAt } from '../model/reflection.js';
import { isSendable, type Parameters } from '../model/request.js';
import { listShape, prefixesOf, type ResourceType } from '../model/resources.js';
import { isNamed } from '../model/words.js';
import { fieldOf, type Listed, parametersBy } from './id-fields.js';
import type { Notebook } from './notebook.js';
import { OtherKeys } from './other-keys.js';
import { type Binding, bindingsElsewhere } from './other-paths.js';

/** Bindings to keep of one resource type. */
const bindingLimit = 200;
const idLimit = 20_000;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The resources that a run has found on the server: which ids exist, and what they identify. */
export class Fixtures {
  readonly #contract: CheckedContract;
  readonly #given: Parameters;
  readonly #bindings = new Map<string, Binding[]>();
  readonly notebook: Notebook;
  readonly otherKeys = new OtherKeys();
  readonly #ids = new Set<string>();
  /** Paths in responses that `learnPaths` has not processed yet. */
  readonly #paths = new Set<string>();
  readonly #templates: { resourceType: ResourceType; form: RegExp }[];

  /** @param given ids by the name of the parameter, or by `operationId.name` */
  constructor(notebook: Notebook, given: Parameters) {
    this.notebook = notebook;
    this.#contract = notebook.contract;
    this.#given = given;
    this.#templates = this.#contract.resources.map((resourceType) => ({
      resourceType,
      form: formOf(resourceType.prefix),
    }));
  }

  /** Learns from a success response. */
  learn(operation: CheckedOperation, parameters: Parameters, value: unknown): void {
    const items = itemsOf(this.#contract, operation, value);
    if (items) {
      for (const resourceType of this.#contract.resources)
        if (resourceType.list === operation) this.#learnItems(resourceType, parameters, items);
    }
    for (const resourceType of this.#contract.resources)
      if (resourceType.keyed === operation) this.#learnKeys(resourceType, operation, parameters, value);
    for (const link of linksOf(this.#contract, operation)) {
      const found = parametersOfLink(link, { value, parameters });
      const prefix = prefixesOf(link.target.path).at(-1);
      const resourceType = this.#contract.resources.find((each) => each.prefix === prefix);
      if (found && resourceType && Object.values(found).every(isSendable)) this.learnOne(resourceType, found, found);
    }
    this.#learnIds(value, 0);
  }

  #learnKeys(resourceType: ResourceType, operation: CheckedOperation, context: Parameters, value: unknown): void {
    for (const key of keysIn(this.#contract, operation, value).slice(0, bindingLimit))
      if (isSendable(key)) this.learnOne(resourceType, { ...context, [resourceType.parameter]: key }, context);
  }

  /** Learns one resource: the run created it, or a response names it. */
  learnOne(resourceType: ResourceType, parameters: Parameters, context: Parameters): void {
    if (!isWhole(resourceType, parameters)) return;
    const own = Object.fromEntries(resourceType.parameters.map((name) => [name, parameters[name] ?? '']));
    this.#add(resourceType, { parameters: own, context });
  }

  #learnItems(resourceType: ResourceType, parameters: Parameters, items: readonly unknown[]): void {
    const valuesOf = (name: string): string[] => items.flatMap((item) => fieldOf(item, name) ?? []);
    const has = (name: string): boolean => valuesOf(name).length > 0;
    // Of the fields that the document has, the items may lack the likeliest.
    const { idField, idFields } = resourceType;
    const shown = this.notebook.isProven(resourceType) || has(idField) ? idField : idFields.find(has);
    // A value that several items have is of what they belong to.
    if (shown !== undefined && new Set(valuesOf(shown)).size === items.length)
      this.notebook.noteIdField(resourceType, shown);
    for (const item of items.slice(0, bindingLimit)) {
      this.notebook.keep(resourceType, { item, context: parameters });
      this.#bind(resourceType, { item, context: parameters }, shown);
    }
  }

  #bind(resourceType: ResourceType, listed: Listed, idField = resourceType.idField): void {
    const parameters = parametersBy(idField, resourceType, listed);
    if (!parameters) return;
    this.#add(resourceType, { parameters, context: listed.context });
    this.otherKeys.keep(resourceType, parameters, listed.item);
  }

  /** Learns from a read that succeeded which field the path takes. */
  prove(resourceType: ResourceType, idField = resourceType.idField): void {
    const listed = this.notebook.prove(resourceType, idField);
    if (listed.length === 0) return;
    this.#bindings.delete(resourceType.prefix);
    for (const each of listed) this.#bind(resourceType, each);
  }

  #learnIds(value: unknown, depth: number): void {
    if (typeof value === 'string' && uuid.test(value) && this.#ids.size < idLimit) this.#ids.add(value.toLowerCase());
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
    for (const path of [...this.#paths].sort()) this.#learnPath(path);
    this.#paths.clear();
  }

  #learnPath(path: string): void {
    for (const { resourceType, form } of this.#templates) {
      const found = form.exec(path);
      if (!found) continue;
      const values = found.slice(1).map((text) => safelyDecoded(text));
      if (!values.every(isSendable)) continue;
      const parameters = Object.fromEntries(resourceType.parameters.map((name, index) => [name, values[index] ?? '']));
      this.#add(resourceType, { parameters, context: {} });
    }
  }

  #add(resourceType: ResourceType, binding: Binding): void {
    const known = this.#bindings.get(resourceType.prefix) ?? [];
    this.#bindings.set(resourceType.prefix, known);
    if (known.length >= bindingLimit) return;
    const twin = known.find(({ parameters }) =>
      resourceType.parameters.every((name) => parameters[name] === binding.parameters[name]),
    );
    if (!twin) known.push(binding);
  }

  /** Learns items that belong to no resource type with a list: they may be of this type, which has none. */
  learnUnclaimed(prefix: string, list: CheckedOperation, parameters: Parameters, pages: readonly unknown[]): void {
    const resourceType = this.#contract.resources.find((each) => each.prefix === prefix);
    if (!resourceType || resourceType.list) return;
    const claimed = new Set(
      [...this.#bindings].flatMap(([, bindings]) =>
        bindings.map((binding) => Object.values(binding.parameters).at(-1)),
      ),
    );
    const items = pages
      .flatMap((value) => itemsOf(this.#contract, list, value) ?? [])
      .filter((item) => !claimed.has(fieldOf(item, resourceType.idField)));
    // No schema tells which field the path takes, but the list is called as the resource is: `{sections: [{name}]}`.
    const [first] = items;
    const isCalledAlike = isNamed(resourceType.words, listShape(list, this.#contract.resolve)?.pointer ?? '');
    const called = ['key', 'name', 'slug', 'code'].find((name) => fieldOf(first, name) !== undefined);
    if (isCalledAlike && fieldOf(first, resourceType.idField) === undefined && called !== undefined)
      this.notebook.noteIdField(resourceType, called);
    this.#learnItems(resourceType, parameters, items);
  }

  /** Returns the known resources of a type; if the user has named one, only that one. */
  bindings(prefix: string, operation?: CheckedOperation): readonly Binding[] {
    const resourceType = this.#contract.resources.find((each) => each.prefix === prefix);
    if (!resourceType) return [];
    const given = this.#givenFor(resourceType, operation);
    if (this.#isUnclear(given, operation)) return [];
    if (isWhole(resourceType, given)) return [{ parameters: given, context: given }];
    const known = { resources: this.#contract.resources, bindings: this.#bindings, otherKeys: this.otherKeys };
    const learned = this.#bindings.get(prefix) ?? bindingsElsewhere(known, resourceType);
    return learned.filter(({ parameters, context }) =>
      Object.entries(given).every(([name, value]) => (parameters[name] ?? context[name] ?? value) === value),
    );
  }

  /** Whether the user has named the resource. */
  isGiven(prefix: string, operation: CheckedOperation): boolean {
    const resourceType = this.#contract.resources.find((each) => each.prefix === prefix);
    const given = resourceType && this.#givenFor(resourceType, operation);
    return resourceType !== undefined && !this.#isUnclear(given, operation) && isWhole(resourceType, given ?? {});
  }

  /** Whether a write would go to no resource in particular, and so perhaps to all, without being named for that. */
  #isUnclear(given: Parameters = {}, operation?: CheckedOperation): boolean {
    if (operation === undefined || operation.method === 'get') return false;
    return Object.entries(given).some(([name, value]) => value === '' && this.#given[`${operation.id}.${name}`] !== '');
  }

  #givenFor({ parameters }: ResourceType, operation?: CheckedOperation): Parameters {
    return Object.fromEntries(
      parameters.flatMap((name) => {
        const own = operation && this.#given[`${operation.id}.${name}`];
        const value = own ?? this.#given[name];
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }

  /** Returns values for the path parameters of an operation; empty if no existing resource is known. */
  parametersFor(operation: CheckedOperation): readonly Parameters[] {
    const prefix = prefixesOf(operation.path).at(-1);
    if (prefix === undefined) return [{}];
    const resourceType = this.#contract.resources.find((each) => each.prefix === prefix);
    const known = this.bindings(prefix, operation).map(({ parameters }) => parameters);
    return resourceType ? known.map((each) => this.otherKeys.for(operation, resourceType, each)) : known;
  }

  /** Returns ids of resources that a property of this name could refer to, within the same parents as `context`. */
  references(name: string, context: Parameters = {}): string[] {
    const ids = new Set<string>();
    for (const resourceType of this.#contract.resources) {
      if (!isNamed(resourceType.words, name)) continue;
      for (const binding of this.bindings(resourceType.prefix)) {
        const all: Parameters = { ...binding.context, ...binding.parameters };
        if (
          Object.entries(context).some(
            ([parameter, value]) =>
              parameter !== resourceType.parameter && all[parameter] !== undefined && all[parameter] !== value,
          )
        )
          continue;
        const id = binding.parameters[resourceType.parameter];
        if (id !== undefined) ids.add(id);
      }
    }
    return [...ids];
  }

  /** Returns parameters of other resources for the same part of a path. */
  others(prefix: string, parameters: Parameters): readonly Parameters[] {
    const own = [...prefix.matchAll(/\{([^}]+)\}/g)].at(-1)?.[1] ?? '';
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
    return (
      this.knows(id) ||
      (this.#bindings.get(prefix) ?? []).some(
        ({ parameters }) => parameters[parameter]?.toLowerCase() === id.toLowerCase(),
      )
    );
  }

  /** Whether a response has contained this UUID. */
  knows(id: string): boolean {
    return this.#ids.has(id.toLowerCase());
  }
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
