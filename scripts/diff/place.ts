import type { Facet } from '../contract/document.js';
import { type Node, objectOf } from '../contract/json.js';
import { eachOperation, parametersOf, textsIn } from '../contract/operations.js';
import { toPointer, valueAt } from '../contract/pointer.js';
import { reachableNodes, targetOf } from '../contract/references.js';
import { getOrCreate } from '../text/group-by.js';
import type { ChangeArea } from './change.js';
import type { States } from './fact.js';
import type { StatedNode } from './operations.js';
import { code } from './sentence.js';

/** Whether callers send the value at a place, and whether they receive it. */
export interface Direction {
  readonly isSent: boolean;
  readonly isReceived: boolean;
}

/** A place in a walk over two documents, with the facts that the rating of a difference needs. */
export interface DiffPlace extends Direction {
  readonly area: ChangeArea;
  /** Whether the interface description states a facet of the area. A schema has one answer for all facets. */
  readonly states: States;
  readonly facet: Facet;
  /** The part of the area, in words: ``the response `200` ``; empty for the area itself. */
  readonly part: string;
  /** The path within the schema: `tier.id`, `resources[].url`; empty for the schema itself. */
  readonly field: string;
  /** Whether callers may leave the value out. */
  readonly isOptional: boolean;
  /** Set for the schema of a parameter, whose values are text in requests. */
  readonly isText?: boolean;
  /** Set inside of a callback or webhook: there, the service sends the requests. */
  readonly isReversed?: boolean;
  /** The JSON pointer of the component around the place, if there is one. */
  readonly component?: string;
  /** Set for a component that no operation uses, so that only its name in code matters. */
  readonly isUnused?: boolean;
}

/** The document itself. Its places, such as its tags, count as stated. */
export const documentPlace: DiffPlace = {
  area: { kind: 'document', name: '' },
  states: () => true,
  facet: 'request',
  part: '',
  field: '',
  isSent: false,
  isReceived: false,
  isOptional: true,
};

/** Places of components. A shared part is stated if one use of it is; an unused schema counts as sent and received. */
export function componentPlaces(document: Node, stated: StatedNode): (section: string, name: string) => DiffPlace {
  const operations = [...eachOperation(document)];
  const nodes = operations.map(({ node }) => node);
  const targetsOf = (nodes: readonly unknown[]): Set<string> =>
    new Set([...reachableNodes(document, ...nodes)].flatMap((node) => targetOf(node) ?? []));
  // In webhooks and callbacks the service sends requests, so their parts count as sent and as received.
  const senders = [document['webhooks'], ...nodes.map(({ callbacks }) => callbacks)];
  const parameters = operations.flatMap((each) => parametersOf(document, each).map(({ rawNode }) => rawNode));
  const sentTargets = targetsOf([...parameters, ...nodes.map(({ requestBody }) => requestBody), ...senders]);
  const receivedTargets = targetsOf([...nodes.map(({ responses }) => responses), ...senders]);
  const statedTargets = new Map<Facet, Set<string>>();
  return (section, name) => {
    const pointer = toPointer(['components', section, name]);
    const value = valueAt(document, pointer);
    if (section === 'schemas') {
      const [isSent, isReceived] = [sentTargets.has(pointer), receivedTargets.has(pointer)];
      const direction = isSent || isReceived ? { isSent, isReceived } : { isSent: true, isReceived: true };
      return { ...documentPlace, area: { kind: 'schema', name }, states: () => stated(value), ...direction };
    }
    const isOfCall = ['parameters', 'requestBodies', 'responses', 'headers'].includes(section);
    const states = (facet: Facet = 'request'): boolean =>
      getOrCreate(statedTargets, facet, () => targetsOf(nodes.filter((node) => stated(node, facet)))).has(pointer);
    const place = { ...documentPlace, area: { kind: 'document', name }, ...(isOfCall && { states }) } as const;
    return enter(place, { kind: 'components', field: section, name, value });
  };
}

/** A step of a walk: into an object, or into an entry of a map or list, which has a name. */
interface Step {
  /** The kind of the surrounding object, as in `fieldsByKind`. */
  readonly kind: string;
  readonly field: string;
  readonly name?: string;
  readonly value: unknown;
}

/** The place after a step. @param around the object with the field, in the old document */
export function enter(place: DiffPlace, { kind, field, name = '', value }: Step, around: Node = {}): DiffPlace {
  const { part, field: path, isReversed = false } = place;
  const node = objectOf(value);
  const sent = { facet: 'request', isSent: !isReversed, isReceived: isReversed } as const;
  const received = { facet: 'responses', isSent: isReversed, isReceived: !isReversed } as const;
  const isOptional = node['required'] !== true;
  switch (kind === 'schema' ? `schema.${field}` : field) {
    case 'parameters': {
      const facet = node['in'] === 'path' ? 'path' : 'request';
      return { ...place, ...sent, facet, part: `parameter ${code(node['name'] ?? name)}`, isOptional };
    }
    case 'requestBody':
    case 'requestBodies':
      return { ...place, ...sent, part: 'the request', isOptional };
    case 'responses':
      return { ...place, ...received, part: `the response ${code(name)}` };
    case 'headers':
      return { ...place, ...received, part: `header ${code(name)}${part === '' ? '' : ` of ${part}`}` };
    case 'callbacks':
    case 'webhooks':
      return { ...place, isReversed: true };
    case 'schema':
      return kind === 'parameter' ? { ...place, isText: true } : place;
    case 'schema.properties': {
      const isOptional = !textsIn(around['required']).includes(name);
      return { ...place, isText: false, field: path === '' ? name : `${path}.${name}`, isOptional };
    }
    case 'schema.patternProperties':
      return { ...place, field: `${path}{${name}}`, isOptional: true };
    case 'schema.items':
      return { ...place, field: `${path}[]`, isOptional: true };
    case 'schema.additionalProperties':
      return { ...place, field: `${path}{}`, isOptional: true };
    default:
      return place;
  }
}

/** The subject of a sentence, such as `tier.id` in the response `200`; `it` for the area named in the heading. */
export function placeName({ field, part }: DiffPlace): string {
  if (field === '') return part === '' ? 'it' : part;
  return part === '' ? code(field) : `${code(field)} in ${part}`;
}

/** ` of …` after the name of a part; empty for a part of the area itself. */
export function ofPlace(place: DiffPlace): string {
  return place.field === '' && place.part === '' ? '' : ` of ${placeName(place)}`;
}
