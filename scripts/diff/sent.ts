import { isObject, type Node } from '../contract/json.js';
import { eachOperation } from '../contract/operations.js';
import { parsePointer, toPointer, valueAt } from '../contract/pointer.js';
import { reachedFrom, targetOf } from '../contract/references.js';
import type { Place } from './place.js';

/** Whether callers send the values of a place in a schema: in a parameter or in a request body. */
export function sentIn(document: Node): (place: Place) => boolean {
  let sent: ReadonlySet<string> | undefined;
  return ({ area, owner, facet }) => {
    if (area !== 'schema') return facet !== 'responses';
    sent ??= sentReferences(document);
    return sent.has(owner);
  };
}

/** The pointers of all references that the parameters and request bodies of operations lead to. */
function sentReferences(document: Node): Set<string> {
  const sent = [...eachOperation(document)].flatMap(({ node }) => [node['parameters'], node['requestBody']]);
  return new Set([...reachedFrom(document, ...sent)].flatMap((node) => targetOf(node) ?? []));
}

/** Whether only the server sets a field, given the pointer of a keyword of its schema. */
export function isReadOnly(document: Node, keyword: string): boolean {
  const schema = valueAt(document, above(keyword));
  return isObject(schema) && schema['readOnly'] === true;
}

/**
 * Whether callers must send a value: a required field, parameter or body.
 *
 * @param keyword the pointer of a keyword of its schema
 */
export function isRequired(document: Node, { field }: Place, keyword: string): boolean {
  const steps = parsePointer(above(keyword));
  const up = field !== '' ? 2 : steps.at(-3) === 'content' ? 3 : 1;
  const holder = valueAt(document, toPointer(steps.slice(0, -up)));
  const required = isObject(holder) ? holder['required'] : undefined;
  return field === ''
    ? required === true
    : steps.at(-2) === 'properties' && Array.isArray(required) && required.includes(steps.at(-1) ?? '');
}

function above(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}
