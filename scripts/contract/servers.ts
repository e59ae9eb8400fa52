import { isObject, type Node } from './json.js';
import { eachOperation } from './operations.js';

/** The paths that the servers of a document have before those of its operations. */
export interface ServerPaths {
  /** By the pointer of the operation: without a slash at the end, empty for none. */
  byOperation: ReadonlyMap<string, string>;
  /** The different paths of the servers of one operation, of which the first counts; one if all have the same. */
  choices: readonly string[];
}

/**
 * Reads `servers`: those of an operation replace those of its path item, which replace those of the document.
 *
 * @param address where the document is from: a relative server is relative to it
 */
export function serverPaths(document: { readonly paths?: object }, address = 'http://localhost'): ServerPaths {
  const byOperation = new Map<string, string>();
  let choices: readonly string[] = [];
  const { servers, paths = {} } = document as { servers?: unknown; paths?: Node };
  for (const { path, pointer, node } of eachOperation(document)) {
    const item = paths[path];
    const ownServers = [node['servers'], isObject(item) ? item['servers'] : undefined, servers].find(
      (list) => Array.isArray(list) && list.length > 0,
    );
    const ownPaths = [
      ...new Set(
        (Array.isArray(ownServers) ? (ownServers as unknown[]) : []).map((server) => serverPath(server, address)),
      ),
    ];
    if (ownPaths.length > choices.length) choices = ownPaths;
    byOperation.set(pointer, ownPaths[0] ?? '');
  }
  return { byOperation, choices };
}

/** The path of a server, with the defaults of its variables; empty if its address is none. */
function serverPath(server: unknown, address: string): string {
  if (!isObject(server) || typeof server['url'] !== 'string') return '';
  const { variables } = server;
  const url = server['url'].replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const variable = isObject(variables) ? variables[name] : undefined;
    const values = isObject(variable) ? [variable['default'], variable['enum']].flat() : [];
    return String(values.find((value) => typeof value === 'string' || typeof value === 'number') ?? '');
  });
  // The scheme and the host may be variables without values.
  const path = url.trim().replace(/^[^/?#]*\/\/[^/?#]*\/?/, '/');
  return URL.canParse(path, address) ? new URL(path, address).pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '') : '';
}
