import type { OpenQuestion } from '../contract/document.js';

type JsonSchema = Record<string, unknown>;

interface AnswerForm extends JsonSchema {
  description?: string;
  examples: readonly unknown[];
}

const example = { 'auth.scheme-prefix': { value: 'Bearer' } };

const from: JsonSchema = {
  description: 'Where the answer comes from.',
  type: 'object',
  additionalProperties: false,
  properties: {
    by: { type: 'string', description: 'The source: a person, a team, or a program.' },
    on: { type: 'string', format: 'date', description: 'The date of the answer.', examples: ['2026-11-22'] },
    evidence: { type: 'string', description: 'The observation or the text that shows the answer.' },
  },
};

export function answersSchema(questions: readonly OpenQuestion[]): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Answers to the open questions of a contract',
    type: 'object',
    additionalProperties: false,
    examples: [{ answers: example }],
    properties: {
      answers: {
        description: 'The answers, each under the id of its question.',
        examples: [example],
        type: ['object', 'null'],
        additionalProperties: false,
        properties: Object.fromEntries(questions.map((question) => [question.id, answerSchema(question)])),
      },
      overlays: {
        description: 'OpenAPI Overlay 1.0 files, applied last. Their paths are relative to the folder of this file.',
        type: 'array',
        items: { type: 'string' },
        examples: [['corrections.overlay.yaml']],
      },
    },
    $defs: {
      from,
      ...Object.fromEntries(questions.map((question) => [question.id, answerForm(question)])),
    },
  };
}

/** The JSON Schema of an answer's value, with examples; that of any text for an answer that changes only the docs. */
export function answerForm({ answer = 'text', example = 'A sentence for the docs.' }: OpenQuestion): AnswerForm {
  return answer === 'text' ? { type: 'string', minLength: 1, examples: [example] } : (answer as AnswerForm);
}

function answerSchema(openQuestion: OpenQuestion): JsonSchema {
  const { id, question, assumed, answer = 'text' } = openQuestion;
  const value = { $ref: `#/$defs/${id}` };
  const [exampleValue] = answerForm(openQuestion).examples;
  return {
    description: `${question} Without an answer: ${assumed}`,
    type: 'object',
    additionalProperties: false,
    required: ['value'],
    examples: [{ value: exampleValue }],
    properties: {
      value,
      ...(answer !== 'text' && {
        except: {
          description: 'Other values for some operations or resources, by name.',
          type: 'object',
          additionalProperties: value,
        },
        closed: { type: 'boolean', description: 'For a list of values: true if no other values exist.' },
      }),
      from: { $ref: '#/$defs/from' },
    },
  };
}
