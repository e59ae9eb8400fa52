import { isObject, type Json } from '../../../contract/json.js';
import { Fields, shapeSentences } from '../counts.js';
import { shapeSeen } from '../further-fields.js';
import { supportOf } from '../grounds.js';
import { type Claim, proposalsOf } from '../proposals.js';
import type { Rule } from '../rule.js';

const question = 'filter.option-shape';

/** The fields of an option of a filter. */
export const filterOptionShape: Rule = {
  unknown: question,
  watch(subject) {
    const { marked, resources, answered } = subject;
    const fields = new Fields();
    return {
      see({ shown, resources: objects }) {
        const places = marked.properties.filter(({ schema }) => schema === shown);
        if (places.length === 0 && !marked.schemas.includes(shown ?? '')) return false;
        const before = fields.count;
        for (const object of objects) {
          const options = places.length === 0 ? [object] : places.flatMap(({ property }) => object[property]);
          for (const option of options.slice(0, 200)) if (isObject(option)) fields.see(option);
        }
        return fields.count > before;
      },
      sentences: () => shapeSentences(fields, 'filter option'),
      proposals() {
        const seen = marked.schemas.flatMap((name) => resources.of(name) ?? [])[0];
        if (!seen) return [];
        const claim = (isLikely: boolean): Claim | undefined => {
          const { value, bases } = shapeSeen(subject, seen, answered?.value as Json | undefined, isLikely);
          const rests = supportOf(bases, isLikely ? 'An option without them, or of another form.' : 'Another type.');
          return bases.length > 0 ? { value, rests } : undefined;
        };
        return proposalsOf(question, subject, { shown: claim(false), likely: claim(true) });
      },
    };
  },
};
