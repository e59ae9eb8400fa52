import type { Facet } from '../contract/document.js';
import type { ChangeEffect, ContractChange } from './change.js';

/** How a change counts, and the sentence about it. */
export interface Rule {
  readonly effect: ChangeEffect;
  readonly kind: ContractChange['kind'];
  /** Set if only names in generated code change. */
  readonly codeOnly?: boolean;
  /** The facet that makes the change stated, or whether it always is; by default, the place of the change decides. */
  readonly stated?: Facet | boolean;
  /** A name in braces stands for text of the fact; in backticks, for a value of the fact. */
  readonly sentence: string;
}

const breaking = { effect: 'breaking', kind: 'changed' } as const;
const additive = { effect: 'additive', kind: 'changed' } as const;
const words = { effect: 'documentation', kind: 'changed' } as const;
const added = { effect: 'additive', kind: 'added' } as const;
const removed = { effect: 'breaking', kind: 'removed' } as const;
const ofRequest = { ...breaking, stated: 'request' } as const;
const ofResponse = { ...breaking, stated: 'responses' } as const;

const rewritten = '`{keyword}`{whose} is written differently; nothing changes for callers.';
const moved = 'is {now}; it was {was}.{loss}';
const needs = 'Callers{whose} now need {needs}; they needed {needed}.';

/** Rules with one sentence. The facts of some of them have their own effect. */
export const rules = {
  'operation-added': { ...added, stated: 'name', sentence: 'The operation is new: {call}.' },
  'operation-removed': { ...removed, stated: 'name', sentence: 'The operation was removed.' },
  'operation-renamed': {
    ...breaking,
    codeOnly: true,
    stated: 'name',
    sentence: 'The operation `{before}` is now called `{after}`{note}.',
  },
  'operation-named': { ...additive, stated: 'name', sentence: 'The operation now has an operationId.' },
  'operation-method-changed': { ...breaking, stated: 'method', sentence: 'The method is now `{new}`; it was `{old}`.' },
  'operation-path-changed': { ...breaking, stated: 'path', sentence: 'The path is now {path}.' },
  'old-name-added': { ...added, stated: false, sentence: 'The deprecated name `{after}` also works.' },
  // Not a stated change: a deprecated name is never stated, and was kept for one minor version.
  'old-name-removed': {
    ...removed,
    codeOnly: true,
    stated: false,
    sentence: 'The deprecated name `{before}` was removed.',
  },

  // If the path of an operation is a guess, its key and server are guesses, too.
  'security-requirement-changed': {
    ...breaking,
    stated: 'path',
    sentence: `${needs} A caller with only {refused} is refused.`,
  },
  'security-requirement-widened': { ...additive, stated: 'path', sentence: `${needs} Nobody is refused.` },
  'security-rewritten': { ...words, stated: true, sentence: rewritten },
  'server-added': { ...added, stated: 'path', sentence: 'The servers{whose} gained {urls}.' },
  'server-removed': { ...removed, stated: 'path', sentence: 'The list of servers{whose} no longer has {urls}.' },
  'server-variable-changed': {
    ...additive,
    stated: 'path',
    sentence: 'The default values of {urls}{whose} have changed.',
  },
  'servers-rewritten': { ...words, stated: true, sentence: rewritten },

  // Callers need these facts to read a list, or to find the resource in a body.
  'list-items-changed': { ...ofResponse, sentence: `The place of the items ${moved}` },
  'list-next-changed': { ...ofResponse, sentence: `The way to the next page ${moved}` },
  'list-page-changed': { ...ofRequest, sentence: `The parameter that asks for a page ${moved}` },
  'list-size-changed': { ...ofRequest, sentence: `The parameter for the size of a page ${moved}` },
  'list-total-changed': { ...ofResponse, sentence: `The place of the total number of items ${moved}` },
  'paging-rewritten': { ...words, stated: true, sentence: rewritten },
  'resource-in-response-changed': { ...ofResponse, sentence: `The place of the resource in the response ${moved}` },
  'resource-in-request-changed': { ...ofRequest, sentence: `The place of the resource in the request ${moved}` },

  // In a response, a lost value still fits the type, but editors no longer suggest it. A server may refuse it.
  'open-set-gained': { ...added, sentence: 'The known values of {place} gained {values}.' },
  'open-set-lost': { ...words, kind: 'removed', sentence: 'The known values of {place} lost {values}.' },
  'request-value-lost': {
    ...removed,
    sentence: 'The known values of {place} lost {values}. A caller who sends {one} may be refused.',
  },
  'standing-changed': { ...additive, sentence: 'The documented parts are now `{parts}`; they were `{oldParts}`.' },
  'note-changed': { ...words, sentence: '`{note}`{of} has changed.' },
  'example-changed': { ...words, sentence: 'An example{of} has changed.' },
  'open-questions-changed': { ...words, sentence: 'The open questions {change}.' },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;

/** Additions to sentences of these rules that hold only for some facts. */
export const remarks = {
  oldName: '; the old name still works',
  firstPage: ' A caller who reads only the first page may miss items.',
} as const;

/** Sentences about a part that only one document has, by its kind. */
export const partSentences = {
  parameter: 'The {part} {state}{requirement}.',
  requestBody: '{Part} {state}.',
  response: '{Part} {state}.',
  header: '{Part} {state}.',
  mediaType: 'The media type `{entry}`{inPart} {state}.',
  tag: 'The tag `{entry}` {state}.',
} as const;

/** Sentences about two fields that differ. The name of a rule says which field it is, so many rules share them. */
export const sentences = {
  ...partSentences,
  unrated: '`{entry}`{of} has changed; no rule rates this change, so it counts as breaking.',
  component: 'The shared `{entry}` {state}.',
  // Each schema is an exported type.
  schemas: 'The type {state}.',
  securitySchemes: 'The security scheme {state}.',
  property: 'The field `{path}` {state}{inPart}.',
  branch: 'A part of `{field}`{of} {state}.',
  part: '`{entry}`{of} {state}.',
  list: '`{field}`{of} {change}.',
  text: 'The {field}{of} {state}.',
  value: '`{field}`{of} is {now}; it was {was}.',
  default: '`{field}`{of} is {now}; it was {was}. A caller who omits the value may get a different result.',
} as const;

/** Sentences about violations of the policy, which need no comparison of versions. */
export const problemSentences = {
  'keep-the-old-name':
    '`{id}` became `{newId}` without keeping the old name. ' +
    'Keep it for one minor version: add `{keyword}` to `{newId}`.',
  'deprecate-before-removal':
    '`{id}` was removed without a deprecation. ' +
    'Keep it for one minor version with `deprecated: true`, or add the name to `x-formerly` of its replacement.',
} as const;
