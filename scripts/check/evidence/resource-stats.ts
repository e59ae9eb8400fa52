import type { OpenApiDocument } from '../../contract/document.js';
import { isObject, type JsonObject } from '../../contract/json.js';
import { itemsPlace } from '../../contract/paging/items-place.js';
import { toPointer } from '../../contract/pointer.js';
import { createSchemaResolver } from '../../contract/references.js';
import type { Schema } from '../../contract/schema.js';
import { allowsType } from '../../contract/schema-fields.js';
import { schemaPrefix } from '../../contract/schema-walk.js';
import { getOrCreate } from '../../text/group-by.js';
import { findResourcePlace, ownNamesOf } from '../judge/read-through.js';
import { proofMinimum } from '../model/proposal.js';
import { questionsOf } from './marked-parts.js';
import { type CountPlan, createPlans, emptyPlan } from './presence-plans.js';
import { ClaimGrounds, GroundsMap } from './proposals.js';
import type { ResponseView } from './response-view.js';
import { isOtherResource } from './schema-fit.js';
import { isFieldName, ValueStats } from './value-stats.js';
import { digestOf } from './words.js';

interface ResourceRef {
  /** The id of the resource, or a different string that identifies it. */
  id: string;
  /** The directory of the resource, if the path names one. */
  directory: string | undefined;
}

/** Counts different resources and their directories, up to the number that a claim about all resources needs. */
export class Breadth {
  readonly #ids = new Set<string>();
  readonly #directories = new Set<string>();

  add({ id, directory }: ResourceRef): void {
    if (this.#ids.size < proofMinimum.resources) this.#ids.add(id);
    if (directory !== undefined && this.#directories.size < proofMinimum.directories) this.#directories.add(directory);
  }

  /** @param directoryCount number of directories of the service that were seen */
  isEnough(directoryCount: number): boolean {
    const { size } = this.#directories;
    const isWide = directoryCount < proofMinimum.directories || size === 0 || size >= proofMinimum.directories;
    return this.#ids.size >= proofMinimum.resources && isWide;
  }
}

export interface FieldStats {
  name: string;
  /** The schema of the field in the contract; undefined if the contract does not list the field. */
  schema: Schema | undefined;
  isNullable: boolean;
  present: number;
  basis: ClaimGrounds;
  /** The responses in which the field was null, although the contract does not allow null. */
  nulls: ClaimGrounds;
  /** The values; only for a field that the contract does not list, or whose type the contract leaves open. */
  values: ValueStats | undefined;
  /** Its different strings in the service's own resources; only for a field with an open question. */
  texts: GroundsMap<string> | undefined;
  /** The different resources in which the field has a value. */
  breadth: Breadth;
}

export interface SchemaStats {
  name: string;
  /** Number of objects in all responses. */
  count: number;
  basis: ClaimGrounds;
  /** The different resources that were read before the run began to write. */
  breadth: Breadth;
  fields: ReadonlyMap<string, FieldStats>;
}

const limits = { depth: 20, items: 200, further: 200, directories: 2, texts: 51, text: 100 };

const typeQuestions = ['partner-entry.fields', 'resources.fields', 'filter.option-shape'];

interface SchemaRecord extends SchemaStats {
  fields: Map<string, FieldStats>;
  furtherCount: number;
}

/** Collects facts about objects of named schemas in success responses, including fields that the contract lacks. */
export class ResourceStats {
  readonly #document: OpenApiDocument;
  readonly #resolve: (schema: Schema) => Schema;
  readonly #planOf: (schema: Schema) => CountPlan;
  readonly #schemas = new Map<string, SchemaRecord>();
  readonly #roots = new Map<string, Schema>();
  readonly #directories = new Set<string>();
  /** Questions about envelopes that are open, or whose answers differ by operation. */
  readonly #openEnvelopes: ReadonlySet<string>;

  constructor(document: OpenApiDocument) {
    this.#document = document;
    const openQuestions = (document['x-unknowns'] ?? []).filter(
      ({ answered }) => !answered || (answered.value === 'bare' && Object.keys(answered.except ?? {}).length > 0),
    );
    this.#openEnvelopes = new Set(openQuestions.map(({ id }) => id));
    this.#resolve = createSchemaResolver(document);
    this.#planOf = createPlans(this.#resolve).planOf;
  }

  of(name: string): SchemaStats | undefined {
    return this.#schemas.get(name);
  }

  countResponses(schemas: readonly string[]): number {
    return schemas.reduce((total, name) => total + (this.of(name)?.basis.responses ?? 0), 0);
  }

  /** Whether these are enough resources for a claim about all of them. */
  isEnough(breadth: Breadth): boolean {
    return breadth.isEnough(this.#directories.size);
  }

  see(view: ResponseView): void {
    if (view.responseSchema === undefined || !view.isSuccess) return;
    const ref = schemaPrefix + view.responseSchema;
    const root = getOrCreate(this.#roots, ref, () => ({ $ref: ref }));
    const directory = directoryOf(view);
    if (directory !== undefined) this.#knowDirectory(directory);
    const plan = this.#planOf(root);
    const { pointer, items } = view.documentedPart;
    const place = itemsPlace({ items: pointer ?? '' });
    for (const [index, item] of items.entries()) {
      const itemPointer = pointer === undefined ? '' : `${place.list}/${index}${place.item}`;
      if (!mayBeResource(plan, item) || isOtherResource(this.#document, view, item)) continue;
      const question = pointer === undefined ? 'objects.envelope' : 'lists.envelope';
      if (this.#openEnvelopes.has(question) && mayBeEnvelope(plan, item)) continue;
      const owner = ownerOf(view, pointer, item);
      if (view.responseSchema === 'Directory' && typeof item['id'] === 'string') this.#knowDirectory(item['id']);
      this.#walk({ view, directory, owner }, plan, item, itemPointer);
    }
  }

  #knowDirectory(id: string): void {
    if (this.#directories.size < limits.directories) this.#directories.add(id);
  }

  #walk(context: ReadContext, plan: CountPlan, value: unknown, pointer: string, depth = 0): void {
    if (plan === emptyPlan || typeof value !== 'object' || value === null || depth > limits.depth) return;
    if (Array.isArray(value)) {
      const items = plan.items ? this.#planOf(plan.items) : emptyPlan;
      if (items === emptyPlan) return;
      for (const [index, item] of value.slice(0, limits.items).entries())
        this.#walk({ ...context, owner: `${context.owner}/${index}` }, items, item, `${pointer}/${index}`, depth + 1);
      return;
    }
    const object = value as JsonObject;
    if (isWrapper(plan, object)) return;
    const owner = hasId(object) ? String(object.id) : context.owner;
    const record = this.#knownOf(plan);
    if (record) addObject(record, object, { ...context, owner }, pointer);
    for (const { name, schema } of plan.properties) {
      const member = Object.hasOwn(object, name) ? object[name] : undefined;
      if (typeof member !== 'object') continue;
      const at = { ...context, owner: `${owner}/${name}` };
      this.#walk(at, this.#planOf(schema), member, pointer + toPointer([name]), depth + 1);
    }
    // If there are several schemas, it would be a guess to which of them an object belongs.
    for (const branches of plan.choices) {
      const [only, ...otherPlans] = branches.map(this.#planOf).filter((plan) => plan !== emptyPlan);
      if (only && otherPlans.length === 0) this.#walk(context, only, object, pointer, depth + 1);
    }
  }

  #knownOf({ schemaCounts, properties, choices }: CountPlan): SchemaRecord | undefined {
    const [{ name = undefined } = {}] = schemaCounts;
    if (name === undefined || (properties.length === 0 && choices.length > 0)) return undefined;
    const record = getOrCreate(this.#schemas, name, () => createSchemaRecord(name));
    const contract = { resolve: this.#resolve };
    for (const { name: field, schema } of properties)
      getOrCreate(record.fields, field, () => createFieldStats(field, schema, allowsType(contract, schema, 'null')));
    return record;
  }
}

/** The origin of an object; `owner` identifies the object if it has no id. */
interface ReadContext {
  view: ResponseView;
  directory: string | undefined;
  owner: string;
}

function addObject(record: SchemaRecord, object: JsonObject, from: ReadContext, pointer: string): void {
  const { view, directory, owner } = from;
  // Resources that the run has written do not show the state of the service's own resources.
  const resource: ResourceRef | undefined = view.isWriting ? undefined : { id: owner, directory };
  record.count += 1;
  record.basis.see(view, pointer, object);
  if (resource) record.breadth.add(resource);
  for (const name in object) {
    let field = record.fields.get(name);
    if (!field) {
      if (record.furtherCount >= limits.further || !isFieldName(name)) continue;
      record.furtherCount += 1;
      field = createFieldStats(Buffer.from(name).toString(), undefined, true);
      record.fields.set(field.name, field);
    }
    const value = object[name];
    const at = pointer + toPointer([name]);
    field.present += 1;
    field.basis.see(view, at, value);
    field.values?.see(value);
    if (value === null && !field.isNullable) field.nulls.see(view, at, null);
    if (resource && value !== null) field.breadth.add(resource);
    if (resource && field.texts && typeof value === 'string') addText(field.texts, view, at, value);
  }
}

function addText(texts: GroundsMap<string>, view: ResponseView, pointer: string, text: string): void {
  const isKnown = texts.has(text);
  if (!isKnown && (texts.size >= limits.texts || text.length > limits.text)) return;
  texts.of(isKnown ? text : Buffer.from(text).toString()).see(view, pointer, text);
}

function hasId(object: JsonObject): object is JsonObject & { id: string | number } {
  return typeof object['id'] === 'string' || typeof object['id'] === 'number';
}

/** Whether an object can be a resource. If the contract lists fields, the object must have at least one of them. */
function mayBeResource({ properties }: CountPlan, object: JsonObject): boolean {
  return properties.length === 0 || properties.some(({ name }) => Object.hasOwn(object, name));
}

/** Whether an object only wraps the resource, as a resource object of JSON:API does: its members are not fields. */
function isWrapper({ properties }: CountPlan, object: JsonObject): boolean {
  const resourcePointer = findResourcePlace(object, new Set(properties.map(({ name }) => name)));
  return properties.length > 0 && resourcePointer !== undefined && resourcePointer !== '';
}

/**
 * Whether an object may be the resource or an envelope around it: no field but `id` and `type` is listed, and all other
 * members are objects, as in a resource object of JSON:API.
 */
function mayBeEnvelope({ properties }: CountPlan, object: JsonObject): boolean {
  const ownNames = ownNamesOf(Object.keys(object));
  const hasListedFields = ownNamesOf(properties.map(({ name }) => name)).length > 0;
  return !hasListedFields && ownNames.length > 0 && ownNames.every((name) => isObject(object[name]));
}

/** Identifies an object without an id by its path; in a list, also by its content, since its position may change. */
function ownerOf({ path }: ResponseView, pointer: string | undefined, item: JsonObject): string {
  if (pointer === undefined || hasId(item)) return path;
  return `${path} ${digestOf(JSON.stringify(item))}`;
}

function directoryOf({ operation, path }: ResponseView): string | undefined {
  const template = operation.path.split('/').filter(Boolean);
  const index = template.findIndex((segment) => /^\{directory_?id\}$/i.test(segment));
  if (index < 0) return undefined;
  const segments = path.split('/').filter(Boolean);
  // A recorded path may have a prefix.
  return segments[segments.length - template.length + index];
}

function createSchemaRecord(name: string): SchemaRecord {
  return { name, count: 0, basis: new ClaimGrounds(), breadth: new Breadth(), fields: new Map(), furtherCount: 0 };
}

function createFieldStats(name: string, schema: Schema | undefined, isNullable: boolean): FieldStats {
  const questions = questionsOf(schema);
  const isOpen = !schema || questions.some((question) => typeQuestions.includes(question));
  return {
    name,
    schema,
    isNullable,
    present: 0,
    basis: new ClaimGrounds(),
    nulls: new ClaimGrounds(),
    values: isOpen ? new ValueStats() : undefined,
    texts: questions.length > 0 ? new GroundsMap() : undefined,
    breadth: new Breadth(),
  };
}
