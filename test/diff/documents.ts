import type { ContractChange, ContractDiff } from '../../scripts/diff/change.js';
import { type JsonObject, type Names, pathOf, withChanges } from '../places.js';
import { yamlBeside } from '../yaml-beside.js';

/**
 * Values to set, by their places, values to remove, and values to move. A place may begin with `schemes`, or
 * with the name of a schema, of an operation, or of its response (`readThing.answer`).
 */
export interface Edit {
  move?: Readonly<Record<string, string>>;
  remove?: readonly string[];
  [place: string]: unknown;
}

const contract = yamlBeside<JsonObject>(import.meta.url, '../../generated/openapi.yaml');
const things = yamlBeside<JsonObject>(import.meta.url, 'small.yaml');

/** Returns the contract of this package after edits, as JSON, which is valid YAML. */
export const edited = (...edits: Edit[]): string => JSON.stringify(edits.reduce(editDocument, contract));

/** Returns the contract in small.yaml after edits. */
export const small = (...edits: Edit[]): string => JSON.stringify(edits.reduce(editDocument, things));

export function editDocument(document: JsonObject, { move = {}, remove = [], ...set }: Edit): JsonObject {
  const names = namesIn(document);
  let changedDocument = withChanges(document, { set, remove }, names);
  for (const [from, to] of Object.entries(move)) {
    const moved = pathOf(from, names).reduce<unknown>((node, key) => (node as JsonObject)[key], changedDocument);
    changedDocument = withChanges(changedDocument, { set: { [to]: moved }, remove: [from] }, names);
  }
  return changedDocument;
}

function namesIn({ paths, components }: JsonObject): Names {
  const names: Record<string, string[]> = { schemes: ['components', 'securitySchemes'] };
  for (const name of Object.keys((components as Record<'schemas', object>).schemas))
    names[name] = ['components', 'schemas', name];
  for (const [path, item] of Object.entries(paths as Record<string, Record<string, { operationId?: string }>>))
    for (const [method, { operationId }] of Object.entries(item)) {
      if (operationId === undefined) continue;
      names[operationId] = ['paths', path, method];
      names[`${operationId}.answer`] = ['paths', path, method, 'responses', '200', 'content', 'application/json'];
    }
  return names;
}

/** Returns the first change by a rule in an area. */
export function changeOf(
  { changes }: Pick<ContractDiff, 'changes'>,
  area: string,
  rule: string,
): ContractChange | undefined {
  return changes.find((change) => change.area.name === area && change.rule === rule);
}
