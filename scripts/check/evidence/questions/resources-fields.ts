import { isObject, type JsonObject } from '../../../contract/json.js';
import { Fields, shapeSentences } from '../counts.js';
import { shapeSeen } from '../further-fields.js';
import { type Grounds, supportOf } from '../grounds.js';
import { questionsOf, schemasOf } from '../marked.js';
import { type Claim, proposalsOf } from '../proposals.js';
import type { Rule, Subject } from '../rule.js';
import { resourceName } from '../words.js';

const question = 'resources.fields';

/** The fields of the resources that the description only names. */
export const resourcesFields: Rule = {
  unknown: question,
  watch(subject) {
    const { document, marked } = subject;
    const schemas = schemasOf(document);
    const byName = new Map(marked.schemas.map((name) => [name, new Fields()]));
    return {
      see({ shown, resources }) {
        const fields = byName.get(shown ?? '');
        for (const object of fields ? resources : []) fields?.see(object);
        return fields !== undefined && resources.length > 0;
      },
      sentences: () =>
        [...byName].flatMap(([name, fields]) =>
          shapeSentences(fields, resourceName(name), Object.keys(schemas[name]?.properties ?? {})),
        ),
      proposals: () => proposalsOf(question, subject, { shown: claim(subject, false), likely: claim(subject, true) }),
    };
  },
};

/** What was seen of all these resources; of options of filters there is another question. */
function claim(subject: Subject, isLikely: boolean): Claim | undefined {
  const { marked, document, resources, answered } = subject;
  const schemas = schemasOf(document);
  const before = (isObject(answered?.value) ? answered.value : {}) as JsonObject;
  const value: JsonObject = { ...before };
  const all: Grounds[] = [];
  for (const name of marked.schemas) {
    const seen = resources.of(name);
    if (!seen || questionsOf(schemas[name]).includes('filter.option-shape')) continue;
    const { value: shape, bases } = shapeSeen(subject, seen, before[name], isLikely);
    if (bases.length === 0 || Object.keys(shape).length === 0) continue;
    value[name] = shape;
    all.push(...bases);
  }
  const rests = supportOf(all, isLikely ? 'A resource without them, or of another form.' : 'A value of another type.');
  return all.length > 0 ? { value, rests } : undefined;
}
