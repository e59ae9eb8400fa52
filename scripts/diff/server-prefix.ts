import { isObject, type Node, objectOf, objectsOf } from '../contract/json.js';
import { withoutSlash } from '../contract/path-template.js';
import { parsePointer, toPointer } from '../contract/pointer.js';
import type { ComparedDocument } from './compared-document.js';

/**
 * Moves a prefix of all paths of a document to its servers, if the servers of the other document end with this prefix.
 * The addresses of the operations stay the same.
 */
export function alignServerPrefix(source: ComparedDocument, other: ComparedDocument): ComparedDocument {
  const { document, originalPointer } = source;
  const [servers, otherUrls] = [serversIn(document), serversIn(other.document).map(({ url }) => url)];
  const paths = Object.entries(objectOf(document['paths']));
  const [first] = servers;
  const prefix = first && otherUrls.find((url) => url.startsWith(`${first.url}/`))?.slice(first.url.length);
  if (prefix === undefined || servers.length !== otherUrls.length) return source;
  const hasPrefix = (path: string): boolean => path.startsWith(`${prefix}/`);
  const isMoved =
    servers.every(({ url }) => otherUrls.includes(url + prefix)) &&
    paths.every(([path, item]) => hasPrefix(path) && !hasServers(item)) &&
    !Object.keys(objectOf(other.document['paths'])).every(hasPrefix);
  if (!isMoved) return source;
  return {
    ...source,
    document: {
      ...document,
      servers: servers.map((server) => ({ ...server, url: server.url + prefix })),
      paths: Object.fromEntries(paths.map(([path, item]) => [path.slice(prefix.length), item])),
    },
    originalPointer(pointer) {
      const [section = '', path, ...rest] = parsePointer(pointer);
      const isPath = section === 'paths' && path !== undefined;
      return originalPointer(isPath ? toPointer([section, prefix + path, ...rest]) : pointer);
    },
  };
}

/** The servers of a document, whose addresses have no slash at their end. */
function serversIn({ servers }: Node): { url: string }[] {
  const list = objectsOf(servers);
  return list.map((server) => ({ ...server, url: withoutSlash(String(server['url'])) }));
}

/** Whether a path item or one of its operations has servers of its own. */
function hasServers(item: unknown): boolean {
  return isObject(item) && [item, ...Object.values(item)].some((node) => isObject(node) && 'servers' in node);
}
