/**
 * The address of every place that a page of the docs links to, relative to `generated/docs/`. An anchor is made from a
 * name in the document; whatever the name contains, the anchor is valid as an HTML `id` and as a URL fragment.
 */

/** The fields of an operation that determine its address in the reference. */
interface Addressed {
  readonly operationId: string;
  readonly tags: readonly string[];
}

/** An operation on Redoc's page: Redoc 3 makes its links from the first tag and the id, in lower case. */
export function referenceAddress(operation: Addressed): string {
  const [tag = ''] = operation.tags;
  return `reference.html#/${[tag, operation.operationId].map((part) => encoded(part.toLowerCase())).join('/')}`;
}

/** An operation on the page without scripts. */
export function plainAddress(operationId: string): string {
  return `plain.html#${operationAnchor(operationId)}`;
}

/** A group of operations on the page without scripts. */
export function plainGroupAddress(tag: string): string {
  return `plain.html#${groupAnchor(tag)}`;
}

/** A schema on the page without scripts. */
export function plainSchemaAddress(schemaName: string): string {
  return `plain.html#${schemaAnchor(schemaName)}`;
}

/** A field on the page without scripts; a nested field takes the names of all its parents, in order. */
export function plainFieldAddress(schemaName: string, ...fieldNames: readonly string[]): string {
  return `plain.html#${fieldAnchor(schemaName, ...fieldNames)}`;
}

/** The Markdown page of an operation. */
export function operationPage(operationId: string): string {
  return `operations/${encoded(operationId)}.md`;
}

/** An open question in the register. */
export function unknownAddress(id: string): string {
  return `unknowns.html#${unknownAnchor(id)}`;
}

/** `updatePartnerEntry`. Operations start with a lower-case letter and schemas with a capital: they never collide. */
export function operationAnchor(operationId: string): string {
  return anchor(operationId);
}

/** `group-partner-entries`. */
export function groupAnchor(tag: string): string {
  return `group-${anchor(tag)}`;
}

/** `PartnerEntry`. */
export function schemaAnchor(schemaName: string): string {
  return anchor(schemaName);
}

/** `PartnerEntry.text_color`, `PartnerEntry.the+service`, `PartnerEntry.metadata.external_id`. */
export function fieldAnchor(schemaName: string, ...fieldNames: readonly string[]): string {
  // A dot inside a name must not look like the dot between two names.
  return [schemaAnchor(schemaName), ...fieldNames.map((name) => anchor(name).replaceAll('.', '~002e'))].join('.');
}

/** `example-PartnerEntryHidden`. */
export function exampleAnchor(exampleName: string): string {
  return `example-${anchor(exampleName)}`;
}

/** `auth.scheme-prefix`. */
export function unknownAnchor(id: string): string {
  return anchor(id);
}

/** Unique per name: a space becomes a plus sign, every other unusual code unit a tilde with four digits. */
function anchor(name: string): string {
  return name.replace(/[^\w.-]/g, (unit) =>
    unit === ' ' ? '+' : `~${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A segment of a path; a lone surrogate cannot be encoded, and is replaced. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
}
