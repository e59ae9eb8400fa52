import type { OpenApiDocument } from '../contract/document.js';
import { eachOperation, type PlacedOperation } from '../contract/operations.js';

/** A GET request whose response shows the effect of a write. */
export interface NextRead {
  readonly operation: PlacedOperation;
  /** The path of the request, without the server's address. */
  readonly path: string;
}

/**
 * Finds the GET that best shows a write: that of the created resource, else of the written path or a parent path.
 *
 * @param path the path of the write, without its query
 * @param newId the id of the created resource, from the response to a POST
 */
export function findNextRead(
  document: OpenApiDocument,
  write: PlacedOperation,
  path: string,
  newId: string | undefined,
): NextRead | undefined {
  const reads = [...eachOperation(document)].filter(({ method }) => method === 'get');
  const [template, pathSegments] = [segmentsOf(write.path), segmentsOf(path)];
  if (write.method === 'post' && newId !== undefined) {
    const operation = reads.find((read) => {
      const [last = '', ...others] = segmentsOf(read.path).reverse();
      return last.startsWith('{') && pathOf(others.reverse()) === pathOf(template);
    });
    if (operation) return { operation, path: pathOf([...pathSegments, encodeURIComponent(newId)]) };
  }
  for (let length = template.length; length > 0; length -= 1) {
    const readPath = pathOf(template.slice(0, length));
    const operation = reads.find((read) => read.path === readPath);
    if (operation) return { operation, path: pathOf(pathSegments.slice(0, length)) };
  }
  return undefined;
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** Joins segments into a path with a slash at its end, like all paths of the interface. */
function pathOf(segments: readonly string[]): string {
  return `/${segments.join('/')}/`;
}
