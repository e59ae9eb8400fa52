import { expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { successesOf } from '../../scripts/contract/operations.js';
import { valueAt } from '../../scripts/contract/pointer.js';
import { expectedBeside } from '../expected-beside.js';
import { operationAnswers } from './operation-answers.js';
import { Seen, viewContract, wholeWith } from './seen.js';
import { withValues } from './taught.js';

/** Answers, and the places of the taught contract that change. `testTaught` says what a place is. */
interface Row {
  title: string;
  answers?: Record<string, { value: unknown }>;
  /** Questions whose answers come from `operation-answers.yaml`. */
  of?: string[];
  /** Whether schemas may still ask the questions. */
  isOpen?: boolean;
  /** The value at a place. */
  is?: Record<string, unknown>;
  /** Parts of the value. */
  shows?: Record<string, object>;
  /** Places that do not exist. */
  lacks?: string[];
  /** The names in an object, in order. */
  keys?: Record<string, string[]>;
  /** Items of a list. */
  includes?: Record<string, unknown>;
  /** A text that occurs nowhere below the place. */
  omits?: Record<string, string>;
  /** Places that are as in the contract without answers, or that have moved from another place there. */
  unchanged?: string[];
  moved?: Record<string, string>;
  /** Fields that each example of a request has or lacks. */
  sent?: Record<string, { has?: string; lacks?: string }>;
  /** Open questions of operations, and others. */
  asks?: Record<string, string>;
  settles?: Record<string, string>;
}

const ownView = new Seen(contract);

/** The parts of an operation, by the word after its id. */
const parts: Readonly<Record<string, (view: Seen, id: string) => unknown>> = {
  operation: (view, id) => view.operation(id),
  place: (view, id) => view.place(id),
  parameters: (view, id) => view.parameters(id),
  parameterNames: (view, id) => view.parameters(id).map(({ name }) => name),
  success: (view, id) => view.success(id)[0],
  response: (view, id) => view.success(id)[1],
  successes: (view, id) => successesOf(view.document, view.operation(id)),
  types: (view, id) => Object.keys(view.success(id)[1].content ?? {}),
  json: (view, id) => view.json(id),
  examples: (view, id) => view.examples(id),
  answered: (view, id) => view.readAnswer(id),
};

function readValue(view: Seen, path: string): unknown {
  const [, id = '', part = '', pointer = ''] = /^(\w+)\.(\w+)(\/.*)?$/.exec(path) ?? [];
  if (id === '') return view.at(`/components/${path}`);
  return valueAt(parts[part]?.(view, id), pointer);
}

/**
 * Tests the rows of a YAML file beside a test. A place is a JSON pointer below `/components`, or a part of an operation
 * such as `getTier.json/schema`.
 */
export function testTaught(test: string, name: string): void {
  const rows = expectedBeside<Row[]>(test, name);
  it.each(rows.map(({ title, ...row }) => [title, row] as const))('%s', (_, { answers, of, isOpen, ...row }) => {
    const { is = {}, shows = {}, lacks = [], keys = {}, includes = {}, omits = {}, unchanged = [], ...others } = row;
    const { moved = {}, sent = {}, asks = {}, settles = {}, ...unknown } = others;
    expect(unknown).toEqual({});
    const values = withValues(Object.fromEntries((of ?? []).map((id) => [id, operationAnswers[id]])));
    const view = (isOpen || of ? wholeWith : viewContract)({ ...values, ...answers });
    for (const [path, value] of Object.entries(is)) expect(readValue(view, path), path).toEqual(value);
    for (const [path, value] of Object.entries(shows)) expect(readValue(view, path), path).toMatchObject(value);
    for (const place of lacks) {
      const end = place.lastIndexOf('/');
      expect(readValue(view, place.slice(0, end)), place).toBeInstanceOf(Object);
      expect(Object.keys(readValue(view, place.slice(0, end)) as object), place).not.toContain(place.slice(end + 1));
    }
    for (const [path, names] of Object.entries(keys))
      expect(Object.keys(readValue(view, path) as object), path).toEqual(names);
    for (const [path, item] of Object.entries(includes)) expect(readValue(view, path), path).toContainEqual(item);
    for (const [path, text] of Object.entries(omits)) expect(JSON.stringify(readValue(view, path))).not.toContain(text);
    for (const [place, before] of [...unchanged.map((same) => [same, same] as const), ...Object.entries(moved)]) {
      expect(readValue(ownView, before), before).toBeDefined();
      expect(readValue(view, place), place).toEqual(readValue(ownView, before));
    }
    for (const [id, fields] of Object.entries(sent)) {
      expect(view.listSentValues(id)).not.toEqual([]);
      for (const value of view.listSentValues(id)) {
        if (fields.has !== undefined) expect(value, id).toHaveProperty(fields.has);
        if (fields.lacks !== undefined) expect(value, id).not.toHaveProperty(fields.lacks);
      }
    }
    for (const [id, question] of Object.entries(asks)) expect([id, view.isOpen(id, question)]).toEqual([id, true]);
    for (const [id, question] of Object.entries(settles))
      expect([id, view.isOpen(id, question) ?? false]).toEqual([id, false]);
  });
}
