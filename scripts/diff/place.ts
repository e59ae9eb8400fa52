import type { Facet } from '../contract/document.js';
import { isObject, type Node } from '../contract/json.js';
import { eachOperation, parametersOf, textsIn } from '../contract/operations.js';
import { toPointer, valueAt } from '../contract/pointer.js';
import { reachableNodes, targetOf } from '../contract/references.js';
import type { ChangeArea } from './change.js';
import type { States } from './fact.js';
import type { StatedNode } from './operations.js';
import { code } from './sentence.js';

/** A place in a walk over two documents, with the facts that the rating of a difference needs. */
export interface DiffPlace {
  readonly area: ChangeArea;
  /** Whether the interface description states a facet of the area. A schema has one answer for all facets. */
  readonly states: States;
  readonly facet: Facet;
  /** The part of the area, in words: ``the response `200` ``; empty for the area itself. */
  readonly part: string;
  /** The path within the schema: `tier.id`, `resources[].url`; empty for the schema itself. */
  readonly field: string;
  /** Whether callers send the value at this place, and whether they receive it. */
  readonly isSent: boolean;
  readonly isReceived: boolean;
  /** Whether callers may leave the value out. */
  readonly isOptional: boolean;
  /** Set for the schema of a parameter, whose values are text in requests. */
  readonly isText?: boolean;
  /** Set inside of a callback or webhook: there, the service sends the requests. */
  readonly isReversed?: boolean;
  /** Set for a component that no operation uses, so that only its name in code matters. */
  readonly isUnused?: boolean;
}

const start = { facet: 'request', part: '', field: '', isSent: false, isReceived: false, isOptional: true } as const;

/** The document itself. Its places, such as its tags, count as stated. */
export const documentPlace: DiffPlace = { ...start, area: { kind: 'document', name: '' }, states: () => true };

/** @param name the name of the operation in the new document */
export function operationPlace(name: string, states: DiffPlace['states']): DiffPlace {
  return { ...start, area: { kind: 'operation', name }, states };
}

/** Places of components. A shared part is stated if one use of it is; an unused schema counts as sent and received. */
export function componentPlaces(document: Node, states: StatedNode): (section: string, name: string) => DiffPlace {
  const operations = [...eachOperation(document)];
  const targetsOf = (nodes: unknown[]): Set<string> =>
    new Set([...reachableNodes(document, ...nodes)].flatMap((node) => targetOf(node) ?? []));
  // In webhooks and callbacks the service sends requests, so their parts count as sent and as received.
  const senders = [document['webhooks'], ...operations.map(({ node }) => node['callbacks'])];
  const bodies = operations.map(({ node }) => node['requestBody']);
  const parameters = operations.flatMap((each) => parametersOf(document, each).map(({ rawNode: node }) => node));
  const sentTargets = targetsOf([...parameters, ...bodies, ...senders]);
  const receivedTargets = targetsOf([...operations.map(({ node }) => node['responses']), ...senders]);
  const knownValues = new Map<Facet, Set<string>>();
  const statedTargets = (facet: Facet): Set<string> => {
    const targets =
      knownValues.get(facet) ?? targetsOf(operations.map(({ node }) => node).filter((node) => states(node, facet)));
    knownValues.set(facet, targets);
    return targets;
  };
  return (section, name) => {
    const pointer = toPointer(['components', section, name]);
    if (section === 'schemas') {
      const isUnused = !sentTargets.has(pointer) && !receivedTargets.has(pointer);
      return {
        ...start,
        area: { kind: 'schema', name },
        states: () => states(valueAt(document, pointer)),
        isSent: isUnused || sentTargets.has(pointer),
        isReceived: isUnused || receivedTargets.has(pointer),
      };
    }
    const isOfCall = ['parameters', 'requestBodies', 'responses', 'headers'].includes(section);
    const place: DiffPlace = {
      ...start,
      area: { kind: 'document', name },
      states: (facet = 'request') => !isOfCall || statedTargets(facet).has(pointer),
    };
    return enterField(place, section, name, valueAt(document, pointer));
  };
}

/** The place of an entry of a map or list, or of a field with an object, given the place of the surrounding object. */
export function enterField(place: DiffPlace, field: string, name: string, value: unknown): DiffPlace {
  const node = isObject(value) ? value : {};
  const isOptional = node['required'] !== true;
  switch (field) {
    case 'parameters': {
      const facet = node['in'] === 'path' ? 'path' : 'request';
      return { ...place, facet, part: `parameter ${code(node['name'] ?? name)}`, ...sent(place), isOptional };
    }
    case 'requestBody':
    case 'requestBodies':
      return { ...place, facet: 'request', part: 'the request', ...sent(place), isOptional };
    case 'responses':
      return { ...place, facet: 'responses', part: `the response ${code(name)}`, ...received(place) };
    case 'headers': {
      const part = `header ${code(name)}${place.part === '' ? '' : ` of ${place.part}`}`;
      return { ...place, facet: 'responses', part, ...received(place) };
    }
    case 'callbacks':
    case 'webhooks':
      return { ...place, isReversed: true };
    default:
      return place;
  }
}

type Direction = Pick<DiffPlace, 'isSent' | 'isReceived'>;

function sent({ isReversed = false }: DiffPlace): Direction {
  return { isSent: !isReversed, isReceived: isReversed };
}

function received({ isReversed = false }: DiffPlace): Direction {
  return { isSent: isReversed, isReceived: !isReversed };
}

export function enterSchema(place: DiffPlace, keyword: string, name: string, around: Node): DiffPlace {
  const { field } = place;
  switch (keyword) {
    case 'properties':
      return {
        ...place,
        isText: false,
        field: field === '' ? name : `${field}.${name}`,
        isOptional: !textsIn(around['required']).includes(name),
      };
    case 'patternProperties':
      return { ...place, field: `${field}{${name}}`, isOptional: true };
    case 'items':
      return { ...place, field: `${field}[]`, isOptional: true };
    case 'additionalProperties':
      return { ...place, field: `${field}{}`, isOptional: true };
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
