import type { RuleTexts } from './text.js';

/** Rules for lists: their items, pages, order and filters. */
export const listTexts = {
  'list.duplicate': {
    means: 'Two items of a list, on one page or on two, have the same id.',
    wrong: `
      > GET …/entries/partners/
      < 200 OK
      < [{"id": "c07ef43e-…"}, {"id": "bc16f299-…"}, {"id": "c07ef43e-…"}]
    `,
    right: `
      < 200 OK
      < [{"id": "c07ef43e-…"}, {"id": "bc16f299-…"}]
    `,
    at: 'listPartnerEntries /*',
    says: 'The list contains a resource more than once.',
    contract: 'If one resource may be in a list several times, give each position a field that tells it apart.',
  },
  'list.differs': {
    means:
      'A field that the list and the read of one resource both have, has two values. The check reads both again ' +
      'before it reports this.',
    wrong: `
      > GET …/entries/partners/
      < 200 OK
      < [{"id": "c07ef43e-…", "title": "Fjordline"}]
      > GET …/entries/partners/c07e…/
      < 200 OK
      < {"id": "c07ef43e-…", "title": "Fjordline AS"}
    `,
    right: `
      < 200 OK
      < {"id": "c07ef43e-…", "title": "Fjordline"}
    `,
    at: 'listPartnerEntries /*/title',
    says: 'The list and the read of a single resource differ in "title".',
    contract: 'If the list shows something else under this name, such as a short form, name the field differently.',
  },
  'list.misses': {
    means: 'A resource that was created, or that another response shows and a read returns, is on no page of its list.',
    wrong: `
      > GET …/entries/partners/
      < 200 OK
      < [{"id": "bc16f299-…"}]
      > GET …/entries/partners/c07e…/
      < 200 OK
      < {"id": "c07ef43e-…"}
    `,
    at: 'listPartnerEntries /*',
    says: 'The list leaves out an existing resource that other responses contain.',
    contract:
      'If the list leaves out some resources by design, such as hidden ones, say which. If it has pages, describe ' +
      'them with x-paging.',
  },
  'list.of-others': {
    means: 'The list below one parent has the items of another parent, which the check knows from its own list.',
    wrong: `
      > GET /…/directories/0fd4…/tiers/
      < 200 OK
      < [{"id": "bc473d1e-…"}]
      > GET /…/directories/91c7…/tiers/
      < 200 OK
      < [{"id": "bc473d1e-…"}]
    `,
    right: `
      < 200 OK
      < []
    `,
    at: 'listTiers /*',
    says: 'The list contains resources that belong to a different parent.',
    contract: 'If resources are shared by all parents, offer the list without the parent in its path.',
  },
  'list.stale': {
    means: 'After an update that a read shows, the list still has the old value. Needs --writes; --settle gives time.',
    wrong: `
      > PATCH …/entries/partners/c07e…/
      > {"title": "Check-a1b2"}
      < 200 OK
      > GET …/entries/partners/
      < 200 OK
      < [{"id": "c07ef43e-…", "title": "Fjordline"}]
    `,
    right: `
      < 200 OK
      < [{"id": "c07ef43e-…", "title": "Check-a1b2"}]
    `,
    at: 'listPartnerEntries /*/title',
    says: 'The list contains an old value of "title" after an update.',
  },
  'page.limit': {
    means: 'Asked for one item and for two, the list returns another number of items than that, or than there are.',
    wrong: `
      > GET …/entries/?limit=1
      < 200 OK
      < [{"id": "c07ef43e-…"}, {"id": "bc16f299-…"}]
    `,
    right: `
      < 200 OK
      < [{"id": "c07ef43e-…"}]
    `,
    at: 'listEntries',
    says: 'The list does not return the requested number of items. (limit)',
    contract: 'If the parameter is no number of items, rename it, or say in its description what it is.',
  },
  'page.offset': {
    means: 'The second and third item of a page of four are not those of a page of two that begins at offset 1.',
    wrong: `
      > GET …/entries/?limit=4&offset=0
      < 200 OK
      < [{"id": "a…"}, {"id": "b…"}, {"id": "c…"}, {"id": "d…"}]
      > GET …/entries/?limit=2&offset=1
      < 200 OK
      < [{"id": "c…"}, {"id": "d…"}]
    `,
    right: `
      < 200 OK
      < [{"id": "b…"}, {"id": "c…"}]
    `,
    at: 'listEntries',
    says: 'The list does not begin at the requested offset. (offset)',
    contract: 'If the parameter counts pages, say so: x-paging has "by: number".',
  },
  'page.page': {
    means: 'Pages one and two of two items each are not the first page of four items.',
    wrong: `
      > GET …/entries/?limit=2&page=1
      < 200 OK
      < [{"id": "a…"}, {"id": "b…"}]
      > GET …/entries/?limit=2&page=2
      < 200 OK
      < [{"id": "b…"}, {"id": "c…"}]
    `,
    right: `
      < 200 OK
      < [{"id": "c…"}, {"id": "d…"}]
    `,
    at: 'listEntries',
    says: 'Two pages together differ from one page of twice the size. (page)',
    contract: 'If the first page is number 0, say so: a default or a minimum of 0, or "first: 0" in x-paging.',
  },
  'page.repeats': {
    means:
      'The next page that a response leads to has the same items again, or has none and says that another page ' +
      'follows.',
    wrong: `
      > GET …/entries/
      < 200 OK
      < {"results": [{"id": "a…"}], "next": "/…/entries/"}
    `,
    right: `
      < 200 OK
      < {"results": [{"id": "a…"}], "next": "/…/entries/?cursor=a"}
    `,
    at: 'listEntries',
    says: 'The list does not lead to its next page.',
    contract: 'Correct "next" in x-paging: the pointer of the field that leads to the next page.',
  },
  'page.refused': {
    means: 'A page leads to a next one, and a read of that one does not succeed.',
    wrong: `
      > GET …/entries/
      < 200 OK
      < {"results": [{"id": "a…"}], "next": "/…/entries/?cursor=a"}
      > GET …/entries/?cursor=a
      < 404 Not Found
    `,
    right: '< 200 OK',
    at: 'listEntries',
    says: 'The list leads to a next page that cannot be read.',
    contract: 'Correct "page" in x-paging: the parameter that takes the value of "next".',
  },
  'page.total': {
    means: 'The number that the list gives as its total is not that of the items on all pages, or of those that match.',
    wrong: `
      > GET …/entries/
      < 200 OK
      < {"count": 4, "next": null,
      < "results": [{"id": "a…"}, {"id": "b…"}, {"id": "c…"}]}
    `,
    right: `
      < 200 OK
      < {"count": 3, "next": null,
      < "results": [{"id": "a…"}, {"id": "b…"}, {"id": "c…"}]}
    `,
    at: 'listEntries',
    says: 'The total is not the number of items on all pages.',
    contract: 'If the number is an estimate, or counts something else, remove "total" from x-paging, or rename it.',
  },
  'sort.order': {
    means:
      'The values of the requested field go neither up nor down as asked, on one page or across two. Any usual order ' +
      'of texts is right; items without a value may be anywhere.',
    wrong: `
      > GET …/entries/?sort=-title
      < 200 OK
      < [{"title": "Nordvik"}, {"title": "Sundby"}, {"title": "Fjordline"}]
    `,
    right: `
      < 200 OK
      < [{"title": "Sundby"}, {"title": "Nordvik"}, {"title": "Fjordline"}]
    `,
    at: 'listEntries',
    says: 'The list is not in the requested order, by "title". (sort)',
    contract: 'If the list is sorted by something that no field shows, name the value of the parameter after that.',
  },
  'filter.ignored': {
    means: 'A query parameter has the name of a field, and items of the list have another value in that field.',
    wrong: `
      > GET …/entries/?status=public
      < 200 OK
      < [{"status": "public"}, {"status": "hidden"}]
    `,
    right: `
      < 200 OK
      < [{"status": "public"}]
    `,
    at: 'listEntries',
    says: 'The list contains items that do not match the filter. (status)',
    contract: 'If the parameter does not filter by the field of its name, rename it, or say what it does.',
  },
  'filter.misses': {
    means: 'The whole list has more items with the value than the filtered list, with all of its pages.',
    wrong: `
      > GET …/entries/
      < 200 OK
      < [{"status": "public"}, {"status": "hidden"}, {"status": "hidden"}]
      > GET …/entries/?status=hidden
      < 200 OK
      < []
    `,
    right: `
      < 200 OK
      < [{"status": "hidden"}, {"status": "hidden"}]
    `,
    at: 'listEntries',
    says: 'The list leaves out items that match the filter. (status)',
    contract: 'If the filter also needs another parameter, make that one required.',
  },
} as const satisfies RuleTexts;
