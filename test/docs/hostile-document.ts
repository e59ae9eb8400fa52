import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { yamlBeside } from '../yaml-beside.js';

const template = yamlBeside<OpenApiDocument>(import.meta.url, 'hostile-document.yaml');

/** A small document with this text at every place where a document can have free text. */
export function documentWith(text: string): OpenApiDocument {
  // A URI fragment is percent-decoded before it is parsed as a pointer (RFC 6901 §6).
  const pointer = text.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25');
  const fill = (node: unknown, ownText = text): unknown => {
    if (typeof node === 'string') return node.replaceAll('TEXT', () => ownText);
    if (Array.isArray(node)) return node.map((value) => fill(value));
    if (typeof node !== 'object' || node === null) return node;
    const entries = Object.entries(node);
    return Object.fromEntries(entries.map(([key, value]) => [fill(key), fill(value, key === '$ref' ? pointer : text)]));
  };
  return fill(template) as OpenApiDocument;
}
