import type { OpenApiDocument } from '../../contract/document.js';
import { eachOperation } from '../../contract/operations.js';
import { BuildError } from '../../text/problem.js';
import type { GeneratedModule } from './generated-module.js';
import { quote } from './literal.js';

/**
 * The module `generated/is-partner-entry.ts`: `isPartnerEntry`, derived from the path of `updatePartnerEntry`. Only the
 * field `href` distinguishes a partner entry from an app entry: app entries are not documented, so they could have any
 * of the other fields.
 *
 * @throws BuildError if the document lacks `updatePartnerEntry`, or the field `href` of `PartnerEntry`
 */
export function entryGuardModule(document: OpenApiDocument): GeneratedModule {
  const updateOperation = [...eachOperation(document)].find(
    ({ operation }) => operation.operationId === 'updatePartnerEntry',
  );
  const { PartnerEntry: entry } = (document.components['schemas'] ?? {}) as Record<string, { properties?: object }>;
  if (!updateOperation || !Object.hasOwn(entry?.properties ?? {}, 'href'))
    throw new BuildError(
      'Expected the operation updatePartnerEntry and the field href of PartnerEntry, but at least one of them is ' +
        'missing. Add it, because partner entries are recognized by both.',
    );
  // In an `href`, a prefix can stand before this path, but no `?` or `#`. Its first and last slash can be missing.
  const path = updateOperation.path
    .replace(/^\/|\/$/g, '')
    .split(/\{[^{}]+\}/)
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('[^/?#]+');
  // A string repeats text of the operation table, so it compresses better than a regular expression literal.
  const body = `const partnerEntryPath = /* @__PURE__ */ new RegExp(
  ${quote(`^[^?#]*/${path}/?(?![^?#])`)},
);

/**
 * Whether a value, such as one of the entries of \`listEntries\`, is a partner entry: whether its \`href\` leads to the
 * address that \`updatePartnerEntry\` has. No other documented field tells the two kinds of entries apart, so an
 * entry without \`href\` is not recognized.
 */
export function isPartnerEntry(value: unknown): value is PartnerEntry {
  const { href } = Object(value) as { href?: unknown };
  return typeof href === 'string' && partnerEntryPath.test(\`/\${href}\`);
}
`;
  return { imports: [{ from: 'types', names: ['type PartnerEntry'] }], body };
}
