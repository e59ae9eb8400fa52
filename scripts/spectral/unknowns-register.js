// @ts-check
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { dataOf, isObject } from '../contract/walk.js';
import { formatValue } from './format.js';

/** @typedef {import('../contract/walk.js').JsonPath} JsonPath */

const fields = ['id', 'section', 'question', 'assumed', 'evidence'];
const optional = ['covers', 'observed', 'answer', 'example'];
const observedFields = ['date', 'by', 'said'];

/** This Ajv refuses keywords and formats that it does not know, since a misspelled one would allow every answer. */
const ajv = addFormats.default(new Ajv2020({ strictSchema: true, strictTypes: false, addUsedSchema: false }));

/** @param {Record<string, unknown>} entry @param {JsonPath} path */
function* findingsInOptional(entry, path) {
  const { covers, observed, answer, example } = entry;
  if (answer === 'text' ? !isText(example) : example !== undefined) {
    const expected = 'Expected "example" to be a text beside "answer: text", and only there';
    yield { message: `${expected}; found ${formatValue(example)}. Write what somebody could answer.`, path };
  }
  if (covers !== undefined && !(Array.isArray(covers) && covers.length > 0 && covers.every(isText))) {
    const expected = 'Expected "covers" to be a list of schema keywords, "null" or "*"';
    const message = `${expected}; found ${formatValue(covers)}. List at least one.`;
    yield { message, path: [...path, 'covers'] };
  }
  if (observed === undefined) return;
  for (const [index, each] of (Array.isArray(observed) ? observed : [observed]).entries()) {
    const isWhole =
      isObject(each) &&
      Object.keys(each).length === observedFields.length &&
      observedFields.every((field) => isText(each[field])) &&
      /^\d{4}(?:-\d\d){0,2}$/.test(String(each['date']));
    if (isWhole) continue;
    const expected = 'Expected the fields "date" (such as 2026-11), "by" and "said", and no others';
    const message = `${expected}; found ${formatValue(each)}. Write all three as strings.`;
    yield { message, path: Array.isArray(observed) ? [...path, 'observed', index] : [...path, 'observed'] };
  }
}

/** Yields mistakes in the schema of an answer, or in its examples, which people copy.
 * @param {unknown} answer @param {JsonPath} path */
function* findingsInAnswer(answer, path) {
  if (answer === 'text') return;
  const examples = isObject(answer) ? answer['examples'] : undefined;
  if (!isObject(answer) || !Array.isArray(examples) || examples.length < 2) {
    const actual = isObject(answer) ? formatValue(examples ?? 'no examples') : formatValue(answer);
    const expected =
      'Expected "answer" to be a JSON Schema with two examples, or "text" if the answer is shown only in the docs';
    yield { message: `${expected}; found ${actual}. Say what an answer looks like.`, path };
    return;
  }
  try {
    const validate = ajv.compile(answer);
    for (const [index, example] of examples.entries()) {
      if (validate(example)) continue;
      const [{ instancePath = '', message = 'is wrong' } = {}] = validate.errors ?? [];
      const problem = `${instancePath} ${message}`.trim();
      yield {
        message:
          `Expected an example that fits the schema of the answer; found ${formatValue(example)}, which does not: ` +
          `${problem}. Correct the example or the schema.`,
        path: [...path, 'examples', index],
      };
    }
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace('strict mode: ', '');
    const [, keyword = ''] = /unknown keyword: "(.*)"/.exec(reason) ?? [];
    const message = `Expected "answer" to be a valid JSON Schema (2020-12); found a mistake: ${reason}. Correct it.`;
    yield { message, path: [...path, ...(findKey(keyword, answer) ?? [])] };
  } finally {
    // Make Ajv forget the schema: this process may run for days, and lint the same object again.
    ajv.removeSchema(answer);
  }
}

/** The path to a key inside an object, at any depth; undefined if there is no such key.
 * @param {string} key @param {unknown} value @returns {string[] | undefined} */
function findKey(key, value) {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, key)) return [key];
  for (const [name, child] of Object.entries(value)) {
    const childPath = findKey(key, child);
    if (childPath) return [name, ...childPath];
  }
  return undefined;
}

/** @param {string[]} names */
function quotedList(names) {
  return names.map((name) => `"${name}"`).join(', ');
}

/** @param {unknown} value */
function isText(value) {
  return typeof value === 'string' && value.trim() !== '';
}

/** Every `x-unknown` of the document, except inside examples and other data.
 * @param {unknown} document @returns {{ path: JsonPath, value: unknown }[]} */
function usesIn(document) {
  /** @type {{ path: JsonPath, value: unknown }[]} */
  const uses = [];
  /** @param {unknown} value @param {JsonPath} path */
  const search = (value, path) => {
    if (path.at(-1) === 'x-unknown') uses.push({ path, value });
    else if (Array.isArray(value)) for (const [index, item] of value.entries()) search(item, [...path, index]);
    else if (isObject(value)) for (const [name, item] of Object.entries(value)) search(item, [...path, name]);
  };
  for (const { kind, path, value } of dataOf(document)) {
    if (kind === 'extension' && path[0] !== 'x-unknowns') search(value, path);
  }
  return uses;
}

/** @param {unknown} use @param {JsonPath} path @param {Set<unknown>} knownIds */
function* findingsInUse(use, path, knownIds) {
  if (!Array.isArray(use) || use.length === 0) {
    yield {
      message:
        `Expected x-unknown to list at least one id of x-unknowns; ` +
        `found ${formatValue(use)}. List an id, or remove x-unknown.`,
      path,
    };
    return;
  }
  for (const [index, id] of use.entries()) {
    const itemPath = [...path, index];
    if (!knownIds.has(id)) {
      yield {
        message:
          `Expected an id of x-unknowns; found ${formatValue(id)}. Correct it, or add the unknown to the ` +
          `register.`,
        path: itemPath,
      };
    } else if (use.indexOf(id) < index) {
      yield { message: `Expected each id once; found ${formatValue(id)} again. Remove it.`, path: itemPath };
    }
  }
}

/** Each `x-unknown` names an entry of the register, and each entry is named somewhere. @param {unknown} document */
export default function unknownsRegister(document) {
  const register = isObject(document) ? document['x-unknowns'] : undefined;
  /** @type {{ message: string, path: JsonPath }[]} */
  const findings = [];
  if (register !== undefined && !Array.isArray(register)) {
    findings.push({
      message: `Expected x-unknowns to be a list; found ${formatValue(register)}. Write one object per unknown.`,
      path: ['x-unknowns'],
    });
  }
  const uses = usesIn(document);
  const usedIds = new Set(uses.flatMap(({ value }) => (Array.isArray(value) ? value : [])));
  const knownIds = new Set();
  for (const [index, entry] of (Array.isArray(register) ? register : []).entries()) {
    const path = ['x-unknowns', index];
    if (!isObject(entry)) {
      findings.push({
        message: `Expected an object with ${quotedList(fields)}; found ${formatValue(entry)}. Fill in all five.`,
        path,
      });
      continue;
    }
    for (const field of fields) {
      const value = entry[field];
      if (isText(value)) continue;
      findings.push({
        message: `Expected "${field}" to be a non-empty string; found ${formatValue(value)}. Fill it in.`,
        path: [...path, field],
      });
    }
    for (const field of Object.keys(entry)) {
      if (fields.includes(field) || optional.includes(field)) continue;
      findings.push({
        message: `Expected only ${quotedList([...fields, ...optional])}; found ${formatValue(field)}. Remove it.`,
        path: [...path, field],
      });
    }
    findings.push(...findingsInOptional(entry, path));
    findings.push(...findingsInAnswer(entry['answer'], [...path, 'answer']));
    if (typeof entry.id !== 'string') continue;
    if (knownIds.has(entry.id)) {
      findings.push({
        message: `Expected each id once in the register; found ${formatValue(entry.id)} again. Merge the two entries.`,
        path: [...path, 'id'],
      });
    } else if (!usedIds.has(entry.id)) {
      findings.push({
        message:
          `Expected an x-unknown that refers to ${formatValue(entry.id)}; ` +
          `found none. Add it at each place that depends on this unknown, or remove the entry.`,
        path: [...path, 'id'],
      });
    }
    knownIds.add(entry.id);
  }
  for (const { path, value } of uses) findings.push(...findingsInUse(value, path, knownIds));
  return findings;
}
