import { isObject, type JsonObject } from '../json.js';
import { escapeToken, pointerOf, valueAt } from '../pointer.js';
import { dataOf } from '../walk.js';

/** The base of all relative ids and references: a placeholder address for the document itself. */
const documentAddress = 'https://document.invalid/';

/**
 * Replaces, in place, each reference that uses the id or anchor of a schema with one that begins with `#/`, and removes
 * the ids and anchors (JSON Schema 2020-12, Core §8.2). A `$dynamicRef` becomes a `$ref` to the anchor in its own
 * schema. A reference that leads nowhere stays as it is.
 */
export function resolveIds(document: JsonObject): void {
  const data = new Set<unknown>(dataOf(document).map(({ value }) => value));
  /** JSON pointers by absolute address. An ambiguous address, which several schemas share, has no pointer. */
  const pointers = new Map<string, string | undefined>();
  const references: { node: JsonObject; text: string; base: string }[] = [];
  const declareAddress = (address: string, pointer: string): void =>
    void pointers.set(address, pointers.has(address) ? undefined : pointer);
  const visit = (node: unknown, pointer: string, base: string): void => {
    if (typeof node !== 'object' || node === null || data.has(node)) return;
    let innerBase = base;
    if (isObject(node)) {
      const { $id, $anchor, $dynamicAnchor, $dynamicRef, $ref = $dynamicRef } = node;
      if (typeof $id === 'string') innerBase = addressOf($id, base) ?? base;
      if (innerBase !== base) declareAddress(innerBase, pointer);
      for (const anchor of new Set([$anchor, $dynamicAnchor]))
        if (typeof anchor === 'string') declareAddress(`${innerBase}#${anchor}`, pointer);
      if (typeof $ref === 'string') references.push({ node: node as JsonObject, text: $ref, base: innerBase });
      for (const [keyword, value] of Object.entries({ $id, $anchor, $dynamicAnchor, $dynamicRef }))
        if (typeof value === 'string') delete (node as JsonObject)[keyword];
    }
    for (const [name, child] of Object.entries(node)) visit(child, `${pointer}/${escapeToken(name)}`, innerBase);
  };
  visit(document, '', documentAddress);
  for (const { node, text, base } of references) {
    node['$ref'] = text;
    // Many authors write the pointer from the root of the document, even inside a schema with an id.
    if (text.startsWith('#/') && valueAt(document, pointerOf(text)) !== undefined) continue;
    const address = addressOf(text, base) ?? text;
    const [resource = '', fragment = ''] = address.split('#');
    const isPointer = fragment.startsWith('/');
    const pointer = pointers.get(isPointer ? resource : address);
    if (pointer !== undefined) node['$ref'] = `#${pointer}${isPointer ? pointerOf(`#${fragment}`) : ''}`;
  }
}

/** The absolute address of a reference, without an empty fragment; undefined if the reference is not an address. */
function addressOf(reference: string, base: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).href.replace(/#$/, '') : undefined;
}
