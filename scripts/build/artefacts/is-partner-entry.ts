import type { OpenApiDocument } from '../../contract/document.js';
import { eachOperation } from '../../contract/operations.js';
import { BuildError } from '../../text/problem.js';
import type { GeneratedModule } from './generated-module.js';
import { quote } from './literal.js';

/**
 * The module `generated/is-partner-entry.ts`: `isPartnerEntry`, made from the path of the update of a partner entry.
 * Of everything that a partner entry shows, only `href` says of which kind it is: a field of the same name could occur
 * in an app entry as well, whose fields are not documented.
 *
 * @throws BuildError if the document lacks the update, or the field `href` of the entry
 */
export function entryGuardModule(document: OpenApiDocument): GeneratedModule {
  const update = [...eachOperation(document)].find(({ operation }) => operation.operationId === 'updatePartnerEntry');
  const { PartnerEntry: entry } = (document.components['schemas'] ?? {}) as Record<string, { properties?: object }>;
  if (!update || !Object.hasOwn(entry?.properties ?? {}, 'href'))
    throw new BuildError(
      'Expected the operation updatePartnerEntry and the field href of PartnerEntry, which tell partner entries from ' +
        'others, but one or both are missing. Add them.',
    );
  // The path may stand below another, but not in a query, and its slashes at both ends may be left out.
  const path = update.path
    .replace(/^\/|\/$/g, '')
    .split(/\{[^{}]+\}/)
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('[^/?#]+');
  // As a text, which repeats parts of the table: a page loads fewer bytes than with a literal.
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
