import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { yamlBeside } from '../yaml-beside.js';
import type { Json } from './fields.js';
import type { World } from './serve.js';

/** An answer as it would be in a file. */
export interface Claim {
  value: unknown;
  except?: Readonly<Record<string, unknown>>;
}

type Truth = (value: never, world: World) => boolean;

type Truths = Readonly<Record<string, Truth>>;

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

/** Types whose resources are inside another resource: in its fields with these names. */
const innerRows = yamlBeside<Record<string, [owner: string, ...fields: string[]]>>(import.meta.url, 'inside.yaml');

function shownOf(type: string, { views }: World): unknown[] {
  const [owner = '', ...fields] = innerRows[type] ?? [];
  const nestedValues = (views.get(owner) ?? []).flatMap((value) => fields.flatMap((field) => value[field]));
  return [...(views.get(type) ?? []), ...nestedValues];
}

interface Fields {
  properties?: Json;
  required?: string[];
  nullable?: string[];
}

/** Whether all resources of a type that the world has shown so far have fields as a claim says. */
function areShownWith(type: string, { properties = {}, required = [], nullable = [] }: Fields, world: World): boolean {
  const knownFields = Object.entries(properties).map(([name, schema]) => [
    name,
    nullable.includes(name) ? { anyOf: [schema, { type: 'null' }] } : schema,
  ]);
  const isValid = ajv.compile({ type: 'object', properties: Object.fromEntries(knownFields), required });
  const resources = shownOf(type, world);
  const isShown = (name: string): boolean => resources.some((resource) => Object.hasOwn(resource as object, name));
  return resources.length > 0 && resources.every((each) => isValid(each)) && Object.keys(properties).every(isShown);
}

/** The statuses with which the service refuses requests. */
const refusals: readonly unknown[] = [400, 401, 404, 405, 409, 415, 429, 503];

const codesOf = (value: unknown): unknown[] => [value].flat();

/**
 * Facts about all worlds, by question, unless `ofStyle` or `by-hand.yaml` says something else. Questions that are not
 * listed have no true answer that reads or writes could show.
 */
const usual: Truths = {
  'auth.scheme-prefix': (prefix: string) => prefix === '',
  'auth.refusal-status': (status: unknown) => status === 401,
  'lists.envelope': (envelope: unknown) => envelope === 'bare',
  'errors.body': (schema: Json, { refusal }) => ajv.validate(schema, refusal),
  'errors.other-statuses': (statuses: Record<string, unknown[]>) =>
    Object.values(statuses).every((otherStatus) => codesOf(otherStatus).every((status) => refusals.includes(status))),
  'media.type-values': (values: string[]) => values.every((value) => ['P', 'V'].includes(value)),
  'filter.option-shape': (fields: Fields, world) => areShownWith('FilterOption', fields, world),
  'resources.fields': (types: Record<string, Fields>, world) =>
    Object.entries(types).every(([type, fields]) => areShownWith(type, fields, world)),
  'partner-entry.required': (names: string[], world) =>
    names.every((name) => {
      const [type = '', field = ''] = name.includes('.') ? name.split('.') : ['PartnerEntry', name];
      return areShownWith(type, { required: [field] }, world);
    }),
  'updates.null': (names: string[]) => names.every((name) => name === 'customSlug'),
  'filter.required': (names: string[], world) =>
    names.every((name) => areShownWith('Filter', { required: [name] }, world)),
};

/** Facts about a style, which add to the usual facts or replace them. */
const ofStyle: Readonly<Record<string, Truths>> = {
  'alternating-statuses': {
    'operations.success-status': (statuses: Json) =>
      Object.entries(statuses).every(([operationId, value]) => {
        const expected = operationId.startsWith('create')
          ? [200, 201]
          : operationId.startsWith('delete')
            ? [204]
            : [200];
        return String(codesOf(value).sort()) === String(expected);
      }),
  },
  // The body after a deletion is an object without fields.
  google: {
    'operations.payloads': (bodies: Record<string, Json>) =>
      Object.entries(bodies).every(
        ([id, { response }]) => /^(delete|reset)/.test(id) && ajv.validate(response as Json, {}),
      ),
  },
  // No form of envelope is true for both directories.
  'two-tenants': { 'lists.envelope': () => false },
};

/** Whether an answer is true of a world at any time. */
export function isAlwaysTrue(style: string, question: string, { value, except = {} }: Claim, world: World): boolean {
  const truth = { ...usual, ...ofStyle[style] }[question];
  return truth !== undefined && [value, ...Object.values(except)].every((each) => truth(each as never, world));
}
