import type { Method, OpenApiDocument } from '../contract/document.js';
import { exampleBodies } from '../contract/example-walk.js';
import { isObject, type Node } from '../contract/json.js';
import type { PlacedOperation } from '../contract/operations.js';
import { formerNames, formOf, parametersIn } from '../contract/path-template.js';
import { dereference } from '../contract/references.js';

/** An operation that has moved. */
interface Moved {
  /** Where it was. */
  placed: PlacedOperation;
  to: { method: Method; path: string };
}

/** Changes the links in all examples that lead to operations which have moved: `href`, `entriesListUrl`. */
export function followLinks(document: OpenApiDocument, moves: readonly Moved[]): void {
  const links = moves.filter(({ to }) => to.method === 'get').map((move) => linkOf(document, move));
  const followed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(followed);
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, followed(below)]));
    if (typeof value !== 'string' || !value.startsWith('/')) return value;
    for (const link of links) {
      const now = link(value);
      if (now !== undefined) return now;
    }
    return value;
  };
  for (const example of links.length > 0 ? exampleBodies(document).keys() : []) example.value = followed(example.value);
}

/** Returns a function from an address of the old path to one of the new path; undefined for another address. */
function linkOf(document: OpenApiDocument, { placed, to }: Moved): (address: string) => string | undefined {
  const names = parametersIn(placed.path);
  const form = formOf(placed.path);
  const former = formerNames(document, placed.path, { ...placed, path: to.path });
  const examples = new Map(
    (placed.operation.parameters ?? []).map((node) => {
      const { name, example } = dereference<Node>(document, node);
      return [String(name), String(example)];
    }),
  );
  return (address) => {
    const found = form.exec(address)?.slice(1);
    if (!found) return undefined;
    return to.path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
      const index = names.indexOf(former.get(name) ?? '');
      return found[index] ?? encodeURIComponent(examples.get(name) ?? '');
    });
  };
}
