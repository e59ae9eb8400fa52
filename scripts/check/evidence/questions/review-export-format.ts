import { headerOf } from '../../model/exchange.js';
import type { Proposal } from '../../model/proposal.js';
import { Tally } from '../counts.js';
import { Grounds, joined } from '../grounds.js';
import type { Rule, Sight, Subject } from '../rule.js';
import { tallied, withoutFalse } from '../words.js';

const question = 'review-export.format';

type Format = 'csv' | 'json';

const media: Readonly<Record<string, Format>> = { 'text/csv': 'csv', 'application/json': 'json' };

interface Formats {
  /** The formats that came. */
  came: Map<Format, Grounds>;
  /** Formats that came although the request prefers the other one: the other one does not exist. */
  alone: Set<Format>;
}

/** The formats of an export. */
export const reviewExportFormat: Rule = {
  unknown: question,
  watch(subject) {
    const types = new Tally();
    const formats: Formats = { came: new Map(), alone: new Set() };
    return {
      see(sight) {
        const { operation, isSuccess, response } = sight;
        if (!isSuccess || !subject.marked.operations.has(operation.id)) return false;
        const type = headerOf(response, 'content-type')?.trim().toLowerCase() ?? 'no Content-Type';
        types.add(type);
        const format = media[type.split(';', 1)[0]?.trim() ?? ''];
        if (format && response.bytes.length > 0) keep(formats, format, sight);
        return true;
      },
      sentences: () => withoutFalse(types.total > 0 && `The export comes as ${tallied(types.entries())}.`),
      proposals: () => proposals(formats, subject),
    };
  },
};

function keep({ came, alone }: Formats, format: Format, { operation, exchange, case: { kind } }: Sight): void {
  const grounds = came.get(format) ?? new Grounds();
  grounds.add(operation.id, '', format);
  came.set(format, grounds);
  // The check prefers JSON; a recording says what it asked for.
  const accept = exchange.request.headers['accept'] ?? (kind === 'recorded' ? '' : 'application/json');
  const prefers = (text: string): boolean => accept.trimStart().toLowerCase().startsWith(text);
  if (prefers(format === 'csv' ? 'application/json' : 'text/csv')) alone.add(format);
}

function proposals({ came, alone }: Formats, { answered }: Subject): Proposal[] {
  const known = (answered?.value as Format[] | undefined) ?? ['csv', 'json'];
  const value = [...came.keys()].sort();
  // One format says nothing about the other one, unless it came where the other one was asked for.
  const isAll = value.length === 2 || value.every((format) => alone.has(format));
  const all = isAll ? value : [...new Set([...known, ...value])].sort();
  if (value.length === 0 || all.join() === [...known].sort().join()) return [];
  const rests = joined(came.values()).rests('An export in another format.');
  return [{ question, certainty: 'shown', answer: { value: all }, rests }];
}
