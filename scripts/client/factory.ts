import { literalPattern } from '../text/literal-pattern.js';

/** Changes of a value: objects merge, lists replace the whole list, and undefined removes a field. */
export type DeepPartial<Type> = Type extends string | readonly unknown[]
  ? Type
  : Type extends object
    ? ChangedFields<Type>
    : Type;

/** Has a name of its own, so that editors show `ChangedFields<PartnerEntry>` and not all fields. */
type ChangedFields<Type> = { [Name in keyof Type]?: DeepPartial<Type[Name]> | undefined };

export interface Factory<Type> {
  /**
   * Makes a copy of an example with an `id` of its own: `partnerEntry({ title: 'Ours' })`. The n-th call of a program
   * gives the n-th id. Strings that contain the id, such as `href`, follow it; ids of other resources stay.
   *
   * @param changes fields to replace. Objects merge, lists replace the whole list, and undefined removes a field.
   */
  (changes?: DeepPartial<Type>): Type;
  /** Makes a list of values, each with the same changes: `partnerEntry.list(3, { status: 'hidden' })`. */
  list(count: number, changes?: DeepPartial<Type>): Type[];
}

type Fields = Readonly<Record<string, unknown>>;

/** @param path the names that lead to the object inside of the example */
export function createFactory<Type>(example: unknown, ...path: (string | number)[]): Factory<Type> {
  let text: string | undefined;
  let count = 0;
  const create = (changes: Fields = {}): unknown => {
    text ??= JSON.stringify(path.reduce((value, name) => (value as Fields)[name], example));
    return merge(withNextId(text, ++count, changes['id']), changes);
  };
  const list = (length: number, changes?: Fields): unknown[] => Array.from({ length }, () => create(changes));
  return Object.assign(create, { list }) as Factory<Type>;
}

function withNextId(text: string, count: number, chosenId: unknown): unknown {
  const value = JSON.parse(text) as Fields;
  const { id } = value;
  if (typeof id === 'number') return { ...value, id: id + count };
  if (typeof id !== 'string') return value;
  // The number replaces the digits at the end, so that a UUID remains one, and the prefixes of other ids stay. In other
  // ids, letters count as hexadecimal digits only beside a decimal one, and not at the end of a word.
  const pattern = /^[\da-f]{8}-/i.test(id) ? /[\da-f]*$/i : /(?<![a-z])(?=[a-f]*\d)[\da-f]+$|\d*$/i;
  const toDigits = (digits: string): string => {
    // Skip the number of the example itself.
    const exampleNumber = /^\d+$/.test(digits) ? Number(digits) : Number.POSITIVE_INFINITY;
    return `${count < exampleNumber ? count : count + 1}`.padStart(digits.length, '0');
  };
  const nextId = chosenId ?? id.replace(pattern, toDigits);
  // A short id could also be a part of a word.
  if (id.length < 8 || !/\d/.test(id)) return { ...value, id: nextId };
  const [from, to = ''] = [id, `${nextId}`].map((each) => JSON.stringify(each).slice(1, -1));
  // A longer id may contain this one.
  return JSON.parse(text.replace(new RegExp(`(?<![\\dA-Za-z])${literalPattern(from!)}(?![\\dA-Za-z])`, 'g'), () => to));
}

/** Returns a deep copy of the changes, with the fields of the original that they do not have. */
function merge(original: unknown, changes: unknown): unknown {
  if (Array.isArray(changes)) return changes.map((item) => merge(undefined, item));
  if (!isFields(changes)) return changes;
  const fields = isFields(original) ? original : {};
  const changed = Object.entries(changes).map(([name, value]) => [name, merge(fields[name], value)]);
  const merged = Object.entries({ ...fields, ...Object.fromEntries(changed) });
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
