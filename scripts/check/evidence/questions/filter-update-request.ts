import { isObject, type JsonObject } from '../../../contract/json.js';
import { supportOf } from '../basis.js';
import { schemasOf } from '../marked.js';
import { type Claim, proposalsOf } from '../proposals.js';
import { placeOfAll } from '../reflected-seen.js';
import type { Rule, Subject } from '../rule.js';
import { UpdateSets } from '../update-sets.js';
import { UpdatesAlone } from '../updates-alone.js';
import { schemaOf } from '../values-seen.js';
import { list } from '../words.js';

const question = 'filter-update.request';

/** What an update of a filter may send, and what it must. */
export const filterUpdateRequest: Rule = {
  unknown: question,
  watch(subject) {
    const alone = new UpdatesAlone(subject);
    const sets = new UpdateSets();
    return {
      see(sight) {
        if (alone.isUpdate(sight)) sets.see(sight);
        return alone.see(sight);
      },
      sentences: () => alone.sentences(),
      proposals() {
        const shown = further(subject);
        return proposalsOf(question, subject, { shown, likely: required(subject, shown, sets) });
      },
    };
  },
};

function answered({ answered: before }: Subject): JsonObject {
  return isObject(before?.value) ? before.value : {};
}

/** Fields that the contract does not list, of recorded updates whose responses show them. */
function further(subject: Subject): Claim | undefined {
  const [name = ''] = subject.marked.schemas;
  const documented = schemasOf(subject.document)[name]?.properties ?? {};
  const before = answered(subject);
  const known = isObject(before['properties']) ? before['properties'] : {};
  const found = [...subject.reflected.of(name)].flatMap(([field, seen]) => {
    const [pointer, basis] = placeOfAll(seen) ?? [];
    const isNew = !Object.hasOwn(documented, field) && !Object.hasOwn(known, field);
    return isNew && basis && pointer === `/${field}` ? [{ field, schema: schemaOf(seen.values, false), basis }] : [];
  });
  if (found.length === 0) return undefined;
  const properties = { ...known, ...Object.fromEntries(found.map(({ field, schema }) => [field, schema])) };
  const bases = found.map(({ basis }) => basis);
  return { value: { ...before, properties }, rests: supportOf(bases, 'A response without the value that was sent.') };
}

function required(subject: Subject, shown: Claim | undefined, sets: UpdateSets): Claim | undefined {
  const [name = ''] = subject.marked.schemas;
  const schema = schemasOf(subject.document)[name];
  const more = sets
    .required()
    .filter((field) => !schema?.required?.includes(field) && Object.hasOwn(schema?.properties ?? {}, field));
  if (more.length === 0) return undefined;
  const before = shown && isObject(shown.value) ? shown.value : answered(subject);
  const old = Array.isArray(before['required']) ? before['required'].map(String) : [];
  const value = { ...before, required: [...new Set([...old, ...more])] };
  return { value, rests: supportOf([sets.accepted], `An update without ${list(more)} that is accepted.`) };
}
