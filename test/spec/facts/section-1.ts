import { expect } from 'vitest';
import { eachOperation } from '../../../scripts/contract/operations.js';
import { valueAt } from '../../../scripts/contract/pointer.js';
import { standingOf } from '../../../scripts/contract/standing.js';
import { words } from '../../words.js';
import { yamlBeside } from '../../yaml-beside.js';
import { bundle, schema } from '../bundle.js';
import { sourceNames } from '../source-names.js';
import { at, factsOf, idsWhere, inFull, moved, notShown, operationOf, type Row, schemas, statedOf } from './fact.js';
import { namedGroup, namedOperation } from './named-operations.js';

const sections = words`1 2 2.1 2.2 2.3 3 4 4.1 4.2 4.3 5 6 7 8 9`;

const introduction: Row[] = [
  [
    'two operations are given in full',
    (document) =>
      expect(idsWhere(document, ({ operation }) => standingOf(operation) === 'stated').sort()).toEqual(inFull),
    [at('updateFilter', '/x-provenance/stated'), ['name', 'method', 'path']],
    [at('getFilter', '/x-provenance/stated'), ['name', 'method', 'path', 'responses']],
  ],
  [
    'all other operations are given by name only',
    (document) => {
      const more = idsWhere(document, (each) => statedOf(each).some((facet) => !/^(?:name|method)$/.test(facet)));
      expect(more.sort()).toEqual(inFull);
    },
    [at('getFilter', '/x-provenance/stated'), ['name', 'method', 'path']],
    [at('listBadges', '/x-provenance/stated'), ['request']],
  ],
  [
    'one document states everything: no other is cited',
    (document) => {
      const citedValues = [
        ...[...eachOperation(document)].map(({ operation }) => operation['x-provenance'].section),
        ...Object.keys(document.components['schemas'] ?? {}).map((n) => schema(n, document)['x-provenance']?.section),
      ];
      for (const section of new Set(citedValues)) if (section !== undefined) expect(sections).toContain(section);
    },
    [at('getReview', '/x-provenance/section'), '10'],
    [`${schemas}/TierSummary/x-provenance/section`, 'A'],
  ],
];

const tags = (bundle.tags ?? []).map(({ name }) => name);

const service: Row[] = [
  [
    'the interface is private',
    (document) => {
      for (const path of Object.keys(document.paths)) expect(path).toMatch(/^\/api\/directory\/private\//);
    },
    moved('getTier', { path: '/api/directory/public/v1alpha/tiers/{tier_id}/' }),
  ],
  [
    'a directory holds entries of two kinds',
    (document) => {
      const kinds = [{ $ref: `#${schemas}/PartnerEntry` }, { $ref: `#${schemas}/AppEntry` }];
      expect(document.components['schemas']?.['Entry']).toMatchObject({ anyOf: kinds });
    },
    [`${schemas}/Entry/anyOf/1`],
  ],
  ...words`
    filters filter-options filter-option-mappings tiers badges callouts certifications verifications forms settings
    contact-requests matchmaking reviews
  `.map(
    (tag): Row => [
      `a directory is organised with ${tag.replaceAll('-', ' ')}`,
      (document) => {
        expect((document.tags ?? []).map(({ name }) => name)).toContain(tag);
        expect(idsWhere(document, ({ operation }) => operation.tags[0] === tag)).not.toEqual([]);
      },
      [`/tags/${tags.indexOf(tag)}`],
    ],
  ),
];

/** The places of the parts of an entry in the document: pointers, or operations. */
const carried = yamlBeside<Readonly<Record<string, readonly string[]>>>(import.meta.url, 'carried.yaml');

const carriedRows = Object.entries(carried).map(([what, places]): Row => {
  const pointers = places.map((place) => (place.startsWith('/') ? place : at(place)));
  return [
    `an entry carries ${what}`,
    (document) => {
      for (const pointer of pointers) expect(valueAt(document, pointer), pointer).toBeDefined();
    },
    ...pointers.map((pointer) => [pointer] as const),
  ];
});

const groups: Row[] = [
  ...Object.entries(sourceNames.groups).map(([name, ids]) => namedGroup(name, ids)),
  namedGroup('filters', words`listFilters getFilter createFilter deleteFilter`, 'name', 'method'),
  ...words`
    Badges Callouts Certifications IndustryCertifications SegmentCertifications Clients Keywords Locations Media
    Resources InternalResources SpecialOffers Testimonials InternalTestimonials UseCases InternalUseCases Verifications
  `.map((part) => namedGroup(`${part} of a partner entry`, [`listPartnerEntry${part}`])),
];

const namedHere = sourceNames.operations['1'] ?? {};
const namedRows = Object.entries(namedHere).map(([name, id]) => namedOperation(name, id));

const directories = words`listDirectories getDirectory createDirectory updateDirectory`;

const otherRows: Row[] = [
  namedGroup('directories: list, get, create, update', directories, 'name', 'method'),
  namedGroup('all entries across a directory', ['listEntries'], 'name', 'method'),
  [
    'partner entries have the operations of section 4 as well',
    (document) => {
      const ids = words`getPartnerEntry createPartnerEntry updatePartnerEntry deletePartnerEntry`;
      for (const id of ids) expect(operationOf(document, id).operation['x-provenance'].section, id).toMatch(/^4\./);
    },
    [at('deletePartnerEntry')],
    [at('updatePartnerEntry', '/x-provenance/section'), '1'],
  ],
  [
    'nothing else is named',
    (document) => {
      const stated = [...eachOperation(document)].filter((operation) => statedOf(operation).includes('name'));
      const ids = stated.filter(({ operation }) => operation['x-provenance'].section === '1').map(({ id }) => id);
      expect(ids.sort()).toEqual(Object.values(namedHere).sort());
    },
    [at('listTiers', '/x-provenance/stated'), ['name']],
  ],
  notShown('1', 'purpose of an operation beyond its name', 'operation.purpose', '/info'),
];

/** The introduction and §1: the service, and everything that these sections name. */
export const names = [
  ...factsOf('introduction', introduction),
  ...factsOf('1', [...service, ...carriedRows, ...groups, ...namedRows, ...otherRows]),
];
