import { isObject } from '../../../contract/json.js';
import { valueAt } from '../../../contract/pointer.js';
import { Grounds } from '../grounds.js';
import type { Rule } from '../rule.js';
import { count, withoutFalse } from '../words.js';

const question = 'contact-request-form.active';

/** Whether a directory has one contact request form or a list of them. */
export const contactRequestFormActive: Rule = {
  unknown: question,
  watch({ marked, answered }) {
    const one = new Grounds();
    const list = new Grounds();
    return {
      see({ operation, isSuccess, value }) {
        if (!isSuccess || !marked.operations.has(operation.id)) return false;
        // An envelope has no identifier of its own.
        if (isObject(value) && isIdentifier(value['id'])) one.add(operation.id, '', value);
        else if (Array.isArray(value) || Array.isArray(valueAt(value, operation.paging?.items ?? '')))
          list.add(operation.id, '', value);
        else return false;
        return true;
      },
      sentences: () =>
        withoutFalse(
          one.responses > 0 && `${count(one.responses, 'response')} with one form.`,
          list.responses > 0 && `${count(list.responses, 'response')} with a list.`,
        ),
      proposals() {
        const against = 'A response of the other form.';
        const readings = [
          { answer: { value: 'one' }, rests: one.rests(against) },
          { answer: { value: 'list' }, rests: list.rests(against) },
        ].filter(({ rests }) => rests.responses > 0);
        const [reading, other] = readings;
        if (!reading) return [];
        if (other) return [{ question, certainty: 'conflicting', readings }];
        return reading.answer.value === (answered?.value ?? 'list')
          ? []
          : [{ question, certainty: 'shown', ...reading }];
      },
    };
  },
};

function isIdentifier(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}
