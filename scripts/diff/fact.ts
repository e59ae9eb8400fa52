import type { Facet } from '../contract/document.js';
import type { ChangeArea, ContractChange } from './change.js';
import { type Rule, type RuleName, rules } from './rules.js';
import { fillSentence } from './sentence.js';

/** Whether the interface description states a facet of an operation, or a schema, which has no facets. */
export type States = (facet?: Facet) => boolean;

/** Where two documents differ. */
export interface FactPlace extends Pick<ContractChange, 'operations' | 'direction'> {
  readonly area: ChangeArea;
  readonly states: States;
  /** JSON pointers into the old and the new document; absent if the document lacks the place. */
  readonly old?: string;
  readonly new?: string;
}

/** What differs: a rule of the table, or a rating and a sentence with a name, and the values for the sentence. */
export type Fact = Pick<ContractChange, 'witness' | 'isUndecided' | 'before' | 'after'> & {
  readonly names?: Readonly<Record<string, unknown>>;
} & ((Partial<Pick<Rule, 'effect' | 'codeOnly'>> & { readonly rule: RuleName }) | (Rule & { readonly rule: string }));

/** Rates a fact. Stated parts follow semver; other parts are inferred, so a minor version may correct them. */
export function createChange({ states, old, new: current, ...place }: FactPlace, fact: Fact): ContractChange {
  const { rule, names, witness, isUndecided, before, after } = fact;
  const rated: Rule = 'sentence' in fact ? fact : { ...rules[fact.rule], ...fact };
  const { effect, kind, codeOnly, stated: facet, sentence } = rated;
  const stated = typeof facet === 'boolean' ? facet : states(facet);
  return {
    level: effect === 'documentation' ? 'patch' : effect === 'breaking' && stated ? 'major' : 'minor',
    effect,
    kind,
    ...place,
    stated,
    codeOnly: codeOnly || undefined,
    witness,
    isUndecided,
    rule,
    message: fillSentence(sentence, { before, after, ...names }),
    pointers: { old, new: current },
    before,
    after,
  };
}
