import { byRequest, byResponses, observation, type Rule, type Rules, violation, type Weight } from './rule.js';

const byPlace: Weight = {
  violation: 'where the contract states the schema of the field, or the responses of the operation',
  drift: 'where it infers both',
};

function query(title: string, why: string, advice: string): Rule {
  return { title, why, source: 'Contract, query parameters of the operation', weight: byRequest, advice };
}

const missed = 'Callers that go through all pages miss some things, and see others twice.';

/** What reads show, one after another and side by side. */
export const readRules = {
  'identity.other': {
    title: 'A response shows the thing that was asked for.',
    why: 'The caller shows or changes the data of somebody else.',
    source: 'RFC 9110 §9.3.1, §15.3.1',
    weight: byResponses,
    advice: 'Look for a cache whose key leaves out the id, or for a query that ignores it.',
  },
  'head.differs': {
    title: 'HEAD returns the status of GET, and the length that GET would send.',
    why: 'Caches and download tools use HEAD to learn about a response before they fetch it.',
    source: 'RFC 9110 §9.3.2, §8.6',
    weight: violation,
    advice: 'Serve HEAD by the code that serves GET, without the body. Leave Content-Length out if it is not known.',
  },
  'path.other-spelling': {
    title: 'A path has one spelling.',
    why: 'With two spellings for one thing, caches and access rules may treat them differently.',
    source: 'RFC 3986 §6.2.2.1',
    weight: observation,
    advice: 'Nothing is wrong. If access rules compare paths, make sure that they do so as the router does.',
  },
  'order.unstable': {
    title: 'Two reads in a row show the same items in the same order.',
    why: 'A page flickers, diffs are full of noise, and a position means nothing.',
    source: 'Interface description §2.1, rule 2; Contract, responses of the operation',
    weight: byPlace,
    advice: 'Sort by a field that is unique at the end, such as the id. Databases give no order of their own.',
  },
  'href.dead': {
    title: 'A path in a response leads to something.',
    why: 'Callers that follow the link of a thing end at a 404.',
    source: 'Interface description §2',
    weight: { ...byPlace, observation: 'where it may be a page of another host, which the contract does not know' },
    advice: 'Make links by the router that serves them, relative to the base URL, with each id in its place.',
  },
  'href.other': {
    title: 'The path of a thing leads to that thing.',
    why: 'Callers that follow the link show or change another thing.',
    source: 'Interface description §2',
    weight: byPlace,
    advice: 'Make the link from the id of the thing that shows it.',
  },
  'list.duplicate': {
    title: 'A list shows each thing once.',
    why: 'Callers count and show a thing twice, or fail where ids must be unique.',
    source: 'Contract, responses of the operation',
    weight: byResponses,
    advice: 'Look for a join that gives a row for each related record.',
  },
  'list.differs': {
    title: 'A list and the thing read alone show the same values.',
    why: 'Two parts of one screen disagree, and nobody knows which is right.',
    source: 'Contract, responses of the operation',
    weight: byResponses,
    advice: 'Use one serialiser for both. Look for a cache or an index that is behind.',
  },
  'list.misses': {
    title: 'A list without pages shows everything that is there.',
    why: 'Callers take what the list leaves out for deleted.',
    source: 'Contract, responses of the operation',
    weight: byResponses,
    advice: 'Look for a hidden limit, or a filter that is always on. If the list has pages, describe their parameters.',
  },
  'list.of-others': {
    title: 'A list below a parent shows only things of that parent.',
    why: 'Whoever may see one parent sees the things of others.',
    source: 'Contract, path of the operation',
    weight: byResponses,
    advice: 'Filter the list by every parent in the path.',
  },
  'list.stale': {
    title: 'A list shows what an update has changed.',
    why: 'Users change a thing, return to the list, and see the old value.',
    source: 'Contract, responses of the operation',
    weight: byResponses,
    advice: 'Invalidate the cache of the list with each write. If reads lag by design, say how long with --settle.',
  },
  'page.limit': query(
    'A list has as many things as were asked for, as far as there are so many.',
    'Callers take a short page for the last one, and a long one for a mistake of their own.',
    'Apply the limit after filters, in the query itself, and look for an off-by-one.',
  ),
  'page.offset': query(
    'A list begins after as many things as were asked to be left out.',
    missed,
    'Count things, not pages, and sort by something unique so that positions are stable.',
  ),
  'page.page': query(
    'Two pages in a row are one page of twice the size.',
    missed,
    'Compute the beginning as (page − first page) × size, and sort by something unique.',
  ),
  'page.total': query(
    'A total is the number of things that the filters leave in.',
    'Callers compute the number of pages from it, and ask for too few or too many.',
    'Count with the same filters as the list, without its limit.',
  ),
  'sort.order': query(
    'A list comes in the order that was asked for, across its pages.',
    'Callers show the first page as the top, and it is not.',
    'Sort in the query before the limit is applied, by the field and the direction of the request.',
  ),
  'filter.ignored': query(
    'A filtered list shows only things that match.',
    'Callers act on things that they did not ask for.',
    'Apply each filter that the contract lists, all of them together. Refuse values that cannot be read.',
  ),
  'filter.misses': query(
    'A filtered list shows every thing that matches.',
    'Callers take what is left out for not there.',
    'Filter before the limit is applied, not within one page.',
  ),
} as const satisfies Rules;
