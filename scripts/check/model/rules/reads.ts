import {
  byField,
  byMust,
  byPaging,
  byResponses,
  drift,
  observation,
  orObservation,
  type Rule,
  type Rules,
} from './rule.js';

function query(title: string, why: string, advice: string): Rule {
  return { title, why, source: 'Contract, query parameters of the operation', weight: drift, advice };
}

function paging(title: string, why: string, advice: string): Rule {
  return { title, why, source: 'Contract, x-paging or query parameters of the operation', weight: byPaging, advice };
}

const missed = 'Callers that go through all pages miss some resources, and see others twice.';

/** Rules for reads, one after another or at the same time. */
export const readRules = {
  'identity.other': {
    title: 'A response contains the requested resource.',
    why: 'The caller shows or changes the data of another resource.',
    source: 'RFC 9110 §9.3.1, §15.3.1',
    weight: byResponses,
    advice: 'Look for a cache whose key leaves out the id, or for a query that ignores it.',
  },
  'head.differs': {
    title: 'HEAD returns the status and the headers of GET.',
    why: 'Caches and download tools use HEAD to learn about a response before they fetch it.',
    source: 'RFC 9110 §9.1 (MUST), §8.6 (MUST NOT), §9.3.2 (SHOULD)',
    weight: byMust,
    advice: 'Serve HEAD with the code that serves GET, without the body. Leave Content-Length out if it is not known.',
  },
  'path.other-spelling': {
    title: 'A path has one spelling.',
    why: 'If one resource has two spellings, caches and access rules may treat them differently.',
    source: 'RFC 3986 §6.2.2.1',
    weight: observation,
    advice: 'Nothing is wrong. If access rules compare paths, make sure that they compare like the router.',
  },
  'order.unstable': {
    title: 'Two reads in a row return the same items in the same order.',
    why: 'A page flickers, diffs are full of noise, and positions in the list mean nothing.',
    source: 'Interface description §2.1, rule 2; Contract, responses of the operation',
    weight: drift,
    advice: 'Sort by a unique field last, such as the id. Databases guarantee no order by default.',
  },
  'href.dead': {
    title: 'A path in a response leads to an existing resource.',
    why: 'Callers that follow the link get a 404.',
    source: 'Interface description §2',
    weight: orObservation(byField, 'if the path may be a page of another host, which the contract does not know'),
    advice: 'Build links with the router that serves them, relative to the base URL, with each id in its place.',
  },
  'href.other': {
    title: 'The path in a resource leads to that resource.',
    why: 'Callers that follow the link show or change another resource.',
    source: 'Interface description §2',
    weight: byField,
    advice: 'Build the link from the id of the resource that contains it.',
  },
  'list.duplicate': {
    title: 'A list contains each resource once.',
    why: 'Callers count and show a resource twice, or fail because ids must be unique.',
    source: 'Contract, responses of the operation',
    weight: drift,
    advice: 'Look for a join that returns a row for each related record. Across pages, sort by something unique.',
  },
  'list.differs': {
    title: 'A list and a read of one resource return the same values.',
    why: 'Two parts of one screen disagree, and nobody knows which is right.',
    source: 'Contract, responses of the operation',
    weight: drift,
    advice: 'Use one serialiser for both. Look for a cache or an index that is out of date.',
  },
  'list.misses': {
    title: 'A list, with all of its pages, contains every existing resource.',
    why: 'Callers take a resource that the list leaves out for deleted.',
    source: 'Contract, responses of the operation',
    weight: drift,
    advice:
      'Look for a hidden limit, a filter that always applies, or items lost between two pages. Describe pages, if ' +
      'there are any, with x-paging.',
  },
  'list.of-others': {
    title: 'A list below a parent contains only resources of that parent.',
    why: 'A caller who may see one parent sees the resources of others.',
    source: 'Contract, path of the operation',
    weight: drift,
    advice: 'Filter the list by every parent in the path.',
  },
  'list.stale': {
    title: 'A list shows the values of the last update.',
    why: 'Users change a resource, return to the list, and see the old value.',
    source: 'Contract, responses of the operation',
    weight: drift,
    advice: 'Invalidate the cache of the list with each write. If reads lag by design, say how long with --settle.',
  },
  'page.limit': query(
    'A list has as many resources as the request asks for, if there are enough.',
    'Callers take a short page for the last one, and a long one for their own mistake.',
    'Apply the limit after filters, in the query itself, and look for an off-by-one.',
  ),
  'page.offset': query(
    'A list skips as many resources as the request asks for.',
    missed,
    'Count resources, not pages, and sort by something unique so that positions are stable.',
  ),
  'page.page': query(
    'Two consecutive pages equal one page of twice the size.',
    missed,
    'Compute the start as (page − first page) × size, and sort by something unique.',
  ),
  'page.repeats': paging(
    'A page leads to the next page, and the last page to none.',
    'Callers that go through all pages never come to an end.',
    'Look at how the next page is named: from the last item of this page, or from its number.',
  ),
  'page.refused': paging(
    'A page that a list leads to can be read.',
    'Callers that go through all pages stop in the middle, and miss the rest.',
    'Follow the link to the next page as a caller would. On the last page, leave it out.',
  ),
  'page.total': paging(
    'A total is the number of resources that match the filters, on all pages.',
    'Callers compute the number of pages from it, and ask for too few or too many.',
    'Count with the same filters as the list, without its limit.',
  ),
  'sort.order': query(
    'A list has the requested order, across its pages.',
    'Callers present the first page as the top results, but it is not.',
    'Sort in the query before the limit is applied, by the field and the direction of the request.',
  ),
  'filter.ignored': query(
    'A filtered list contains only resources that match.',
    'Callers act on resources that they did not ask for.',
    'Apply each filter that the contract lists, and combine them. Refuse values that the server cannot parse.',
  ),
  'filter.misses': query(
    'A filtered list contains every resource that matches.',
    'Callers conclude that a resource that the list leaves out does not exist.',
    'Filter before the limit is applied, not within one page.',
  ),
} as const satisfies Rules;
