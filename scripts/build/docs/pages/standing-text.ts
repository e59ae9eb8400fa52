import type { Facet, OpenApiDocument, OpenApiOperation } from '../../../contract/document.js';
import { eachOperation } from '../../../contract/operations.js';
import { type Standing, standingOf } from '../../../contract/standing.js';
import { unknownAddress } from '../links/addresses.js';
import { joinParts, linkTo, type TextLine } from '../text/blocks.js';

/** The sources from which facets are inferred if the interface description does not state them. */
const inferenceSources = {
  reference: 'the public reference of the service',
  convention: 'the form of the stated operations',
  group: 'the name of its group',
} as const;

/** A line that lists the stated, answered and inferred facets of an operation, and its name in the source. */
export function standingLine(operation: OpenApiOperation): TextLine {
  const { section, stated, answered: questionsByFacet = {}, corrected, inferred } = operation['x-provenance'];
  const sourceName = operation['x-source-name'];
  const reasons = (Object.keys(inferenceSources) as (keyof typeof inferenceSources)[]).flatMap((basis): TextLine[] => {
    const facets = (Object.keys(inferred) as Facet[]).filter((facet) => inferred[facet] === basis);
    return facets.length === 0 ? [] : [[`Inferred from ${inferenceSources[basis]}: ${facets.join(', ')}.`]];
  });
  const nameText = sourceName === undefined ? '' : ` as "${sourceName}"`;
  return joinParts(
    [
      [{ standing: standingOf(operation) }],
      [
        stated.length === 0
          ? `§${section} mentions only the group of this operation.`
          : `Stated in §${section}${nameText}: ${stated.join(', ')}.`,
      ],
      ...answersLine(questionsByFacet),
      ...reasons,
      ...(corrected === undefined ? [] : [[`Corrected by ${corrected}.`]]),
    ],
    ' ',
  );
}

function answersLine(questionsByFacet: Partial<Record<Facet, string>>): TextLine[] {
  const facets = Object.entries(questionsByFacet).map(([facet, question]) => `${facet} (${question})`);
  return facets.length === 0 ? [] : [[`Answered: ${facets.join(', ')}.`]];
}

/** A line with the prefix and links to the questions; empty if there are no questions. */
export function questionLinks(prefix: string, ids: readonly string[] = []): TextLine {
  if (ids.length === 0) return [];
  return [prefix, ...joinParts(ids.map((id) => linkTo(unknownAddress(id), id)))];
}

/** The number of operations of each standing, in total or in one group. */
export function countsOf(document: OpenApiDocument, tag?: string): StandingCounts {
  const counts = { stated: 0, answered: 0, named: 0, inferred: 0 };
  for (const { operation } of eachOperation(document)) {
    if (tag === undefined || operation.tags[0] === tag) counts[standingOf(operation)] += 1;
  }
  return counts;
}

export type StandingCounts = Readonly<Record<Standing, number>>;

const standings: readonly Standing[] = ['stated', 'answered', 'named', 'inferred'];

/** The standings to display, the most certain first. `answered` is left out if no operation has this standing. */
export function standingsToShow(counts: StandingCounts): readonly Standing[] {
  return standings.filter((standing) => standing !== 'answered' || counts.answered > 0);
}

export const standingMeanings: Readonly<Record<Standing, string>> = {
  stated: 'The interface description gives the name, the method, the path and the responses.',
  answered: 'People who know the service have answered the questions that the interface description leaves open.',
  named: 'The interface description gives the name. The rest is inferred.',
  inferred:
    'Inferred from similar operations, a public reference or a group name. The operation itself is not documented.',
};

export function sumCounts(counts: StandingCounts): number {
  return standings.reduce((total, standing) => total + counts[standing], 0);
}
