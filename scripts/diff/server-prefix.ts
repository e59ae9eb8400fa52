import { isObject, type Node } from '../contract/json.js';
import { parsePointer, toPointer } from '../contract/pointer.js';
import type { ComparedDocument } from './compared-document.js';

/**
 * Moves a prefix of all paths of a document to its servers, if the servers of the other document end with this prefix.
 * The addresses of the operations stay the same.
 */
export function alignServerPrefix(document: ComparedDocument, other: ComparedDocument): ComparedDocument {
  const [urls, otherUrls] = [urlsIn(document.document), urlsIn(other.document)];
  const paths = Object.entries(pathsIn(document.document));
  const prefix =
    urls[0] === undefined ? undefined : otherUrls.find((url) => url.startsWith(`${urls[0]}/`))?.slice(urls[0].length);
  const isMoved =
    prefix !== undefined &&
    urls.length === otherUrls.length &&
    urls.every((url) => otherUrls.includes(url + prefix)) &&
    paths.every(([path, item]) => path.startsWith(`${prefix}/`) && !hasServers(item)) &&
    !Object.keys(pathsIn(other.document)).every((path) => path.startsWith(`${prefix}/`));
  if (!isMoved) return document;
  const servers = document.document['servers'] as readonly Node[];
  return {
    ...document,
    document: {
      ...document.document,
      servers: servers.map((server) => ({ ...server, url: withoutEnd(String(server['url'])) + prefix })),
      paths: Object.fromEntries(paths.map(([path, item]) => [path.slice(prefix.length), item])),
    },
    originalPointer(pointer) {
      const [section = '', path, ...rest] = parsePointer(pointer);
      if (section !== 'paths' || path === undefined) return document.originalPointer(pointer);
      return document.originalPointer(toPointer([section, prefix + path, ...rest]));
    },
  };
}

/** The addresses of the servers of a document, without the slash at their end. */
function urlsIn({ servers }: Node): string[] {
  return (Array.isArray(servers) ? servers : []).filter(isObject).map(({ url }) => withoutEnd(String(url)));
}

function withoutEnd(url: string): string {
  return url.replace(/\/$/, '');
}

function pathsIn({ paths }: Node): Node {
  return isObject(paths) ? paths : {};
}

/** Whether a path item or one of its operations has servers of its own. */
function hasServers(item: unknown): boolean {
  return isObject(item) && [item, ...Object.values(item)].some((node) => isObject(node) && 'servers' in node);
}
