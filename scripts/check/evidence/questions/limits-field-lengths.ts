import { isObject } from '../../../contract/json.js';
import { parsePointer } from '../../../contract/pointer.js';
import { grouped } from '../../../text/numbers.js';
import type { Proposal } from '../../model/proposal.js';
import { Tallies } from '../counts.js';
import { Grounds, joined } from '../grounds.js';
import { schemasOf } from '../marked.js';
import type { JsonObject, Rule, Sight, Subject } from '../rule.js';
import { count, list, withoutFalse } from '../words.js';

const question = 'limits.field-lengths';

/** What is known of one field of a request, named `Schema.field`. */
interface Lengths {
  /** The longest text that was accepted. */
  accepted: number;
  /** The limits that refusals name. */
  named: Map<number, Grounds>;
}

/** How long a text may be. */
export const limitsFieldLengths: Rule = {
  unknown: question,
  watch(subject) {
    const accepted = new Map<string, number>();
    const refused = new Tallies();
    const fields = new Map<string, Lengths>();
    return {
      see(sight) {
        const { case: sent, operation, isSuccess, refusesContent, status } = sight;
        keep(fields, sight);
        if (sent.kind !== 'long' || !(isSuccess || refusesContent)) return false;
        const field = sent.pointer ?? '';
        const name = `${operation.id}${field}`;
        if (isSuccess) {
          const length = Math.max(accepted.get(name) ?? 0, lengthAt(sight.sent, field));
          if (accepted.size < 500 || accepted.has(name)) accepted.set(name, length);
        } else {
          refused.of(`Refused with ${status}`).add(name);
        }
        return true;
      },
      sentences: () => sentences(accepted, refused),
      proposals: () => proposals(fields, subject),
    };
  },
};

function sentences(accepted: ReadonlyMap<string, number>, refused: Tallies): string[] {
  const known = [...accepted.values()].filter((length) => length > 0);
  const upTo = known.length > 0 ? ` of ${grouped(Math.min(...known))} characters or more` : '';
  return withoutFalse(
    accepted.size > 0 &&
      `Long texts${upTo} were accepted in ${count(accepted.size, 'field')}: ${list([...accepted.keys()].sort())}.`,
    ...refused.entries().map(([outcome, names]) => `${outcome}: ${list(names.words())}.`),
  );
}

/** Returns the length of the text at a JSON pointer in a body, or of the longest text if there is no text there. */
function lengthAt(body: JsonObject | undefined, pointer: string): number {
  let at: unknown = body;
  for (const key of parsePointer(pointer)) at = isObject(at) || Array.isArray(at) ? (at as JsonObject)[key] : undefined;
  const texts = typeof at === 'string' ? [at] : Object.values(body ?? {}).filter((value) => typeof value === 'string');
  return Math.max(0, ...texts.map((text) => text.length));
}

/** Keeps the lengths of accepted texts, and the limits that the refusal of a long one names. */
function keep(fields: Map<string, Lengths>, sight: Sight): void {
  const { asked, case: testCase, isSuccess, refusesContent, operation, value } = sight;
  if (asked === undefined || !(isSuccess || refusesContent)) return;
  const texts = Object.entries(sight.sent ?? {}).filter(
    (each): each is [string, string] => typeof each[1] === 'string',
  );
  const isAbout = (name: string): boolean => texts.length === 1 || testCase.pointer === `/${name}`;
  for (const [name, text] of isSuccess ? texts : texts.filter(([each]) => isAbout(each))) {
    const label = `${asked}.${name}`;
    const own = fields.get(label) ?? { accepted: 0, named: new Map<number, Grounds>() };
    if (fields.size >= 500 && !fields.has(label)) return;
    fields.set(label, own);
    const length = [...text].length;
    if (isSuccess) own.accepted = Math.max(own.accepted, length);
    else if (testCase.kind === 'long' || testCase.kind === 'recorded') {
      for (const [limit, sentence] of limitsIn(value, length)) {
        const grounds = own.named.get(limit) ?? new Grounds();
        grounds.add(operation.id, '', sentence);
        if (own.named.size < 5) own.named.set(limit, grounds);
      }
    }
  }
}

const aboutLength = /\b(?:at most|more than|not? (?:exceed|longer)|max\w*|up to|fewer|less than|too long|long\w*)\b/i;

/** The numbers below a length in sentences about the length of a text. */
function limitsIn(value: unknown, length: number): [limit: number, sentence: string][] {
  return sentencesIn(value, 0).flatMap((sentence): [number, string][] => {
    if (!aboutLength.test(sentence) || !/\bcharacters?\b|\bchars?\b|\blength\b/i.test(sentence)) return [];
    const numbers = [...sentence.matchAll(/(?<![\w.,-])[0-9]{1,6}(?![\w-]|[.,][0-9])/g)].map(([text]) => Number(text));
    const limits = [...new Set(numbers)].filter((number) => number > 0 && number < length);
    const isExclusive = /\b(?:fewer|less) than\b|\bbelow\b/i.test(sentence);
    return limits.length === 1 ? [[(limits[0] as number) - (isExclusive ? 1 : 0), sentence]] : [];
  });
}

function sentencesIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value.slice(0, 500)];
  if (typeof value !== 'object' || value === null || depth > 5) return [];
  return Object.values(value)
    .slice(0, 50)
    .flatMap((below) => sentencesIn(below, depth + 1));
}

function proposals(fields: ReadonlyMap<string, Lengths>, { document, answered }: Subject): Proposal[] {
  const found = [...fields].flatMap(([label, { accepted, named }]) => {
    const [[limit, grounds] = [0, new Grounds()], other] = named;
    const [schema = '', field = ''] = label.split('.', 2);
    const known = schemasOf(document)[schema]?.properties?.[field];
    const isText = known !== undefined && [known.type].flat().includes('string');
    const isNews = isText && limit > 0 && !other && accepted <= limit && known.maxLength !== limit;
    return isNews ? [{ label, limit, grounds }] : [];
  });
  if (found.length === 0) return [];
  const value = { ...(answered?.value as Record<string, number> | undefined) };
  for (const { label, limit } of found.sort((one, two) => (one.label < two.label ? -1 : 1))) value[label] = limit;
  const rests = joined(found.map(({ grounds }) => grounds)).rests('A longer text that is accepted.');
  return [{ question, certainty: 'shown', answer: { value }, rests }];
}
