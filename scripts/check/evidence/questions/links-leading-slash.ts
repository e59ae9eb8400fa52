import type { Proposal } from '../../model/proposal.js';
import { type Basis, supportOf } from '../basis.js';
import { conflicting, proposalsOf } from '../proposals.js';
import type { Rule, Subject } from '../rule.js';
import { count, verb, withoutFalse } from '../words.js';

const question = 'links.leading-slash';

/** Whether the paths in links begin with a slash. */
export const linksLeadingSlash: Rule = {
  unknown: question,
  watch(subject) {
    const { marked } = subject;
    const begins = { slash: 0, other: 0 };
    return {
      see({ shown, resources }) {
        const names = marked.properties.filter(({ schema }) => schema === shown).map(({ property }) => property);
        const links = resources.flatMap((object) => names.map((name) => object[name])).filter(isText);
        for (const link of links) begins[link.startsWith('/') ? 'slash' : 'other'] += 1;
        return links.length > 0;
      },
      sentences: () =>
        withoutFalse(
          begins.slash > 0 && `${count(begins.slash, 'link')} ${verb(begins.slash, 'begins', 'begin')} with a slash.`,
          begins.other > 0 && `${count(begins.other, 'link')} ${verb(begins.other, 'does', 'do')} not.`,
        ),
      proposals: () => proposals(subject),
    };
  },
};

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** An address with a scheme says nothing about how a path begins. */
function proposals(subject: Subject): Proposal[] {
  const { marked, resources, answered } = subject;
  const basisOf = (kind: 'slash' | 'none'): Basis[] =>
    marked.properties.flatMap(
      ({ schema, property }) => resources.of(schema)?.fields.get(property)?.texts?.get(kind) ?? [],
    );
  const claim = (value: boolean, bases: readonly Basis[]) => ({
    value,
    rests: supportOf(bases, `A link that begins with${value ? 'out' : ''} a slash.`),
  });
  const [slash, none] = [basisOf('slash'), basisOf('none')];
  if (slash.length > 0 && none.length > 0) return [conflicting(question, [claim(true, slash), claim(false, none)])];
  if (slash.length + none.length === 0) return [];
  const shown = claim(slash.length > 0, [...slash, ...none]);
  return shown.value === (answered?.value ?? true) ? [] : proposalsOf(question, subject, { shown });
}
