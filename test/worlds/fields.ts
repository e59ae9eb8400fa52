/** An object of JSON. */
export type Json = Record<string, unknown>;

import { yamlBeside } from '../yaml-beside.js';

/** A request that the service refuses. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);
const isText = (value: unknown): value is string => typeof value === 'string';

/** For each type of a request field: whether a value has this type, and the default of a new resource. */
const types = {
  string: [isText, ''],
  slug: [(value: unknown) => value === null || isText(value), null],
  boolean: [(value: unknown) => typeof value === 'boolean', false],
  integer: [Number.isInteger, 0],
  url: [(value: unknown) => isText(value) && URL.canParse(value), 'https://directory.example.com/default'],
  email: [(value: unknown) => isText(value) && /^[^@\s]+@[^@\s]+$/.test(value), 'team@directory.example.com'],
  colour: [(value: unknown) => isText(value) && /^([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value), '336699'],
  letter: [(value: unknown) => isText(value) && /^[a-z]$/i.test(value), 'P'],
  file: [(value: unknown) => value === null || (isText(value) && URL.canParse(value)), null],
  id: [isUuid, null],
  ids: [(value: unknown) => Array.isArray(value) && value.every(isUuid), []],
  texts: [(value: unknown) => isJson(value) && Object.values(value).every(isText), {}],
} as const satisfies Record<string, readonly [(value: unknown) => boolean, unknown]>;

/** A type, or a list of items with their own fields. */
type FieldType = keyof typeof types | { readonly itemsOf: string };

/** The fields of requests, by kind. */
const fields = yamlBeside<Record<string, Record<string, FieldType>>>(import.meta.url, 'fields.yaml');

/** Returns the name of a request field in responses: one kind of resource uses snake case, all others camel case. */
function nameInResponse(kind: string, name: string): string {
  return kind === 'PartnerEntry'
    ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    : name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Whether responses show a request field of a partner entry (interface.md §2.1 lists the fields of responses). */
export function isShown(name: string): boolean {
  return !/^(type|keywords|external_id|user_assigned_filter_options|internal_.*|integration_.*)$/.test(name);
}

/** Returns the fields of a partner entry that responses show. */
export function shownFields(entry: Json): Json {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => isShown(name)));
}

/** Whether a field is stored. The service accepts the file of a media item, but no response shows it. */
function isStored(kind: string, name: string): boolean {
  return kind !== 'EntryMedia' || name !== 'file';
}

/** Returns a new resource of a kind, in which each field has its default. */
export function blank(kind: string): Json {
  const values = Object.entries(fields[kind] ?? {}).flatMap(([name, type]) =>
    isStored(kind, name)
      ? [[nameInResponse(kind, name), structuredClone(typeof type === 'object' ? [] : types[type][1])]]
      : [],
  );
  return Object.fromEntries(values);
}

/** Reads the fields of a request under their names in responses. Other fields are ignored. @throws Refusal 400 */
export function readFields(kind: string, body: unknown): Json {
  if (!isJson(body)) throw new Refusal(400, 'The body must be an object.');
  const knownFields = fields[kind] ?? {};
  if (body['id'] !== undefined && !isUuid(body['id'])) throw new Refusal(400, 'id must be an id.');
  const values = Object.entries(body).flatMap(([name, value]) => {
    const type = Object.hasOwn(knownFields, name) ? knownFields[name] : undefined;
    if (type === undefined) return [];
    if (typeof type !== 'object' && types[type][0](value))
      return isStored(kind, name) ? [[nameInResponse(kind, name), value]] : [];
    if (typeof type === 'object' && Array.isArray(value))
      return [[nameInResponse(kind, name), value.map((item) => readFields(type.itemsOf, item))]];
    throw new Refusal(400, `${name} must be ${typeof type === 'object' ? 'a list' : `of the type ${type}`}.`);
  });
  return Object.fromEntries(values);
}

/** Returns the kind of the items in a list of entries, under the name of the list in requests and responses. */
export function kindOfItems(list: string): string | undefined {
  const type = fields['PartnerEntry']?.[list];
  return typeof type === 'object' ? type.itemsOf : undefined;
}
