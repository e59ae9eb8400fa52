import { isObject, type Node } from './json.js';
import { eachOperation } from './operations.js';

/** The paths of a document's servers, which come before the paths of its operations. */
export interface ServerPaths {
  /**
   * The server path of each operation, by the operation's JSON pointer: without a slash at the end, empty if the server
   * has no path.
   */
  pathByOperation: ReadonlyMap<string, string>;
  /** The server paths of the operation with most server paths. Only the first one is used. */
  choices: readonly string[];
}

/**
 * Reads `servers` of an operation, else of its path item, else of the document. Relative URLs are resolved against
 * `address`.
 */
export function findServerPaths(document: { readonly paths?: object }, address = 'http://localhost'): ServerPaths {
  const pathByOperation = new Map<string, string>();
  let choices: readonly string[] = [];
  const { servers, paths = {} } = document as { servers?: unknown; paths?: Node };
  for (const { path, pointer, node } of eachOperation(document)) {
    const item = paths[path];
    const operationServers = [node['servers'], isObject(item) ? item['servers'] : undefined, servers].find(
      (list) => Array.isArray(list) && list.length > 0,
    );
    const allPaths = ((operationServers ?? []) as unknown[]).map((server) => pathOfServer(server, address));
    const operationPaths = [...new Set(allPaths)];
    if (operationPaths.length > choices.length) choices = operationPaths;
    pathByOperation.set(pointer, operationPaths[0] ?? '');
  }
  return { pathByOperation, choices };
}

/** The path in a server's URL, with the default values of its variables; empty if the URL is not valid. */
function pathOfServer(server: unknown, address: string): string {
  if (!isObject(server) || typeof server['url'] !== 'string') return '';
  const { variables } = server;
  const url = server['url'].replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const variable = isObject(variables) ? variables[name] : undefined;
    const values = isObject(variable) ? [variable['default'], variable['enum']].flat() : [];
    return String(values.find((value) => typeof value === 'string' || typeof value === 'number') ?? '');
  });
  // Remove the scheme and the host, which may contain variables without values.
  const path = url.trim().replace(/^[^/?#]*\/\/[^/?#]*\/?/, '/');
  return URL.canParse(path, address) ? new URL(path, address).pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '') : '';
}
