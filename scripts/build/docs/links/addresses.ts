/**
 * The address of every place that a page of the docs links to, relative to `generated/docs/`. An anchor is made from a
 * name in the document; whatever that contains, the anchor is valid as an HTML `id`, a URL fragment and a file name.
 */

interface TaggedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
}

/**
 * The address of an operation on Redoc's page. Redoc 3 makes its links from the first tag and the id, in lower case.
 */
export function referenceAddress(operation: TaggedOperation): string {
  const [tag = ''] = operation.tags;
  return `reference.html#/${[tag, operation.operationId].map((part) => encodeSegment(part.toLowerCase())).join('/')}`;
}

export function operationAddress(operationId: string): string {
  return `operations/${operationAnchor(operationId)}.html`;
}

export function groupAddress(tag: string): string {
  return `operations.html#${groupAnchor(tag)}`;
}

export function schemaAddress(schemaName: string): string {
  return `schemas/${schemaAnchor(schemaName)}.html`;
}

/** The address of a field on the page of its schema; a nested field takes the names of all its parents, in order. */
export function fieldAddress(schemaName: string, ...fieldNames: readonly string[]): string {
  return `${schemaAddress(schemaName)}#${fieldAnchor(schemaName, ...fieldNames)}`;
}

export function unknownAddress(id: string): string {
  return `unknowns.html#${unknownAnchor(id)}`;
}

export function markdownPath(path: string): string {
  return path.replace(/\.html$/, '.md');
}

/** The relative path from a page to `generated/docs/`: `../` for a page in a folder, empty for a page at the top. */
export function rootOf(path: string): string {
  return '../'.repeat(path.split('/').length - 1);
}

/**
 * The id of the heading that a link leads to, on a page that itself shows the linked operation, schema, field or group.
 * Links on that page lead to the heading, and to no other page. Undefined for links to anything else.
 */
export function samePageAnchorOf(address: string): string | undefined {
  const [path = '', fragment] = address.split('#', 2);
  if (path === '') return fragment;
  return /^(?:operations|schemas)[./]/.test(path) ? (fragment ?? path.replace(/^.*\/|\.html$/g, '')) : undefined;
}

/**
 * The anchor of an operation. Operations start with a lower-case letter and schemas with a capital, so they never
 * collide.
 */
export function operationAnchor(operationId: string): string {
  return toAnchor(operationId);
}

export function groupAnchor(tag: string): string {
  return `group-${toAnchor(tag)}`;
}

export function schemaAnchor(schemaName: string): string {
  return toAnchor(schemaName);
}

/**
 * The anchor of a field, such as `PartnerEntry.text_color`, `PartnerEntry.the+service`,
 * `PartnerEntry.metadata.external_id`.
 */
export function fieldAnchor(schemaName: string, ...fieldNames: readonly string[]): string {
  // A dot inside a name must not look like the dot between two names.
  return [schemaAnchor(schemaName), ...fieldNames.map((name) => toAnchor(name).replaceAll('.', '~002e'))].join('.');
}

export function exampleAnchor(exampleName: string): string {
  return `example-${toAnchor(exampleName)}`;
}

export function unknownAnchor(id: string): string {
  return toAnchor(id);
}

/** Unique per name: a space becomes a plus sign, every other unusual code unit a tilde with four digits. */
function toAnchor(name: string): string {
  return name.replace(/[^\w.-]/g, (unit) =>
    unit === ' ' ? '+' : `~${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A segment of a path; a lone surrogate cannot be encoded, and is replaced. */
function encodeSegment(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
}
