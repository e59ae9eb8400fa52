import { documentRules, type SchemaError, schemaErrors } from '../../../contract/body-rules.js';
import type { OpenApiDocument } from '../../../contract/document.js';
import { isJson } from '../../../contract/json-success.js';
import { isSlowPattern } from '../../../contract/pattern.js';
import { valueAt } from '../../../contract/pointer.js';
import type { Rule, Terms } from '../../../contract/schema-rules.js';
import { bounded } from '../../../system/bounded.js';
import type { CheckedOperation } from './operations.js';

/** The error of a body that could not be judged in time. */
export const undecided: SchemaError = {
  instancePath: '',
  keyword: 'too-slow',
  params: {},
  message: 'takes too long to judge',
};

/** Checks bodies against the schemas of one contract. An empty array: the body fits, or there is no schema. */
export interface BodyJudge {
  request(operation: CheckedOperation, value: unknown): readonly SchemaError[];
  /** `status` and `media` as the contract lists them: `200`, `4XX`, `default`; `application/json`, `application/*`. */
  answer(operation: CheckedOperation, status: string, value: unknown, media?: string): readonly SchemaError[];
}

/** Milliseconds to judge a request body. */
const patience = 1000;

/** Judges by each schema in its place in the document, without copies that could differ. */
export function bodyJudge(
  document: OpenApiDocument,
  operations: readonly CheckedOperation[],
  pattern?: Terms['pattern'],
): BodyJudge {
  const ruleOf = documentRules(document, pattern);
  // A media type need not have a schema.
  const requests = new Map<CheckedOperation['id'], Rule>();
  const answers = new Map<string, Rule>();
  for (const { id, body, responses } of operations) {
    const sent = body && isJson(body.media) ? valueAt(document, body.pointer) : undefined;
    if (sent !== undefined) requests.set(id, ruleOf(sent));
    for (const { status, bodies } of responses) {
      for (const { media, pointer } of bodies) {
        const shown = isJson(media) || media.includes('*') ? valueAt(document, pointer) : undefined;
        if (shown !== undefined) answers.set(`${id} ${status} ${media}`, ruleOf(shown));
      }
    }
  }
  return {
    // The caller is about to send it, and a signal cannot stop it here.
    request({ id }, value) {
      try {
        const judged = bounded(() => schemaErrors(requests.get(id), value), { milliseconds: patience });
        return judged.stopped === undefined ? judged.value : [undecided];
      } catch (error) {
        if (isSlowPattern(error)) return [undecided];
        throw error;
      }
    },
    answer: ({ id }, status, value, media = 'application/json') =>
      schemaErrors(answers.get(`${id} ${status} ${media}`), value),
  };
}
