/**
 * The address of every place that a page of the docs links to, relative to `generated/docs/`. An anchor is made from a
 * name in the document; whatever the name contains, the anchor is valid as an HTML `id`, as a URL fragment and as the
 * name of a file.
 */

/** The fields of an operation that determine its address on the page of Redoc. */
interface TaggedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
}

/** An operation on Redoc's page: Redoc 3 makes its links from the first tag and the id, in lower case. */
export function referenceAddress(operation: TaggedOperation): string {
  const [tag = ''] = operation.tags;
  return `reference.html#/${[tag, operation.operationId].map((part) => encodeSegment(part.toLowerCase())).join('/')}`;
}

/** The page of an operation. */
export function operationAddress(operationId: string): string {
  return `operations/${operationAnchor(operationId)}.html`;
}

/** A group of operations in the list of all. */
export function groupAddress(tag: string): string {
  return `operations.html#${groupAnchor(tag)}`;
}

/** The page of a schema. */
export function schemaAddress(schemaName: string): string {
  return `schemas/${schemaAnchor(schemaName)}.html`;
}

/** A field on the page of its schema; a nested field takes the names of all its parents, in order. */
export function fieldAddress(schemaName: string, ...fieldNames: readonly string[]): string {
  return `${schemaAddress(schemaName)}#${fieldAnchor(schemaName, ...fieldNames)}`;
}

/** An open question in the register. */
export function unknownAddress(id: string): string {
  return `unknowns.html#${unknownAnchor(id)}`;
}

/** The page of the same content as Markdown. */
export function markdownPath(path: string): string {
  return path.replace(/\.html$/, '.md');
}

/** `../` for a page in a folder, empty for one at the top: the way from a page to `generated/docs/`. */
export function rootOf(path: string): string {
  return '../'.repeat(path.split('/').length - 1);
}

/**
 * The id of the heading that a page has if it shows an operation, a schema, a field or a group itself: then a link
 * leads there. So a page that has everything links within itself. Undefined for links to anything else.
 */
export function ownAnchorOf(address: string): string | undefined {
  const [path = '', fragment] = address.split('#', 2);
  if (path === '') return fragment;
  return /^(?:operations|schemas)[./]/.test(path) ? (fragment ?? path.replace(/^.*\/|\.html$/g, '')) : undefined;
}

/** `updatePartnerEntry`. Operations start with a lower-case letter and schemas with a capital: they never collide. */
export function operationAnchor(operationId: string): string {
  return toAnchor(operationId);
}

/** `group-partner-entries`. */
export function groupAnchor(tag: string): string {
  return `group-${toAnchor(tag)}`;
}

/** `PartnerEntry`. */
export function schemaAnchor(schemaName: string): string {
  return toAnchor(schemaName);
}

/** `PartnerEntry.text_color`, `PartnerEntry.the+service`, `PartnerEntry.metadata.external_id`. */
export function fieldAnchor(schemaName: string, ...fieldNames: readonly string[]): string {
  // A dot inside a name must not look like the dot between two names.
  return [schemaAnchor(schemaName), ...fieldNames.map((name) => toAnchor(name).replaceAll('.', '~002e'))].join('.');
}

/** `example-PartnerEntryHidden`. */
export function exampleAnchor(exampleName: string): string {
  return `example-${toAnchor(exampleName)}`;
}

/** `auth.scheme-prefix`. */
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
