import { isObject, type JsonObject } from '../../../contract/json.js';
import { textsIn } from '../../../contract/operations.js';
import { answeredObject, type Claim, grown, longerAnswer, supportOf } from '../proposals.js';
import type { Subject, Watch } from '../rule.js';
import { IgnoredFields, Updates } from '../updates.js';
import { schemaOf } from '../values-seen.js';
import { list } from '../words.js';

/** What an update of a filter may send, and what it must. */
export function filterUpdateRequest(subject: Subject): Watch {
  const updates = new Updates(subject);
  const ignored = new IgnoredFields();
  return {
    see(sight) {
      if (updates.isUpdate(sight)) ignored.see(sight, subject.schemas[sight.asked ?? '']?.properties ?? {});
      return updates.see(sight);
    },
    sentences: () => updates.sentences(),
    claims() {
      const shown = further(subject);
      return { shown, likely: likely(subject, shown, updates, ignored) };
    },
  };
}

/** Fields that the contract does not list, of recorded updates whose responses show them. */
function further(subject: Subject): Claim | undefined {
  const [name = ''] = subject.marked.schemas;
  const documented = subject.schemas[name]?.properties ?? {};
  const before = answeredObject(subject);
  const known = isObject(before['properties']) ? before['properties'] : {};
  const found = subject.reflected
    .of(name)
    .filter(({ name: field }) => !Object.hasOwn(documented, field) && !Object.hasOwn(known, field))
    .filter(({ name: field, pointer }) => pointer === `/${field}`);
  if (found.length === 0) return undefined;
  const properties = {
    ...known,
    ...Object.fromEntries(found.map((each) => [each.name, schemaOf(each.values, false)])),
  };
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
  const schema = subject.schemas[name];
  const without = Object.keys(schema?.properties ?? {}).filter((field) => ignored.has(field));
  const more = updates.furtherRequired();
  if (more.length === 0 && without.length === 0) return undefined;
  const before = shown && isObject(shown.value) ? shown.value : answeredObject(subject);
  const value = { ...before, ...longer(before, 'required', more), ...longer(before, 'without', without) };
  const against = [
    ...(more.length > 0 ? [`An update without ${list(more)} that is accepted.`] : []),
    ...(without.length > 0 ? [`A response that shows what an update sent in ${list(without)}.`] : []),
  ];
  return { value, rests: supportOf([updates.accepted], against.join(' ')) };
}

/** A list of an answer with more names; nothing if there are none. */
function longer(before: JsonObject, key: 'required' | 'without', more: readonly string[]): JsonObject {
  return more.length > 0 ? { [key]: grown(textsIn(before[key]), more) } : {};
}

/** Which fields an update of a partner entry must send. */
export function partnerEntryUpdateRequired(subject: Subject): Watch {
  const updates = new Updates(subject);
  return {
    see: (sight) => updates.see(sight),
    sentences: () => updates.sentences(),
    claims() {
      const further = updates.furtherRequired();
      const against = `An update without ${list(further)} that is accepted.`;
      return { likely: longerAnswer(subject, further, [updates.accepted], against) };
    },
  };
}
