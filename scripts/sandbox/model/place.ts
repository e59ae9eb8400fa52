import type { OpenApiDocument } from '../../contract/document.js';
import type { Node } from '../../contract/json.js';
import { type PlacedOperation, parametersOf } from '../../contract/operations.js';
import { formerNames, parametersIn } from '../../contract/path-template.js';

/** Where an operation is, and what it is about. */
export interface Place {
  /** The path template, such as `/directories/{directory_id}/`. */
  path: string;
  /** The collection that it reads or changes. */
  collection: string;
  /** The parameter whose value is the id of the resource that the path names, if it names one. */
  itemParameter: string | undefined;
  /** Each parameter in order, with the collection of the resource that it names. */
  parameters: PathParameter[];
  /** The parameter that names the resource, or else the one that the operation is below. */
  subject: PathParameter | undefined;
}

export interface PathParameter {
  name: string;
  collection: string;
}

/**
 * The place of an operation that may have moved. Parameters keep their former names in it, under which records name
 * their parents. One that names no resource of the sandbox has only one value that the sandbox knows, its example: then
 * that stands in the path.
 */
export function placeAfterMove(
  document: OpenApiDocument,
  placed: PlacedOperation,
  former: Place,
  known: readonly Place[],
): Place {
  const { path, collection, itemParameter, parameters, subject } = former;
  if (placed.path === path) return { path, collection, itemParameter, parameters, subject };
  const all = [...parameters, ...known.flatMap((other) => other.parameters)];
  const find = (name: string): PathParameter | undefined => all.find((each) => each.name === name);
  const names = formerNames(document, path, placed);
  const moved = placed.path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const old = names.get(name) ?? name;
    return find(old) ? `{${old}}` : encodeURIComponent(exampleOf(document, placed, name));
  });
  const left = parametersIn(moved).flatMap((name) => find(name) ?? []);
  const named = left.find(({ name }) => name === subject?.name);
  return {
    path: moved,
    collection,
    itemParameter: named && itemParameter,
    parameters: left,
    subject: named ?? left.at(-1),
  };
}

function exampleOf(document: OpenApiDocument, placed: PlacedOperation, name: string): string {
  const found = parametersOf(document, placed).find(({ parameter }) => parameter['name'] === name);
  return String((found?.parameter as Node | undefined)?.['example'] ?? name);
}
