import { isObject, type JsonObject } from '../../../contract/json.js';
import { schemasOf } from '../marked.js';
import { answeredTexts, type Claim, grown, proposalsOf, supportOf } from '../proposals.js';
import { placeOfAll } from '../reflected-seen.js';
import type { Rule, Subject } from '../rule.js';
import { IgnoredFields, Updates } from '../updates.js';
import { schemaOf } from '../values-seen.js';
import { list } from '../words.js';

const question = 'filter-update.request';

/** What an update of a filter may send, and what it must. */
export const filterUpdateRequest: Rule = {
  unknown: question,
  watch(subject) {
    const updates = new Updates(subject);
    const ignored = new IgnoredFields();
    return {
      see(sight) {
        if (updates.isUpdate(sight))
          ignored.see(sight, schemasOf(subject.document)[sight.asked ?? '']?.properties ?? {});
        return updates.see(sight);
      },
      sentences: () => updates.sentences(),
      proposals() {
        const shown = further(subject);
        return proposalsOf(question, subject, { shown, likely: likely(subject, shown, updates, ignored) });
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

/** Fields that an update must send, and those that the service takes no notice of. */
function likely(
  subject: Subject,
  shown: Claim | undefined,
  updates: Updates,
  ignored: IgnoredFields,
): Claim | undefined {
  const [name = ''] = subject.marked.schemas;
  const schema = schemasOf(subject.document)[name];
  const without = Object.keys(schema?.properties ?? {}).filter((field) => ignored.has(field));
  const more = updates.furtherRequired();
  if (more.length === 0 && without.length === 0) return undefined;
  const before = shown && isObject(shown.value) ? shown.value : answered(subject);
  const value = { ...before, ...longer(before, 'required', more), ...longer(before, 'without', without) };
  const against = [
    ...(more.length > 0 ? [`An update without ${list(more)} that is accepted.`] : []),
    ...(without.length > 0 ? [`A response that shows what an update sent in ${list(without)}.`] : []),
  ];
  return { value, rests: supportOf([updates.accepted], against.join(' ')) };
}

/** A list of an answer with more names; nothing if there are none. */
function longer(before: JsonObject, key: 'required' | 'without', more: readonly string[]): JsonObject {
  const known = before[key];
  const old = Array.isArray(known) ? known.map(String) : [];
  return more.length > 0 ? { [key]: [...new Set([...old, ...more])] } : {};
}

/** Which fields an update of a partner entry must send. */
export const partnerEntryUpdateRequired: Rule = {
  unknown: 'partner-entry-update.required',
  watch(subject) {
    const updates = new Updates(subject);
    return {
      see: (sight) => updates.see(sight),
      sentences: () => updates.sentences(),
      proposals() {
        const further = updates.furtherRequired();
        if (further.length === 0) return [];
        const rests = supportOf([updates.accepted], `An update without ${list(further)} that is accepted.`);
        return proposalsOf('partner-entry-update.required', subject, {
          likely: { value: grown(answeredTexts(subject), further), rests },
        });
      },
    };
  },
};
