import { eachOperation, successContent } from '../../contract/operations.js';
import { reachableNodes, referenceOf, schemaNameOf } from '../../contract/references.js';
import type { GeneratedModule } from './generated-module.js';
import { inlineLiteral } from './literal.js';
import type { Bundle } from './operations.js';

/** The module `generated/tanstack-query.ts`: `createDirectoryQueries`, and the groups that it needs. */
export function tanstackQueryModule(bundle: Bundle): GeneratedModule {
  const lines = [...relatedGroups(bundle)].map(
    ([tag, related]) => `  ${inlineLiteral(tag)}: ${inlineLiteral(related)},\n`,
  );
  const body = `/** By tag, the tags whose reads may show what its writes change, in the responses of the contract. */
const relatedGroups: Readonly<Record<string, readonly string[]>> = {
${lines.join('')}};

/**
 * Returns the options of TanStack Query for each operation of a client: \`queryOptions\` of a read, also
 * \`infiniteQueryOptions\` of a list, \`mutationOptions\` and \`invalidate\` of a write. A response that is not a
 * success becomes the \`error\` of the query, a \`DirectoryResponseError\`.
 *
 * @example
 * const queries = createDirectoryQueries(client);
 * const { data } = useQuery(queries.getPartnerEntry.queryOptions({ path }));
 *
 * @param client from \`createDirectoryClient\`, of this package or of generated code
 */
export function createDirectoryQueries<Client extends QueriedClient>(client: Client): DirectoryQueries<Client> {
  return buildQueries(client, relatedGroups);
}
`;
  const types = ['DirectoryPage', 'DirectoryPageParam', 'DirectoryQueries', 'DirectoryQueryKey'];
  return {
    imports: [{ from: 'queries', names: ['buildQueries', 'type DirectoryQueries', 'type QueriedClient'] }],
    reExports: [{ from: 'queries', names: types.map((name) => `type ${name}`) }],
    body,
  };
}

/**
 * Two tags are related if the responses of one contain a resource, and those of the other a schema named after it:
 * `TierSummary` in an entry is named after `Tier`, and `PartnerEntryEdit` after `PartnerEntry`.
 */
function relatedGroups(bundle: Bundle): Map<string, string[]> {
  const resources = new Set<string>();
  /** The names of all schemas in the responses of each tag. */
  const namesByTag = new Map<string, Set<string>>();
  for (const { operation } of eachOperation(bundle)) {
    const tag = operation.tags?.[0] ?? '';
    const names = namesByTag.get(tag) ?? new Set();
    namesByTag.set(tag, names);
    for (const { schema } of Object.values(successContent(bundle, operation))) {
      const { $ref, items } = schema as { $ref?: string; items?: { $ref?: string } };
      const resource = schemaNameOf($ref ?? items?.$ref);
      if (resource) resources.add(resource);
      for (const node of reachableNodes(bundle, schema)) {
        const name = schemaNameOf(referenceOf(node));
        if (name) names.add(name);
      }
    }
  }
  const shows = (text: string, otherTag: string): boolean =>
    [...(namesByTag.get(text) ?? [])].some(
      (resource) =>
        resources.has(resource) &&
        [...(namesByTag.get(otherTag) ?? [])].some((name) => name.startsWith(resource) || name.endsWith(resource)),
    );
  const tags = [...namesByTag.keys()];
  return new Map(
    tags
      .map((tag) => [tag, tags.filter((other) => other !== tag && (shows(tag, other) || shows(other, tag)))] as const)
      .filter(([, related]) => related.length > 0),
  );
}
