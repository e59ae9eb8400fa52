import { literal, loopRewriting, type Rewriting, rewritten } from '../../../contract/ajv-code.js';
import { parsePointer } from '../../../contract/pointer.js';
import type { SchemaNode } from '../../../contract/schema-walk.js';
import { expectation } from './expectations.js';

/** An expression on one line, in which braces and commas of literals do not count. */
const expression = `(?:[^"{}\\n]|${literal})`;

/** Where an issue is made, as Ajv writes it with all errors: the object, then three ways to keep it. */
const errorSite = new RegExp(
  [
    // It is empty where it will be forgotten: inside of `not` and `if`.
    String.raw`const err\d+ = \{(?:instancePath(?<below>:${expression}+?)?,schemaPath:(?<schemaPath>${literal}),`,
    String.raw`keyword:"(?<keyword>\w+)",params:\{(?<params>(?:${expression}|\n)*)\},` +
      String.raw`message:(?<message>${expression}+))?\};\n`,
    String.raw`if\(vErrors === null\)\{\nvErrors = \[err\d+\];\n\}\nelse \{\nvErrors\.push\(err\d+\);\n\}\nerrors\+\+;`,
  ].join(''),
  'g',
);
/** Where another function judges a value, and its errors are added. */
const callSite = new RegExp(
  [
    String.raw`if\(!\((?<callee>\w+)(?<wrapped>\.validate)?\((?<value>${expression}+?), `,
    String.raw`\{instancePath(?<below>:${expression}+?)?,parentData:?${expression}*\}\)\)\)\{\n`,
    String.raw`vErrors = vErrors === null \? \k<callee>\k<wrapped>\.errors : `,
    String.raw`vErrors\.concat\(\k<callee>\k<wrapped>\.errors\);\nerrors = vErrors\.length;\n\}`,
  ].join(''),
  'g',
);
/** Where errors of a form that need not fit are forgotten. */
const resetSite = new RegExp(
  [
    String.raw`errors = (_errs\d+);\nif\(vErrors !== null\)\{\n`,
    String.raw`if\(\1\)\{\nvErrors\.length = \1;\n\}\nelse \{\nvErrors = null;\n\}\n\}`,
  ].join(''),
  'g',
);
const head =
  /^function \w+\(data, \{instancePath="".*\}=\{\}\)\{\n\/\*# sourceURL=.* \*\/;\nlet vErrors = null;\nlet errors = 0;\n/g;
/** Ajv lets a caller ask which properties were judged; no caller is left that does. */
const evaluatedHead =
  /const evaluated0 = \w+\.evaluated;\n(?:if\(evaluated0\.\w+\)\{\nevaluated0\.\w+ = undefined;\n\}\n)*/g;
const tail = /\w+\.errors = vErrors;\n(?:evaluated0\.\w+ = \w+;\n)*return errors === 0;\n\}\n?$/g;
const property = String.raw`(data\d*)(?:\.[\w$]+|\[${literal}\])`;
const ownProperty = String.raw`func\d+\.call\(\1, (${literal})\)`;
const isThere = new RegExp(`${property} !== undefined && ${ownProperty}`, 'g');
const isMissing = new RegExp(String.raw`\(${property} === undefined\) \|\| \(!\(?${ownProperty}\)?\)`, 'g');
/** What must be gone: it would throw where it runs, or never end. */
const leftOver = new RegExp(
  [
    String.raw`(?<![\w.$])(?:(?:vErrors|errors|err\d+|schemaPath|instancePath|rootData|parentData|dynamicAnchors)(?!\w)|`,
    String.raw`evaluated\d+\b|\w+\d\.evaluated\.\w+)`,
  ].join(''),
);

/** In their order: what an earlier one has rewritten, a later one does not see. */
function rewritings(name: string, schema: SchemaNode): Rewriting[] {
  return [
    { what: 'beginnings of a function', part: head, by: `function ${name}(data, at, notes) {\n`, times: 1 },
    { what: 'ends of a function', part: tail, by: '}\n', times: 1 },
    { what: 'notes of what is judged', part: evaluatedHead, by: '', times: /\bconst evaluated0\b/g },
    {
      what: 'places where an error is kept',
      part: errorSite,
      by: (...found) => noteOf(found.at(-1) as ErrorSite, schema),
      times: /\bconst err\d+ = /g,
    },
    {
      what: 'calls of other functions',
      part: callSite,
      by: (...found) => callOf(found.at(-1) as CallSite),
      times: /\bparentData\b/g,
    },
    {
      what: 'places where errors are forgotten',
      part: resetSite,
      by: 'notes.length = $1;',
      times: /\bvErrors !== null\b/g,
    },
    { what: 'fields that must be there', part: isMissing, by: '!has($1, $2)', times: / === undefined\) \|\| \(/g },
    { what: 'fields that may be there', part: isThere, by: 'has($1, $2)', times: / !== undefined && func\d+\./g },
    {
      what: 'names that a schema may have',
      part: /\bfunc\d+\.call\((?=schema\d+\.properties, \w+\))/g,
      by: 'has(',
      // None other is left by now.
      times: /\bfunc\d+\.call\(/g,
    },
    loopRewriting((loop, index) => {
      const stop = `stop${index}`;
      return `const ${stop} = notes.length + limit;\n${loop}\nif(notes.length > ${stop}) break;`;
    }),
  ];
}

/**
 * The code that Ajv wrote for a schema (all errors, own properties, one statement a line) as a `Check` of
 * `scripts/validators/validator.ts`: notes go into one list, which each loop stops at some length. Ajv's own would
 * copy all errors so far for each item of an array.
 *
 * @throws UnknownCode where Ajv writes other code
 * @throws Error where a keyword of the schema is not known here
 */
export function leanCode(code: string, name: string, schema: SchemaNode): string {
  const file = 'scripts/build/artefacts/validators/lean-code.ts';
  const lean = rewritten(code, file, rewritings(name, schema)).replaceAll(
    new RegExp(String.raw`${literal}|(?<![\w.$])errors\b`, 'g'),
    (text) => (text === 'errors' ? 'notes.length' : text),
  );
  const [left] = leftOver.exec(lean.replaceAll(new RegExp(literal, 'g'), '""')) ?? [];
  if (left?.includes('.evaluated')) throw new Error('found a part of it that has forms with different fields');
  if (left !== undefined) throw new Error(`found ${left} in the code`);
  return indented(lean);
}

interface ErrorSite {
  below?: string;
  schemaPath?: string;
  keyword?: string;
  params?: string;
  message?: string;
}

function noteOf({ below, schemaPath, keyword, params, message }: ErrorSite, schema: SchemaNode): string {
  if (keyword === undefined || schemaPath === undefined || params === undefined) return 'notes.push([at, ""]);';
  // What it finds unfit first may be more than a loop may note.
  if (keyword === 'contains') throw new Error('found the keyword contains');
  const [, undeclared] = /^(?:additionalProperty|unevaluatedProperty|propertyName): (\w+)$/.exec(params) ?? [];
  const [, missing] = new RegExp(`^missingProperty: (${literal})$`).exec(params) ?? [];
  const wanted = (): unknown => valueAt(schema, JSON.parse(schemaPath) as string);
  const expected = missing ? `Expected the field ${JSON.parse(missing)}, found none.` : expectation(keyword, wanted());
  const text = expected === undefined ? `"The value "+${message}+"."` : JSON.stringify(expected);
  return `notes.push([${pathOf(below)}${undeclared ? `+"/"+token(${undeclared})` : ''}, ${text}]);`;
}

interface CallSite {
  callee: string;
  value: string;
  below?: string;
}

function callOf({ callee, value, below }: CallSite): string {
  return `${callee}(${value}, ${pathOf(below)}, notes);`;
}

function pathOf(below: string | undefined): string {
  return below === undefined ? 'at' : below.slice(1).replace(/^instancePath\b/, 'at');
}

/** The value of a keyword, by the pointer that Ajv gives with an error. */
function valueAt(schema: SchemaNode, fragment: string): unknown {
  let at: unknown = schema;
  for (const key of parsePointer(decodeURIComponent(fragment.slice(1)))) at = (at as SchemaNode)[key];
  return at;
}

function indented(code: string): string {
  let depth = 0;
  return code
    .split('\n')
    .map((line) => {
      if (line.startsWith('}')) depth -= 1;
      const text = line === '' ? '' : '  '.repeat(depth) + line;
      if (line.endsWith('{')) depth += 1;
      return text;
    })
    .join('\n');
}
