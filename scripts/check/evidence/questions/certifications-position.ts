import { isObject } from '../../../contract/json.js';
import { Basis, supportOf } from '../basis.js';
import { proposalsOf } from '../proposals.js';
import type { JsonObject, Rule, Sight } from '../rule.js';
import { count, cut, list, withoutFalse } from '../words.js';

const question = 'certifications.position';

/** Resources that the rule remembers between responses; later ones are ignored. */
const remembered = 2000;

const isPositionName = (name: string): boolean => /position|rank|sort|order|index/i.test(name);

/** Where the position of certifications comes from. */
export const certificationsPosition: Rule = {
  unknown: question,
  watch(subject) {
    const orders = new Map<string, string>();
    const fields = new Map<string, Numbers>();
    let items = 0;
    let again = 0;
    let changed = 0;
    const seeFields = (sight: Sight, objects: readonly JsonObject[]): void => {
      items += objects.length;
      for (const name of new Set(objects.flatMap((item) => Object.keys(item).slice(0, 50)))) {
        if (!isPositionName(name) || (fields.size >= 20 && !fields.has(cut(name)))) continue;
        const numbers = fields.get(cut(name)) ?? new Numbers(name);
        fields.set(numbers.name, numbers);
        numbers.see(sight, objects);
      }
    };
    return {
      see(sight) {
        const place = subject.marked.properties.find(({ schema }) => schema === sight.shown);
        let bears = false;
        for (const object of place ? sight.resources : []) {
          const listed = object[place?.property ?? ''];
          const { id } = object;
          if (typeof id !== 'string' || id.length > 100 || !Array.isArray(listed)) continue;
          const objects: JsonObject[] = listed.filter(isObject);
          if (listed.length <= 50) seeFields(sight, objects);
          if (listed.length < 2 || listed.length > 50) continue;
          bears = true;
          const order = objects.map((item) => cut(String(item['id'] ?? item['title']))).join('\n');
          const before = orders.get(id);
          if (before !== undefined && sorted(before) === sorted(order)) {
            again += 1;
            if (before !== order) changed += 1;
          }
          if (before !== undefined || orders.size < remembered) orders.set(id, order);
        }
        return bears;
      },
      sentences: () =>
        withoutFalse(
          again > 0 &&
            `An array was read again ${count(again, 'time')}, ` +
              `${changed === 0 ? 'always in the same' : `${changed} of them in a different`} order.`,
          fields.size > 0 && `Its items have fields for a position: ${list([...fields.keys()])}.`,
          fields.size === 0 && orders.size > 0 && 'Its items have no field whose name suggests a position.',
        ),
      proposals() {
        const rising = [...fields.values()].filter((each) => each.isPosition(items));
        const [field, ...others] = rising;
        if (!field || others.length > 0) return [];
        const rests = supportOf([field.basis], 'An item without it, or an array that it does not sort.');
        return proposalsOf(question, subject, { shown: { value: { field: field.name }, rests } });
      },
    };
  },
};

/** A field that may be the position of the items in their arrays. */
class Numbers {
  readonly name: string;
  readonly basis = new Basis();
  #present = 0;
  #sorted = 0;
  #isRising = true;

  constructor(name: string) {
    this.name = cut(name);
  }

  see(sight: Sight, objects: readonly JsonObject[]): void {
    const numbers = objects.map((item) => item[this.name]);
    this.#present += numbers.filter((number) => Number.isInteger(number)).length;
    this.#isRising &&= numbers.every((number, index) => index === 0 || Number(number) > Number(numbers[index - 1]));
    if (objects.length > 1) this.#sorted += 1;
    this.basis.see(sight, `/${this.name}`, numbers[0]);
  }

  /** Whether every item has it, and every array is sorted by it; at least one has two items. */
  isPosition(items: number): boolean {
    return this.#present === items && this.#isRising && this.#sorted > 0;
  }
}

function sorted(order: string): string {
  return order.split('\n').sort().join('\n');
}
