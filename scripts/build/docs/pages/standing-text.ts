import type { Facet, OpenApiOperation } from '../../../contract/document.js';
import { standingOf } from '../../../contract/standing.js';
import { unknownAddress } from '../links/addresses.js';
import { joined, type Line } from '../text/blocks.js';

/** The sources from which facets are inferred that the interface description does not state. */
const bases = {
  reference: 'the public reference of the service',
  convention: 'the form of the stated operations',
  group: 'the name of its group',
} as const;

/** The standing of an operation, its stated and answered facets, its name in the source, its inferred ones and why. */
export function standingLine(operation: OpenApiOperation): Line {
  const { section, stated, answered = {}, corrected, inferred } = operation['x-provenance'];
  const sourceName = operation['x-source-name'];
  const reasons = (Object.keys(bases) as (keyof typeof bases)[]).flatMap((basis): Line[] => {
    const facets = (Object.keys(inferred) as Facet[]).filter((facet) => inferred[facet] === basis);
    return facets.length === 0 ? [] : [[`Inferred from ${bases[basis]}: ${facets.join(', ')}.`]];
  });
  return joined(
    [
      [{ standing: standingOf(operation) }],
      [stated.length === 0 ? `§${section} names only its group.` : `Stated in §${section}: ${stated.join(', ')}.`],
      ...(sourceName === undefined ? [] : [[`In the source: "${sourceName}".`]]),
      ...answersLine(answered),
      ...reasons,
      ...(corrected === undefined ? [] : [[`Corrected by ${corrected}.`]]),
    ],
    ' ',
  );
}

/** The answered facets, each with its question. */
function answersLine(answered: Partial<Record<Facet, string>>): Line[] {
  const facets = Object.entries(answered).map(([facet, question]) => `${facet} (${question})`);
  return facets.length === 0 ? [] : [[`Answered: ${facets.join(', ')}.`]];
}

/** Links to questions after a few words; empty if there are none. */
export function openQuestions(before: string, ids: readonly string[] = []): Line {
  if (ids.length === 0) return [];
  return [
    before,
    ...joined(
      ids.map((id) => [{ to: unknownAddress(id), text: [id] }]),
      ', ',
    ),
  ];
}
