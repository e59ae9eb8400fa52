import { closest } from 'fastest-levenshtein';
import { toPointer } from '../../contract/pointer.js';
import { isObject } from '../../contract/walk.js';

interface Mistake {
  /** JSON pointer. */
  pointer: string;
  message: string;
}

const keys = ['$schema', 'format', 'contract', 'answers', 'findings', 'alwaysPresent'];
const findingKeys = ['id', 'reason', 'until'];

/** Lists why a JSON value is not a baseline. */
export function* mistakesIn(value: unknown): Iterable<Mistake> {
  if (!isObject(value))
    return yield {
      pointer: '',
      message: `must be an object with ${keys.filter((key) => key !== '$schema' && key !== 'answers').join(', ')}`,
    };
  yield* unknownKeys(value, keys, []);
  const { $schema = '', format, contract, answers, findings, alwaysPresent } = value;
  if (typeof $schema !== 'string') yield { pointer: '/$schema', message: 'must be a string' };
  if (format !== 1) yield { pointer: '/format', message: 'must be 1, the only version that this program knows' };
  if (typeof contract !== 'string' || contract === '') {
    yield { pointer: '/contract', message: 'must be the version of the contract, such as "0.1.0"' };
  }
  if (answers !== undefined && !/^[0-9a-f]{64}$/.test(String(answers))) {
    yield { pointer: '/answers', message: 'must be the SHA-256 of the answers, as in a report' };
  }
  if (!Array.isArray(findings)) yield { pointer: '/findings', message: 'must be an array of accepted findings' };
  else yield* mistakesInFindings(findings);
  if (!isObject(alwaysPresent)) {
    return yield { pointer: '/alwaysPresent', message: 'must be an object with an array of fields for each schema' };
  }
  for (const [schema, fields] of Object.entries(alwaysPresent)) {
    const pointer = toPointer(['alwaysPresent', schema]);
    if (!Array.isArray(fields) || !fields.every((field) => typeof field === 'string')) {
      yield { pointer, message: 'must be an array of field names' };
    } else if (new Set(fields).size < fields.length) {
      yield { pointer, message: 'names a field twice' };
    }
  }
}

function* mistakesInFindings(findings: readonly unknown[]): Iterable<Mistake> {
  const seen = new Set<string>();
  for (const [index, finding] of findings.entries()) {
    const at = (...path: string[]): string => toPointer(['findings', index, ...path]);
    if (!isObject(finding)) {
      yield { pointer: at(), message: `must be an object with ${findingKeys.join(', ')}` };
      continue;
    }
    yield* unknownKeys(finding, findingKeys, ['findings', index]);
    const { id, reason, until } = finding;
    if (typeof id !== 'string' || !/^[^:]+:[\s\S]*:/.test(id)) {
      yield { pointer: at('id'), message: 'must be the id of a finding, rule:operationId:pointer' };
    } else if (seen.has(id)) {
      yield { pointer: at('id'), message: 'repeats the id of an earlier finding; remove one of them' };
    } else {
      seen.add(id);
    }
    if (typeof reason !== 'string' || !/\S/.test(reason)) {
      yield { pointer: at('reason'), message: 'must say why the finding is accepted' };
    }
    if (typeof until !== 'string' || !isDate(until)) {
      const found = typeof until === 'string' ? `, not ${JSON.stringify(until.slice(0, 40))}` : '';
      yield { pointer: at('until'), message: `must be a date, such as "2027-01-31"${found}` };
    }
  }
}

function* unknownKeys(
  object: Record<string, unknown>,
  known: readonly string[],
  path: (string | number)[],
): Iterable<Mistake> {
  for (const key of Object.keys(object)) {
    if (known.includes(key)) continue;
    yield {
      pointer: toPointer([...path, key]),
      message: `is not known; the nearest known name is ${closest(key, known)}`,
    };
  }
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
