import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { rewritten, UnknownCode } from '../../../contract/ajv-code.js';
import type { SchemaNode } from '../../../contract/schema-walk.js';
import { BuildError } from '../../../text/problem.js';
import { leanCode } from './lean-code.js';

/** The code of a function of the type `Check` in `scripts/validators/validator.ts`, for one schema. */
export interface CheckCode {
  text: string;
  /** Declarations that it uses; another check may need the same ones. */
  constants: readonly string[];
  /** The names that it imports from `scripts/validators/run-time.ts`. */
  shared: ReadonlySet<string>;
  /** The checks that it calls: from the name used in the code to the id of the schema. */
  calls: ReadonlyMap<string, string>;
}

/** The functions of `scripts/validators/formats.ts`. */
export const formats: Readonly<Record<string, string>> = {
  date: 'date',
  'date-time': 'dateTime',
  email: 'email',
  uri: 'uri',
  'uri-reference': 'uriReference',
  uuid: 'uuid',
};

/** Replacements for functions that Ajv would load from its own run time. */
const functions: Readonly<Record<string, string>> = {
  'require("ajv/dist/runtime/ucs2length").default': 'textLength',
  'require("ajv/dist/runtime/equal").default': 'equal',
};

/** A name in Ajv's code that is not one of its own variables. */
interface ScopeName {
  str: string;
  prefix: string;
  value: { ref: unknown; key?: unknown; code?: { toString(): string } };
}

/**
 * Compiles schemas that refer to one another by id.
 *
 * @returns a function that, for the id of a schema and a name, returns the code of a function of that name
 */
export function checkCompiler(schemas: ReadonlyMap<string, SchemaNode>): (id: string, name: string) => CheckCode {
  const ajv = new Ajv2020({
    strict: false,
    strictNumbers: true,
    allErrors: true,
    ownProperties: true,
    inlineRefs: false,
    validateSchema: false, // Lint has already done this.
    code: { source: true, esm: true, lines: true },
  });
  addFormats.default(ajv);
  // For these keywords only, Ajv records which properties have been evaluated.
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
        throw new BuildError(`${error.message} The code belongs to the schema ${schema}.`);
      const advice = 'Use other keywords there, or add support to scripts/build/artefacts/validators/check-code.ts.';
      throw new BuildError(`No validator can be made for the schema ${schema}: ${(error as Error).message}. ${advice}`);
    }
  };
}

function checkCode({ source }: ValidateFunction, schema: SchemaNode, name: string): CheckCode {
  if (!source) throw new Error('Ajv returned no code');
  const { validateCode, scopeValues } = source;
  let text = leanCode(String(validateCode), name, schema);
  const constants: string[] = [];
  const shared = new Set(['base', 'has', 'limit', 'token'].filter((each) => new RegExp(`\\b${each}\\b`).test(text)));
  const calls = new Map<string, string>();
  const scopeNames = Object.values(scopeValues as unknown as Record<string, Set<ScopeName>>).flatMap((set) => [...set]);
  for (const { str, prefix, value } of scopeNames) {
    if (!new RegExp(`\\b${str}\\b`).test(text)) continue;
    if (prefix === 'validate' || prefix === 'wrapper' || prefix === 'root') {
      calls.set(str, String((value.ref as { schema: AnySchemaObject }).schema.$id));
    } else if (prefix === 'formats') {
      const own = formats[String(value.key)];
      if (own === undefined) throw new Error(`scripts/validators/formats.ts does not have the format ${value.key}`);
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
      if (own === undefined) throw new Error(`the code uses ${value.code}`);
      shared.add(own);
      text = text.replaceAll(new RegExp(`\\b${str}\\b`, 'g'), own);
    }
  }
  return { text, constants, shared, calls };
}
