import { valueAt } from '../../../contract/pointer.js';
import { allowsType } from '../../../contract/schema-fields.js';
import { extendAnswer, GroundsMap } from '../proposals.js';
import type { ObservedUpdate } from '../reflection-tracker.js';
import type { QuestionSubject, QuestionWatch } from '../rule.js';
import { listText } from '../words.js';

export function updatesNull(subject: QuestionSubject): QuestionWatch {
  const { schemas, marks, tracker } = subject;
  const names = new Set([...marks.schemas, ...marks.properties.map(({ schema }) => schema)]);
  const grounds = new GroundsMap<string>();
  const refusals = new Set<string>();
  return {
    see(view) {
      const { requestSchema = '', requestBody: body } = view;
      const properties = names.has(requestSchema) ? schemas[requestSchema]?.properties : undefined;
      const nulls = Object.keys(body ?? {}).filter((name) => body?.[name] === null);
      if (!properties || nulls.length === 0 || !(view.isSuccess || view.refusesContent)) return false;
      const update = tracker.findUpdate(view);
      for (const name of nulls) {
        const pointer = properties[name]?.['x-reflected-as'];
        if (view.refusesContent) refusals.add(name);
        if (!update || pointer === undefined || name === 'id') continue;
        const valueBefore = valueAt(update.before, pointer) ?? null;
        const valueAfter = valueAt(update.after, pointer);
        // A field that was empty before would be null even if the service ignored the null.
        const isGone = valueAfter === null || (valueAfter === undefined && keepsOtherFields(update, nulls.length));
        if (valueBefore === null || !isGone) continue;
        grounds.of(name).see(view, valueAfter === null ? pointer : '', null);
      }
      return true;
    },
    sentences: () => [
      grounds.size > 0 && `Null in an update clears ${listText([...grounds.keys()].sort())}.`,
      refusals.size > 0 && `An update with null is refused for ${listText([...refusals].sort())}.`,
    ],
    claims() {
      const fields = [...names].map((name) => schemas[name]?.properties ?? {});
      const furtherNames = [...grounds.keys()].filter((name) => {
        const field = fields.find((properties) => Object.hasOwn(properties, name))?.[name];
        return field !== undefined && !allowsType(subject, field, 'null');
      });
      const bases = furtherNames.flatMap((name) => grounds.get(name) ?? []);
      const against = 'A response that keeps the value although the update sent null.';
      return { shown: extendAnswer(subject, furtherNames.sort(), bases, against) };
    },
  };
}

/** Whether an update removed no more fields than it sent nulls. */
function keepsOtherFields({ before, after }: ObservedUpdate, nulls: number): boolean {
  return Object.keys(before).filter((name) => !Object.hasOwn(after, name)).length <= nulls;
}
