import type { OpenApiDocument } from '../../../contract/document.js';
import { plainSchema, type SchemaNode } from '../../../contract/schema-walk.js';
import { formName, requestSchemas, type Strictness, schemaOf, strictnesses } from '../../../contract/strict-schemas.js';
import { BuildError } from '../../../text/problem.js';
import { type ExpectedResponses, expectedResponsesOf } from './response-validators.js';
import { type RuleCode, ruleCode } from './rule-code.js';

/** The schemas of a document, in all their forms. */
export interface SchemaForms {
  /** The names of all component schemas. */
  names: readonly string[];
  /** Those that only request bodies use; they reject fields that they do not declare. */
  requests: ReadonlySet<string>;
  responses: ExpectedResponses;
  /** Whether the validator of a schema rejects fields that it does not declare. */
  usualForm(name: string): Strictness;
  /**
   * @param id a name in one of its forms, or the id of an inline schema
   * @throws BuildError if a schema has parts that no code can be made for
   */
  code(id: string, nameOf: (id: string) => string): RuleCode;
}

export function schemaForms(document: OpenApiDocument): SchemaForms {
  const names = Object.keys(document.components['schemas'] ?? {});
  const requests = requestSchemas(document);
  const responses = expectedResponsesOf(document);
  const schemas = new Map(responses.schemas);
  for (const name of names) {
    const plain = plainSchema(document.components['schemas']?.[name] as SchemaNode);
    for (const strictness of strictnesses) schemas.set(formName(name, strictness), schemaOf(plain, strictness));
  }
  return {
    names,
    requests,
    responses,
    usualForm: (name) => (requests.has(name) ? 'strict' : 'tolerant'),
    code(id, nameOf) {
      try {
        return ruleCode(schemas.get(id) as SchemaNode, nameOf);
      } catch (error) {
        const [schema] = id.split('.');
        const advice = 'Use other keywords there, or add support to scripts/build/artefacts/validators/rule-code.ts.';
        throw new BuildError(
          `No validator can be made for the schema ${schema}: ${(error as Error).message}. ${advice}`,
        );
      }
    },
  };
}

/** `PartnerEntry` becomes `partnerEntry`. */
export function constantName(schema: string): string {
  const name = schema.charAt(0).toLowerCase() + schema.slice(1);
  try {
    // The function is parsed, never run.
    new Function(`'use strict'; const ${name} = 0;`);
  } catch {
    throw new BuildError(
      `Expected a schema whose name can be the name of a constant, found ${schema}. Rename it: ${name} is a reserved ` +
        'word of JavaScript.',
    );
  }
  return name;
}

/** The code that makes a validator. The comment tells bundlers that the call has no side effects. */
export function made(rule: string): string {
  return `/* @__PURE__ */ validator(${rule});\n`;
}

/** The declarations of all validators, for a module that imports the types of schemas. */
export function validatorTypes({ names, requests }: SchemaForms): string {
  const declaration = (name: string): string => `
/** Validates a \`${name}\`${requests.has(name) ? ', and rejects fields that it does not declare' : ''}. */
export declare const ${constantName(name)}: Validator<${name}>;
`;
  return names.map(declaration).join('');
}
