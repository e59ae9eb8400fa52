/**
 * The address of every place that a page of the docs links to, relative to `generated/docs/`. An anchor is made from a
 * name of the document and can be an `id` of HTML and a fragment of a URL as it stands, whatever the name holds.
 */

/** What the address of an operation in the reference is made of. */
interface Addressed {
  readonly operationId: string;
  readonly tags: readonly string[];
}

/** An operation in the page that Redoc shows: Redoc 3 makes its links of the first tag and the id, in lower case. */
export function referenceAddress(operation: Addressed): string {
  const [tag = ''] = operation.tags;
  return `reference.html#/${[tag, operation.operationId].map((part) => encoded(part.toLowerCase())).join('/')}`;
}

/** An operation in the page that needs no script. */
export function plainAddress(operationId: string): string {
  return `plain.html#${operationAnchor(operationId)}`;
}

/** A group of operations in the page that needs no script. */
export function plainGroupAddress(tag: string): string {
  return `plain.html#${groupAnchor(tag)}`;
}

/** A schema in the page that needs no script. */
export function plainSchemaAddress(schemaName: string): string {
  return `plain.html#${schemaAnchor(schemaName)}`;
}

/** A field in the page that needs no script; a field inside of another takes the names of both, in order. */
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

/** `updatePartnerEntry`. Operations begin with a small letter and schemas with a capital one, so the two never meet. */
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
  // A point inside of a name must not look like the one between two names.
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

/** No two names have the same: a space is a plus sign, every other unusual code unit a tilde with four digits. */
function anchor(name: string): string {
  return name.replace(/[^\w.-]/g, (unit) =>
    unit === ' ' ? '+' : `~${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A step of a path; half of a pair of surrogates has no form there. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
}
