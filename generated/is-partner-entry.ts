// Made by "npm run build" from openapi/; do not edit.
import type { PartnerEntry } from './types.js';

const partnerEntryPath = /* @__PURE__ */ new RegExp(
  '^[^?#]*/api/directory/private/v1alpha/directories/[^/?#]+/entries/partners/[^/?#]+/?(?![^?#])',
);

/**
 * Whether a value, such as one of the entries of `listEntries`, is a partner entry: whether its `href` leads to the
 * address that `updatePartnerEntry` has. No other documented field tells the two kinds of entries apart, so an
 * entry without `href` is not recognized.
 */
export function isPartnerEntry(value: unknown): value is PartnerEntry {
  const { href } = Object(value) as { href?: unknown };
  return typeof href === 'string' && partnerEntryPath.test(`/${href}`);
}
