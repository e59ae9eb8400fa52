/**
 * Addresses of all link targets in the docs, relative to `generated/docs/`. Anchors are derived from names in the
 * document. Any name results in an anchor that is valid as an HTML `id`, a URL fragment and a file name.
 */

interface TaggedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
}

/**
 * The address of an operation on Redoc's page. Redoc 3 builds its links from the first tag and the id, in lower case.
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

/** The address of a field on the page of its schema. For a nested field, `fieldNames` begins with its parents. */
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
 * The heading id for a link to an operation, schema, field or group; undefined for any other link. A page that has this
 * heading itself links there, not to another page.
 */
export function samePageAnchorOf(address: string): string | undefined {
  const [path = '', fragment] = address.split('#', 2);
  if (path === '') return fragment;
  return /^(?:operations|schemas)[./]/.test(path) ? (fragment ?? path.replace(/^.*\/|\.html$/g, '')) : undefined;
}

/** The anchor of an operation. It begins with a lower-case letter, a schema's with a capital, so they differ. */
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

/** @param name the place and the name of the parameter, such as `path.entry_id` */
export function parameterAnchor(name: string): string {
  return `parameter-${toAnchor(name)}`;
}

/** @param status a status, or `default` */
export function responseAnchor(status: string): string {
  return `response-${toAnchor(status)}`;
}

export function exampleAnchor(exampleName: string): string {
  return `example-${toAnchor(exampleName)}`;
}

export function unknownAnchor(id: string): string {
  return toAnchor(id);
}

/** A different anchor for each name: `+` stands for a space, `~` and four digits for any other unusual character. */
function toAnchor(name: string): string {
  return name.replace(/[^\w.-]/g, (unit) =>
    unit === ' ' ? '+' : `~${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A path segment. A lone surrogate, which cannot be encoded, becomes the replacement character U+FFFD. */
function encodeSegment(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
}
