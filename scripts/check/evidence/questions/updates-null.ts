import { isObject } from '../../../contract/json.js';
import { valueAt } from '../../../contract/pointer.js';
import { canBe } from '../../../contract/schema-fields.js';
import { GroundsBy, longerAnswer } from '../proposals.js';
import type { Changed } from '../reflected-seen.js';
import type { Subject, Watch } from '../rule.js';
import { list } from '../words.js';

/** Which fields of an update null clears. */
export function updatesNull(subject: Subject): Watch {
  const { schemas, marked, reflected } = subject;
  const names = new Set([...marked.schemas, ...marked.properties.map(({ schema }) => schema)]);
  const cleared = new GroundsBy<string>();
  const refused = new Set<string>();
  return {
    see(sight) {
      const properties = names.has(sight.asked ?? '') ? schemas[sight.asked ?? '']?.properties : undefined;
      const sent = properties && sight.sent;
      const nulls = Object.keys(isObject(sent) ? sent : {}).filter((name) => sent?.[name] === null);
      if (!properties || nulls.length === 0 || !(sight.isSuccess || sight.refusesContent)) return false;
      const changed = reflected.changedBy(sight);
      for (const name of nulls) {
        const place = properties[name]?.['x-reflected-as'];
        if (sight.refusesContent) refused.add(name);
        if (!changed || place === undefined || name === 'id') continue;
        const before = valueAt(changed.before, place) ?? null;
        const after = valueAt(changed.after, place);
        // A field that was empty before would be null as well if the service ignored null.
        const isGone = after === null || (after === undefined && keepsOthers(changed, nulls.length));
        if (before === null || !isGone) continue;
        cleared.of(name).see(sight, after === null ? place : '', null);
      }
      return true;
    },
    sentences: () => [
      cleared.size > 0 && `Null in an update clears ${list([...cleared.keys()].sort())}.`,
      refused.size > 0 && `An update with null is refused for ${list([...refused].sort())}.`,
    ],
    claims() {
      const fields = [...names].map((name) => schemas[name]?.properties ?? {});
      const further = [...cleared.keys()].filter((name) => {
        const field = fields.find((properties) => Object.hasOwn(properties, name))?.[name];
        return field !== undefined && !canBe(subject, field, 'null');
      });
      const bases = further.flatMap((name) => cleared.get(name) ?? []);
      const against = 'A response that keeps the value although the update sent null.';
      return { shown: longerAnswer(subject, further.sort(), bases, against) };
    },
  };
}

/** Whether a resource has all its fields after an update but as many as null was sent for. */
function keepsOthers({ before, after }: Changed, nulls: number): boolean {
  return Object.keys(before).filter((name) => !Object.hasOwn(after, name)).length <= nulls;
}
