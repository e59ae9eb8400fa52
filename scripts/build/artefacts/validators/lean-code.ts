import { literal, loopRewriting, type Rewriting, rewritten } from '../../../contract/ajv-code.js';
import { parsePointer } from '../../../contract/pointer.js';
import type { SchemaNode } from '../../../contract/schema-walk.js';
import { expectation } from './expectations.js';

/** An expression on one line; braces and commas inside literals do not count. */
const expression = `(?:[^"{}\\n]|${literal})`;

/** The place where Ajv creates an error, with the option `allErrors`: the object, then code that stores it. */
const errorSite = new RegExp(
  [
    // The object is empty inside of `not` and `if`, where the error is dropped later.
    String.raw`const err\d+ = \{(?:instancePath(?<below>:${expression}+?)?,schemaPath:(?<schemaPath>${literal}),`,
    String.raw`keyword:"(?<keyword>\w+)",params:\{(?<params>(?:${expression}|\n)*)\},` +
      String.raw`message:(?<message>${expression}+))?\};\n`,
    String.raw`if\(vErrors === null\)\{\nvErrors = \[err\d+\];\n\}\nelse \{\nvErrors\.push\(err\d+\);\n\}\nerrors\+\+;`,
  ].join(''),
  'g',
);
/** The place where another function validates a value, and its errors are added. */
const callSite = new RegExp(
  [
    String.raw`if\(!\((?<callee>\w+)(?<wrapped>\.validate)?\((?<value>${expression}+?), `,
    String.raw`\{instancePath(?<below>:${expression}+?)?,parentData:?${expression}*\}\)\)\)\{\n`,
    String.raw`vErrors = vErrors === null \? \k<callee>\k<wrapped>\.errors : `,
    String.raw`vErrors\.concat\(\k<callee>\k<wrapped>\.errors\);\nerrors = vErrors\.length;\n\}`,
  ].join(''),
  'g',
);
/** The place where errors of a form that need not match are dropped. */
const resetSite = new RegExp(
  [
    String.raw`errors = (_errs\d+);\nif\(vErrors !== null\)\{\n`,
    String.raw`if\(\1\)\{\nvErrors\.length = \1;\n\}\nelse \{\nvErrors = null;\n\}\n\}`,
  ].join(''),
  'g',
);
const head = new RegExp(
  [
    String.raw`^function \w+\(data, \{instancePath="".*\}=\{\}\)\{\n`,
    String.raw`\/\*# sourceURL=.* \*\/;\nlet vErrors = null;\nlet errors = 0;\n`,
  ].join(''),
  'g',
);
/** Ajv lets a caller ask which properties were evaluated; after the rewriting, no caller does. */
const evaluatedHead =
  /const evaluated0 = \w+\.evaluated;\n(?:if\(evaluated0\.\w+\)\{\nevaluated0\.\w+ = undefined;\n\}\n)*/g;
const tail = /\w+\.errors = vErrors;\n(?:evaluated0\.\w+ = \w+;\n)*return errors === 0;\n\}\n?$/g;
const property = String.raw`(data\d*)(\.[\w$]+|\[${literal}\])`;
const ownProperty = String.raw`func\d+\.call\(\1, (${literal})\)`;
const isThere = new RegExp(`${property} !== undefined && ${ownProperty}`, 'g');
const isMissing = new RegExp(String.raw`\(${property} === undefined\) \|\| \(!\(?${ownProperty}\)?\)`, 'g');
/**
 * The object itself has the property; a getter of a prototype, which other code may have polluted, is not called. Read
 * in place: a function for all properties would look each name up. A plain object has what `Object.prototype` lacks by
 * itself, which takes a third less of the time.
 */
function isOwn(...[, object, place, name]: unknown[]): string {
  const isItsOwn = `Object.hasOwn(${object}, ${name})`;
  const isSurely = object === 'data' ? `(isPlain && !(${name} in base) || ${isItsOwn})` : isItsOwn;
  return `${isSurely} && ${object}${place} !== undefined`;
}
const plainness = 'const isPlain = typeof data == "object" && data !== null && Object.getPrototypeOf(data) === base;';
/** Names that must not remain: the code would throw at run time, or never end. */
const leftOver = new RegExp(
  [
    String.raw`(?<![\w.$])(?:`,
    String.raw`(?:vErrors|errors|err\d+|schemaPath|instancePath|rootData|parentData|dynamicAnchors)(?!\w)|`,
    String.raw`evaluated\d+\b|\w+\d\.evaluated\.\w+)`,
  ].join(''),
);

/** The order matters: a later rewriting does not see the code that an earlier one has replaced. */
function rewritings(name: string, schema: SchemaNode): Rewriting[] {
  return [
    { what: 'beginnings of a function', part: head, by: `function ${name}(data, at, notes) {\n`, times: 1 },
    { what: 'ends of a function', part: tail, by: '}\n', times: 1 },
    { what: 'records of evaluated properties', part: evaluatedHead, by: '', times: /\bconst evaluated0\b/g },
    {
      what: 'places where an error is stored',
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
      what: 'places where errors are dropped',
      part: resetSite,
      by: 'notes.length = $1;',
      times: /\bvErrors !== null\b/g,
    },
    {
      what: 'required fields',
      part: isMissing,
      by: (...found) => `!(${isOwn(...found)})`,
      times: / === undefined\) \|\| \(/g,
    },
    { what: 'optional fields', part: isThere, by: isOwn, times: / !== undefined && func\d+\./g },
    {
      what: 'names declared by a schema',
      part: /\bfunc\d+\.call\((?=schema\d+\.properties, \w+\))/g,
      by: 'has(',
      // All other uses have been rewritten above.
      times: /\bfunc\d+\.call\(/g,
    },
    loopRewriting((loop, index) => {
      const stop = `stop${index}`;
      return `const ${stop} = notes.length + limit;\n${loop}\nif(notes.length > ${stop}) break;`;
    }),
  ];
}

/**
 * Turns the code that Ajv generated for a schema (all errors, own properties, one statement a line) into a `Check` of
 * `scripts/validators/validator.ts`: notes go into one list, and each loop stops at a limit. Ajv's own code would copy
 * all previous errors for each item of an array. The code uses names of `scripts/validators/run-time.ts`.
 *
 * @throws UnknownCode if Ajv generates code of an unknown form
 * @throws Error if the schema has a keyword that is not supported here
 */
export function leanCode(code: string, name: string, schema: SchemaNode): string {
  const file = 'scripts/build/artefacts/validators/lean-code.ts';
  const lean = rewritten(code, file, rewritings(name, schema)).replaceAll(
    new RegExp(String.raw`${literal}|(?<![\w.$])errors\b`, 'g'),
    (text) => (text === 'errors' ? 'notes.length' : text),
  );
  const [left] = leftOver.exec(lean.replaceAll(new RegExp(literal, 'g'), '""')) ?? [];
  if (left?.includes('.evaluated')) throw new Error('a part of it has alternatives with different fields');
  if (left !== undefined) throw new Error(`the code still contains ${left}`);
  const [first = '', ...rest] = lean.split('\n');
  return indented([first, ...(lean.includes('(isPlain && ') ? [plainness] : []), ...rest].join('\n'));
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
  // The mistakes of items before the first match may be more notes than a loop may add.
  if (keyword === 'contains') throw new Error('the keyword contains is not supported');
  const [, undeclared] = /^(?:additionalProperty|unevaluatedProperty|propertyName): (\w+)$/.exec(params) ?? [];
  const [, missing] = new RegExp(`^missingProperty: (${literal})$`).exec(params) ?? [];
  const wanted = (): unknown => valueAt(schema, JSON.parse(schemaPath) as string);
  const expected = missing
    ? `Expected the field ${JSON.parse(missing)}, found nothing.`
    : expectation(keyword, wanted());
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

/** The value of a keyword, by the pointer in Ajv's error. */
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
