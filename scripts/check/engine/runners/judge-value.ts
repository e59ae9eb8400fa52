import { distance } from 'fastest-levenshtein';
import { contract } from '../../../../generated/contract.js';
import { teachOwnContract } from '../../../answers/own-contract.js';
import { createDocumentRules } from '../../../contract/body-rules.js';
import type { OpenApiDocument } from '../../../contract/document.js';
import { isObject } from '../../../contract/json.js';
import { formatValue } from '../../../contract/mistake.js';
import { compileStoppablePattern } from '../../../contract/pattern.js';
import { escapeToken, valueAt } from '../../../contract/pointer.js';
import type { Schema } from '../../../contract/schema.js';
import { fieldsOf } from '../../../contract/schema-fields.js';
import { schemaForms, toStrictForm } from '../../../contract/schema-forms.js';
import { mistakesOf, type ValueMistake } from '../../../contract/schema-rules.js';
import { type SchemaNode, schemaPrefix, toPlainSchema } from '../../../contract/schema-walk.js';
import { suggest } from '../../../text/did-you-mean.js';
import { describeMistake } from '../../../validators/expectations.js';

/** A part of a value that does not fit its schema. */
export interface ValueProblem {
  /** JSON pointer into the value. */
  pointer: string;
  /** The rule by which the check finds the same in a response: `schema.type`, `field.undeclared`. */
  rule: string;
  message: string;
}

export interface ValueJudge {
  document: OpenApiDocument;
  schemaNames: readonly string[];
  /** Lists the problems of a value, which is at `pointer`. An undocumented field is one, except in an open object. */
  judge(schema: SchemaNode, value: unknown, pointer?: string): ValueProblem[];
  /** Returns the schema with this name. @throws RangeError for an unknown name; the message has the nearest one */
  schemaOf(name: string): SchemaNode;
}

/**
 * Creates a judge for values that come from no server, such as fixtures.
 *
 * @param answers a file with answers, which are applied to the contract
 * @throws UsageError for a mistake in this file
 */
export function createValueJudge(answers?: string): ValueJudge {
  const taughtContract = answers === undefined ? undefined : teachOwnContract(answers);
  const document = taughtContract?.document ?? contract;
  const { schemas, names } = schemaForms(document);
  const ruleOf = createDocumentRules(
    document,
    (text) => compileStoppablePattern(text, taughtContract?.placeOfPattern),
    (ref) => schemas.get(ref),
  );
  const resolver = { resolve: (schema: Schema): Schema => schemas.get(schema.$ref ?? '') ?? schema };
  return {
    document,
    schemaNames: names,
    judge: (schema, value, pointer = '') =>
      withoutBranches(mistakesOf(ruleOf(toStrictForm(toPlainSchema(schema))), value)).map((mistake) => {
        const fieldNames = [...fieldsOf(resolver, mistake.schema).properties.keys()];
        const problem = problemOf(mistake, valueAt(value, mistake.pointer), fieldNames);
        return { ...problem, pointer: pointer + problem.pointer };
      }),
    schemaOf(name) {
      if (names.includes(name)) return { $ref: schemaPrefix + name };
      const foundText = JSON.stringify(name);
      throw new RangeError(`Expected a schema of the contract, found ${foundText}. ${suggest(String(name), names)}`);
    },
  };
}

/** Removes the mistakes in the branches of a union that no branch fits: they contradict each other. */
function withoutBranches(mistakes: readonly ValueMistake[]): readonly ValueMistake[] {
  const isUnion = ({ keyword }: ValueMistake): boolean => keyword === 'anyOf' || keyword === 'oneOf';
  const unions = mistakes.filter(isUnion);
  return mistakes.filter(
    (each) => isUnion(each) || !unions.some(({ pointer }) => `${each.pointer}/`.startsWith(`${pointer}/`)),
  );
}

/** @param names the fields of the object that contains the mistake */
function problemOf(mistake: ValueMistake, value: unknown, names: readonly string[]): ValueProblem {
  const { keyword, pointer, field = '' } = mistake;
  if (keyword !== 'unevaluatedProperties' && keyword !== 'additionalProperties') {
    const foundText = Array.isArray(value) ? 'an array' : isObject(value) ? 'an object' : formatValue(value);
    const message = describeMistake(mistake, foundText).replace(/a different \w+\.$/, () => `${foundText}.`);
    return { pointer, rule: `schema.${keyword}`, message };
  }
  // A name that has little in common with the field would mislead.
  const similarNames = names.filter(
    (name) => !Object.hasOwn(Object(value), name) && distance(name, field) <= Math.max(2, field.length / 3),
  );
  const message = `Expected a documented field, found ${formatValue(field)}. ${suggest(field, similarNames)}`;
  return { pointer: `${pointer}/${escapeToken(field)}`, rule: 'field.undeclared', message: message.trimEnd() };
}
