import { isObject } from '../../contract/json.js';
import { itemsIn } from '../../contract/paging/follow.js';
import { pathPattern } from '../../contract/path-template.js';
import type { CheckedContract } from '../model/contract/contract.js';
import { linksOf, parametersOfLink } from '../model/contract/document-links.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import {
  findTypesOfSameForm,
  keyListShape,
  listShape,
  prefixesOf,
  type ResourceType,
  renameParameters,
} from '../model/contract/resources.js';
import { valueAt } from '../model/reflection.js';
import { isSendable, type Parameters } from '../model/request.js';
import { endsWithWords } from '../model/words.js';
import { isUuid } from '../values/token.js';
import type { FactNotebook } from './notebook.js';
import { fieldOf } from './resource.js';

/** The parameters that identify one resource, and the parameters of the list in which it was found. */
interface Binding {
  parameters: Parameters;
  /** Parameters of the request whose response contained the resource. */
  context: Parameters;
}

/** Maximum number of bindings to keep for one resource type. */
const bindingLimit = 200;
const idLimit = 20_000;
/**
 * The resources that a run has found on the server: their ids, and the paths to which these belong. They come from
 * lists, links of the document, paths in responses, and creations of the run. Ids from the user take precedence.
 */
export class Fixtures {
  readonly notebook: FactNotebook;
  readonly #contract: CheckedContract;
  readonly #userIds: Parameters;
  /** The known resources, by the `prefix` of their type. */
  readonly #bindings = new Map<string, Binding[]>();
  /** All UUIDs in responses. */
  readonly #ids = new Set<string>();
  /** Paths in responses that `noteResourcesInPaths` has not processed yet. */
  readonly #paths = new Set<string>();

  /** @param userIds ids by the name of the parameter, or by `operationId.name` */
  constructor(notebook: FactNotebook, userIds: Parameters) {
    this.notebook = notebook;
    this.#contract = notebook.contract;
    this.#userIds = userIds;
  }

  /** Notes resources from a successful response. */
  noteResponse(operation: CheckedOperation, parameters: Parameters, value: unknown): void {
    const items = itemsOf(this.#contract, operation, value);
    for (const resourceType of this.#contract.resources) {
      if (items && resourceType.list === operation) this.#noteItems(resourceType, parameters, items);
      if (resourceType.keyList !== operation) continue;
      for (const key of keysIn(this.#contract, operation, value).slice(0, bindingLimit))
        this.noteResource(resourceType, { ...parameters, [resourceType.parameter]: key }, parameters);
    }
    for (const link of linksOf(this.#contract, operation)) {
      const linkParameters = parametersOfLink(link, { value, parameters });
      const resourceType = this.#typeAt(prefixesOf(link.target.path).at(-1));
      if (linkParameters && resourceType) this.noteResource(resourceType, linkParameters, linkParameters);
    }
    this.#noteIds(value, 0);
  }

  noteResource(
    { prefix, parameter, parameters: names, reservedIds }: ResourceType,
    parameters: Parameters,
    context: Parameters,
  ): void {
    // The user may give an empty id for a parent resource.
    const isUsable = (name: string): boolean =>
      isSendable(parameters[name] ?? '') || (name !== parameter && parameters[name] === '');
    const bindings = this.#bindings.get(prefix) ?? [];
    if (!names.every(isUsable) || reservedIds.has(parameters[parameter] ?? '')) return;
    if (bindings.length >= bindingLimit) return;
    this.#bindings.set(prefix, bindings);
    const isKnown = bindings.some((binding) => names.every((name) => binding.parameters[name] === parameters[name]));
    const ownParameters = Object.fromEntries(names.map((name) => [name, parameters[name] ?? '']));
    if (!isKnown) bindings.push({ parameters: ownParameters, context });
  }

  #noteItems(resourceType: ResourceType, parameters: Parameters, items: readonly unknown[]): void {
    const valuesOf = (name: string): string[] => items.flatMap((item) => fieldOf(item, name) ?? []);
    const has = (name: string): boolean => valuesOf(name).length > 0;
    // The items may lack the field that, according to the document, most likely contains the id.
    const { idField, idFields, parameter } = resourceType;
    const pathField = this.notebook.isIdFieldProven(resourceType) || has(idField) ? idField : idFields.find(has);
    if (pathField === undefined) return;
    // If several items have the same value, the field identifies their parent, not the items.
    if (new Set(valuesOf(pathField)).size === items.length) this.notebook.noteIdField(resourceType, pathField);
    for (const id of valuesOf(pathField).slice(0, bindingLimit))
      this.noteResource(resourceType, { ...parameters, [parameter]: id }, parameters);
  }

  /** Records that a successful read has proven which field contains the id in the path. */
  proveIdField(resourceType: ResourceType, idField: string): void {
    // Resources whose ids came from another field are forgotten. They will be found again by this field.
    if (idField !== resourceType.idField) this.#bindings.delete(resourceType.prefix);
    this.notebook.noteProvenIdField(resourceType, idField);
  }

  #noteIds(value: unknown, depth: number): void {
    if (typeof value === 'string' && isUuid(value) && this.#ids.size < idLimit) this.#ids.add(value.toLowerCase());
    if (typeof value !== 'object' || value === null || depth > 20) return;
    for (const [name, member] of Object.entries(value)) {
      if (name === 'href' && typeof member === 'string' && this.#paths.size < idLimit) this.#paths.add(member);
      this.#noteIds(member, depth + 1);
    }
  }

  /**
   * Notes resources from the paths in all responses so far. Call this while no read is running, so that the result
   * does not depend on the order of the responses. Resources from lists come first.
   */
  noteResourcesInPaths(): void {
    const forms = this.#contract.resources.map((type) => ({ type, form: pathPattern(type.prefix) }));
    for (const path of [...this.#paths].sort())
      for (const { type, form } of forms) {
        const values = form.exec(path)?.slice(1).map(decodePart) ?? [];
        const entries = type.parameters.map((name, index) => [name, values[index] ?? '']);
        if (values.length > 0) this.noteResource(type, Object.fromEntries(entries), {});
      }
    this.#paths.clear();
  }

  /** Notes list items that are not known as resources: they may be of the type with this prefix, which has no list. */
  noteUnknownItems(prefix: string, list: CheckedOperation, parameters: Parameters, pages: readonly unknown[]): void {
    const resourceType = this.#typeAt(prefix);
    if (!resourceType || resourceType.list) return;
    const allBindings = [...this.#bindings.values()].flat();
    const knownIds = new Set(allBindings.map((binding) => Object.values(binding.parameters).at(-1)));
    const items = pages.flatMap((value) => itemsOf(this.#contract, list, value) ?? []);
    const unknownItems = items.filter((item) => !knownIds.has(fieldOf(item, resourceType.idField)));
    this.#noteItems(resourceType, parameters, unknownItems);
  }

  /** Returns the known resources of a type. If the user has given the id of one of them, returns only that one. */
  bindings(prefix: string, operation?: CheckedOperation): readonly Binding[] {
    const type = this.#typeAt(prefix);
    if (!type) return [];
    const userIds = userParameters(type.parameters, this.#userIds, operation);
    if (this.#mayWriteToAll(userIds, operation)) return [];
    if (hasAllValues(type, userIds)) return [{ parameters: userIds, context: userIds }];
    const bindings = this.#bindings.get(prefix) ?? this.#userBindings(type, userIds[type.parameter], operation);
    return (bindings ?? this.#bindingsElsewhere(type)).filter((each) => hasSameValues(each, userIds));
  }

  /** Returns the resources that have the id that the user has given: one below each known parent. */
  #userBindings({ parameter, prefix }: ResourceType, id?: string, operation?: CheckedOperation): Binding[] | undefined {
    if (id === undefined) return undefined;
    const parents = this.bindings(prefixesOf(prefix).at(-2) ?? '', operation);
    const bindings = parents.map((parent) => ({ ...parent, parameters: { ...parent.parameters, [parameter]: id } }));
    return bindings.length > 0 ? bindings : undefined;
  }

  /** Returns resources known at a path of the same form, or at a path whose only parameter has the same name. */
  #bindingsElsewhere(type: ResourceType): readonly Binding[] {
    const { resources } = this.#contract;
    const isDistinctive = !/^(?:id|uuid|guid|key|name|slug|code)$/i.test(type.parameter);
    const isNamesake = ({ parameter, parameters }: ResourceType): boolean =>
      isDistinctive && type.parameters.length === 1 && parameters.length === 1 && parameter === type.parameter;
    const similarTypes = [...findTypesOfSameForm(resources, type), ...resources.filter(isNamesake)];
    const similarType = similarTypes.find((each) => each.prefix !== type.prefix && this.#bindings.has(each.prefix));
    if (!similarType) return [];
    return (this.#bindings.get(similarType.prefix) ?? []).map(({ parameters, context }) => {
      return { parameters: renameParameters(parameters, similarType, type), context };
    });
  }

  isIdGivenByUser(prefix: string, operation: CheckedOperation): boolean {
    const type = this.#typeAt(prefix);
    const userIds = userParameters(type?.parameters ?? [], this.#userIds, operation);
    return type !== undefined && !this.#mayWriteToAll(userIds, operation) && hasAllValues(type, userIds);
  }

  /** Whether a write could go to all resources: an id is empty, and the user did not give it for this operation. */
  #mayWriteToAll(userIds: Parameters, operation: CheckedOperation | undefined): boolean {
    if (operation === undefined || operation.method === 'get') return false;
    const isForOperation = (name: string): boolean => this.#userIds[`${operation.id}.${name}`] === '';
    return Object.entries(userIds).some(([name, value]) => value === '' && !isForOperation(name));
  }

  /** Returns values for the path parameters of an operation; an empty array if no existing resource is known. */
  parametersFor(operation: CheckedOperation): readonly Parameters[] {
    const prefix = prefixesOf(operation.path).at(-1);
    return prefix === undefined ? [{}] : this.bindings(prefix, operation).map(({ parameters }) => parameters);
  }

  /** Returns ids of resources to which a property of this name could refer, below the parents in `parentParameters`. */
  references(name: string, parentParameters: Parameters = {}): string[] {
    const ids = this.#contract.resources.flatMap(({ words, prefix, parameter }) => {
      const { [parameter]: _, ...parents } = parentParameters;
      const bindings = endsWithWords(words, name) ? this.bindings(prefix) : [];
      return bindings
        .filter((each) => hasSameValues(each, parents))
        .flatMap((each) => each.parameters[parameter] ?? []);
    });
    return [...new Set(ids)];
  }

  /** Returns the path parameters of the other known resources of the same type. */
  others(prefix: string, parameters: Parameters): readonly Parameters[] {
    const idParameter = this.#typeAt(prefix)?.parameter ?? '';
    return this.bindings(prefix)
      .map((binding) => binding.parameters)
      .filter((other) => other[idParameter]?.toLowerCase() !== parameters[idParameter]?.toLowerCase());
  }

  /** Returns the ids from the user to which a property of this name could refer. */
  userIdsFor(name: string): string[] {
    const types = this.#contract.resources.filter(({ words }) => endsWithWords(words, name));
    return types.flatMap(({ parameter }) => this.#userIds[parameter] ?? []);
  }

  wasIdShown({ prefix, parameter }: ResourceType, id: string): boolean {
    if (this.knows(id)) return true;
    const bindings = this.#bindings.get(prefix) ?? [];
    return bindings.some(({ parameters }) => parameters[parameter]?.toLowerCase() === id.toLowerCase());
  }

  /** Whether a response so far contained this UUID. */
  knows(id: string): boolean {
    return this.#ids.has(id.toLowerCase());
  }

  #typeAt(prefix: string | undefined): ResourceType | undefined {
    return this.#contract.resources.find((resource) => resource.prefix === prefix);
  }
}

/** Returns the values that the user has given for parameters: for this operation, or else for all operations. */
export function userParameters(
  names: readonly string[],
  userIds: Parameters,
  operation?: Pick<CheckedOperation, 'id'>,
): Parameters {
  const values = names.flatMap((name): [string, string][] => {
    const value = (operation && userIds[`${operation.id}.${name}`]) ?? userIds[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(values);
}

/** Whether a resource and these parameters have the same value for each name that both contain. */
function hasSameValues({ parameters, context }: Binding, others: Parameters): boolean {
  const ownParameters = { ...context, ...parameters };
  return Object.entries(others).every(([name, value]) => (ownParameters[name] ?? value) === value);
}

function hasAllValues(resourceType: ResourceType, parameters: Parameters): boolean {
  return resourceType.parameters.every((name) => parameters[name] !== undefined);
}

/** Returns the items of a list; undefined if the operation returns no list, or if the response does not contain one. */
export function itemsOf(
  contract: CheckedContract,
  operation: CheckedOperation,
  value: unknown,
): readonly unknown[] | undefined {
  const shape = listShape(operation, contract.resolve);
  return shape && itemsIn(operation.paging ?? { items: shape.pointer }, value);
}

/** Returns the keys of resources in a map or in a list of strings; an empty array for other responses. */
export function keysIn(contract: CheckedContract, operation: CheckedOperation, value: unknown): readonly string[] {
  const shape = keyListShape(operation, contract.resolve);
  const entries = shape && valueAt(value, shape.pointer);
  if (shape?.kind === 'texts') return Array.isArray(entries) ? entries.filter((key) => typeof key === 'string') : [];
  return isObject(entries) ? Object.keys(entries) : [];
}

/** Decodes a part of a path; returns '' if it is not valid percent-encoding. */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
