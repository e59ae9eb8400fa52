import type { Facet, OpenApiOperation } from '../../contract/document.js';
import { standingOf } from '../../contract/standing.js';

/** Open questions that only ask about guessed facets. Texts omit them, since the standing names the facets. */
const facetQuestions = [
  'groups.operations',
  'operations.paths',
  'operations.parameters',
  'operations.payloads',
  'operations.success-status',
  'operations.media-types',
];

const allFacets: readonly Facet[] = ['name', 'method', 'path', 'request', 'responses'];

/**
 * The standing of an operation as text. A sentence names the known and the guessed facets: `Named: only name and method
 * are documented (§4.3); path, parameters and responses are guessed.` Further lines give the open questions that this
 * sentence does not cover, and the operation's name in the source.
 */
export function operationStanding(operation: Partial<OpenApiOperation>): string {
  const name = operation['x-source-name'];
  const sourceNameText = name === undefined ? '' : `In the source: "${name}".`;
  return [standingSentence(operation), questionsText(operation, facetQuestions), sourceNameText]
    .filter(Boolean)
    .join('\n');
}

function standingSentence(operation: Partial<OpenApiOperation>): string {
  const standing = standingOf(operation);
  const word = standing.charAt(0).toUpperCase() + standing.slice(1);
  if (!operation['x-provenance']) return `${word}.`;
  const { section, stated, answered = {}, inferred } = operation['x-provenance'];
  const unstatedFacets = allFacets.filter((facet) => !stated.includes(facet));
  if (unstatedFacets.length === 0) return `${word} in full (§${section}).`;
  const answeredFacets = unstatedFacets.filter((facet) => Object.hasOwn(answered, facet));
  const [referenceFacets, guessedFacets] = [true, false].map((isReference) =>
    unstatedFacets.filter(
      (facet) => !answeredFacets.includes(facet) && (inferred?.[facet] === 'reference') === isReference,
    ),
  );
  const statedText = stated.length === 0 ? 'the group is' : facetsText(operation, stated);
  return `${word}: ${[
    `${standing === 'stated' ? '' : 'only '}${statedText} documented (§${section})`,
    ...(answeredFacets.length > 0
      ? [`${facetsText(operation, answeredFacets)} answered (${[...new Set(Object.values(answered))].join(', ')})`]
      : []),
    ...(referenceFacets?.length ? [`${facetsText(operation, referenceFacets)} from the public reference`] : []),
    ...(guessedFacets?.length ? [`${facetsText(operation, guessedFacets)} guessed`] : []),
  ].join('; ')}.`;
}

/** The subject and the verb of a sentence about facets, such as `the name is` or `name and method are`. */
function facetsText({ requestBody }: Partial<OpenApiOperation>, facets: readonly Facet[]): string {
  const words = facets.flatMap((facet) => {
    if (facet !== 'request') return [facet];
    // The path contains the parameters, so they are known or guessed together with the path.
    return [...(facets.includes('path') || !requestBody ? ['parameters'] : []), ...(requestBody ? ['body'] : [])];
  });
  const [last = ''] = words.splice(-1);
  if (words.length > 0) return `${words.join(', ')} and ${last} are`;
  return last.endsWith('s') ? `the ${last} are` : `the ${last} is`;
}

/** The standing of a schema or a property. For a property, empty unless the property has its own standing. */
export function schemaStanding(schema: object, isSchema: boolean): string {
  const provenance = (schema as { 'x-provenance'?: { section?: string; stated?: boolean; answered?: string } })[
    'x-provenance'
  ];
  const isInterpreted = 'x-interpreted' in schema;
  const interpretation = isInterpreted ? 'Our reading of the name; the source does not explain it.' : '';
  const standing = provenance?.stated
    ? `stated (§${provenance.section})`
    : provenance?.answered !== undefined
      ? `answered (${provenance.answered})`
      : 'inferred';
  const line = provenance || isSchema ? `Standing: ${standing}${exceptionText(schema)}.` : '';
  return [interpretation, line, questionsText(schema)].filter(Boolean).join('\n');
}

/** The open questions of a part, as a sentence; empty if it has none. */
export function questionsText(node: object, excludedIds: readonly string[] = []): string {
  const ids = ((node as { 'x-unknown'?: string[] })['x-unknown'] ?? []).filter((id) => !excludedIds.includes(id));
  return ids.length > 0 ? `Open questions: ${ids.join(', ')}.` : '';
}

/** The words after the standing of a schema or field whose description only interprets its name. */
export function exceptionText(schema: object): string {
  return 'x-interpreted' in schema ? ' except its meaning' : '';
}
