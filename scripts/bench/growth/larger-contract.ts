import type { OpenApiDocument } from '../../contract/document.js';

/**
 * A contract with so many times the operations, each below a path of its own and with schemas of its own, as that of a
 * service that has so many times the resources.
 */
export function largerContract(document: OpenApiDocument, times: number): OpenApiDocument {
  const paths: Record<string, unknown> = {};
  const schemas: Record<string, unknown> = {};
  for (let copy = 0; copy < times; copy++) {
    const renamed = copyOf({ paths: document.paths, schemas: document.components['schemas'] }, copy);
    for (const [path, item] of Object.entries(renamed.paths))
      paths[copy === 0 ? path : path.replace('/v1alpha/', `/v1alpha/copy${copy}/`)] = item;
    for (const [name, schema] of Object.entries(renamed.schemas ?? {})) schemas[`${name}${suffix(copy)}`] = schema;
  }
  const components = { ...document.components, schemas };
  return { ...document, paths, components } as OpenApiDocument;
}

const suffix = (copy: number): string => (copy === 0 ? '' : `Copy${copy}`);

function copyOf<Part>(part: Part, copy: number): Part {
  if (copy === 0) return part;
  const text = JSON.stringify(part)
    .replaceAll(/("\$ref":"#\/components\/schemas\/\w+)"/g, `$1${suffix(copy)}"`)
    .replaceAll(/("operationId":"\w+)"/g, `$1${suffix(copy)}"`);
  return JSON.parse(text) as Part;
}
