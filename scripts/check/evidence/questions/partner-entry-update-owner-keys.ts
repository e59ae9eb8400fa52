import { isObject, type JsonObject } from '../../../contract/json.js';
import { valueAt } from '../../../contract/pointer.js';
import { Basis, supportOf } from '../basis.js';
import { schemasOf } from '../marked.js';
import { proposalsOf } from '../proposals.js';
import type { Rule } from '../rule.js';
import { isFieldName } from '../values-seen.js';
import { list, withoutFalse } from '../words.js';

const question = 'partner-entry-update.owner-keys';

/** Which keys the object `owner` in an update has. */
export const partnerEntryUpdateOwnerKeys: Rule = {
  unknown: question,
  watch(subject) {
    const { document, marked, reflected } = subject;
    const keys = new Map<string, Basis>();
    return {
      see(sight) {
        const place = marked.properties.find(({ schema }) => schema === sight.asked);
        const changed = place && reflected.changedBy(sight);
        const owner = place && changed?.sent[place.property];
        if (!place || !changed || !isObject(owner)) return false;
        const field = schemasOf(document)[place.schema]?.properties?.[place.property];
        const shown = field?.['x-reflected-as'] ?? `/${place.property}`;
        const after = valueAt(changed.after, shown);
        if (typeof after !== 'string' || after === valueAt(changed.before, shown)) return true;
        const same = Object.keys(owner).filter((key) => owner[key] === after && isFieldName(key));
        const [key] = same;
        if (key === undefined || same.length > 1 || keys.size >= 20) return true;
        const basis = keys.get(key) ?? new Basis();
        keys.set(key, basis);
        basis.see(sight, shown, after);
        return true;
      },
      sentences: () =>
        withoutFalse(keys.size > 0 && `The entry shows what an update sends in the key ${list([...keys.keys()])}.`),
      proposals() {
        if (keys.size === 0) return [];
        const before = (isObject(subject.answered?.value) ? subject.answered.value : {}) as JsonObject;
        const known = isObject(before['properties']) ? before['properties'] : {};
        const further = [...keys.keys()].filter((key) => !Object.hasOwn(known, key));
        const properties = { ...known, ...Object.fromEntries(further.map((key) => [key, { type: 'string' }])) };
        const rests = supportOf([...keys.values()], 'A response that shows another owner than the update sent.');
        return proposalsOf(question, subject, { shown: { value: { ...before, properties }, rests } });
      },
    };
  },
};
