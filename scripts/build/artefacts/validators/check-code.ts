import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { rewritten, UnknownCode } from '../../../contract/ajv-code.js';
import type { SchemaNode } from '../../../contract/schema-walk.js';
import { BuildError } from '../../../text/problem.js';
import { leanCode } from './lean-code.js';

/** A function that judges values of one schema, as text; `Check` in `scripts/validators/validator.ts` is its type. */
export interface CheckCode {
  text: string;
  /** Statements that declare what it uses; another check may need the same ones. */
  constants: readonly string[];
  /** The names that it takes from `scripts/validators/run-time.ts`. */
  shared: ReadonlySet<string>;
  /** The checks that it calls: the id of the schema of each, by the name that it calls it by. */
  calls: ReadonlyMap<string, string>;
}

/** The functions of `scripts/validators/formats.ts`. */
const formats: Readonly<Record<string, string>> = {
  'date-time': 'dateTime',
  email: 'email',
  uri: 'uri',
  'uri-reference': 'uriReference',
  uuid: 'uuid',
};

/** What Ajv would load from its own run time. */
const functions: Readonly<Record<string, string>> = {
  'require("ajv/dist/runtime/ucs2length").default': 'textLength',
  'require("ajv/dist/runtime/equal").default': 'equal',
};

/** What Ajv's code names besides its own variables. */
interface ScopeName {
  str: string;
  prefix: string;
  value: { ref: unknown; key?: unknown; code?: { toString(): string } };
}

/**
 * Compiles schemas that refer to one another by their ids.
 *
 * @returns a function from the id of a schema, and a name, to the code of a function of that name
 */
export function checkCompiler(schemas: ReadonlyMap<string, SchemaNode>): (id: string, name: string) => CheckCode {
  const ajv = new Ajv2020({
    strict: false,
    strictNumbers: true,
    allErrors: true,
    ownProperties: true,
    inlineRefs: false,
    validateSchema: false, // Lint has done that.
    code: { source: true, esm: true, lines: true },
  });
  addFormats.default(ajv);
  // Ajv writes down which properties were judged, for these keywords alone.
  ajv.opts.unevaluated = [...schemas.values()].some((schema) =>
    /"unevaluated(?:Properties|Items)":/.test(JSON.stringify(schema)),
  );
  for (const [$id, schema] of schemas) ajv.addSchema({ ...schema, $id });

  return (id, name) => {
    try {
      return checkCode(ajv.getSchema(id) as ValidateFunction, schemas.get(id) as SchemaNode, name);
    } catch (error) {
      const [schema] = id.split('.');
      if (error instanceof UnknownCode)
        throw new BuildError(`${error.message} It is the code for the schema ${schema}.`);
      const advice = 'Use other keywords there, or teach scripts/build/artefacts/validators/check-code.ts this one.';
      throw new BuildError(
        `Expected a schema ${schema} that a validator can be made of: ${(error as Error).message}. ${advice}`,
      );
    }
  };
}

function checkCode({ source }: ValidateFunction, schema: SchemaNode, name: string): CheckCode {
  if (!source) throw new Error('found no code of it');
  const { validateCode, scopeValues } = source;
  let text = leanCode(String(validateCode), name, schema);
  const constants: string[] = [];
  const shared = new Set(['has', 'limit', 'token'].filter((each) => new RegExp(`\\b${each}\\b`).test(text)));
  const calls = new Map<string, string>();
  const scopeNames = Object.values(scopeValues as unknown as Record<string, Set<ScopeName>>).flatMap((set) => [...set]);
  for (const { str, prefix, value } of scopeNames) {
    if (!new RegExp(`\\b${str}\\b`).test(text)) continue;
    if (prefix === 'validate' || prefix === 'wrapper' || prefix === 'root') {
      calls.set(str, String((value.ref as { schema: AnySchemaObject }).schema.$id));
    } else if (prefix === 'formats') {
      const own = formats[String(value.key)];
      if (own === undefined)
        throw new Error(`found the format ${value.key}, which scripts/validators/formats.ts does not have`);
      shared.add(own);
      text = rewritten(text, 'scripts/build/artefacts/validators/check-code.ts', [
        {
          what: `calls of the format ${value.key}`,
          part: new RegExp(`\\b${str}(?:\\.test|\\.validate)?\\(`, 'g'),
          by: `${own}(`,
          times: new RegExp(`\\b${str}\\b`, 'g'),
        },
      ]);
    } else if (prefix === 'pattern') {
      constants.push(`const ${str} = ${value.ref};\n`);
    } else if (prefix === 'schema') {
      constants.push(`const ${str} = ${value.code};\n`);
    } else {
      const own = functions[String(value.code)];
      if (own === undefined) throw new Error(`found ${value.code} in the code`);
      shared.add(own);
      text = text.replaceAll(new RegExp(`\\b${str}\\b`, 'g'), own);
    }
  }
  return { text, constants, shared, calls };
}
