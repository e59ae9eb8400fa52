import type { OpenApiDocument } from '../../../contract/document.js';
import { plainSchema, type SchemaNode } from '../../../contract/schema-walk.js';
import { formName, requestSchemas, type Strictness, schemaOf, strictnesses } from '../../../contract/strict-schemas.js';
import { BuildError } from '../../../text/problem.js';
import { type CheckCode, checkCompiler } from './check-code.js';
import { type ExpectedResponses, expectedResponsesOf } from './response-validators.js';

/** The schemas of a document, each as code that checks a value. */
export interface CompiledSchemas {
  /** The names of all component schemas. */
  names: readonly string[];
  /** Those that only request bodies use; they reject fields that they do not declare. */
  requests: ReadonlySet<string>;
  responses: ExpectedResponses;
  /** Whether the validator of a schema rejects fields that it does not declare. */
  usualForm(name: string): Strictness;
  /** @param id a name in one of its forms, or the id of an inline schema @param as the name of the function */
  compile(id: string, as: string): CheckCode;
}

/** @throws BuildError, as `compile` does, if a schema has parts that no code can be made for */
export function compiledSchemas(document: OpenApiDocument): CompiledSchemas {
  const names = Object.keys(document.components['schemas'] ?? {});
  const requests = requestSchemas(document);
  const responses = expectedResponsesOf(document);
  const tolerant = new Map(responses.schemas);
  const closed = new Map<string, SchemaNode>();
  for (const name of names) {
    const plain = plainSchema(document.components['schemas']?.[name] as SchemaNode);
    for (const strictness of strictnesses)
      (strictness === 'tolerant' ? tolerant : closed).set(formName(name, strictness), schemaOf(plain, strictness));
  }
  const compileTolerant = checkCompiler(tolerant);
  const compileClosed = checkCompiler(closed);
  return {
    names,
    requests,
    responses,
    usualForm: (name) => (requests.has(name) ? 'strict' : 'tolerant'),
    compile: (id, as) => (tolerant.has(id) ? compileTolerant(id, as) : compileClosed(id, as)),
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

/** The comment tells bundlers that the call has no side effects, so that they can drop unused validators. */
export function made(check: string): string {
  return `/* @__PURE__ */ validator(${check});\n`;
}

/** The declarations of all validators, for a module that imports the types of schemas. */
export function validatorTypes({ names, requests }: CompiledSchemas): string {
  const declaration = (name: string): string => `
/** Validates a \`${name}\`${requests.has(name) ? ', and rejects fields that it does not declare' : ''}. */
export declare const ${constantName(name)}: Validator<${name}>;
`;
  return names.map(declaration).join('');
}
