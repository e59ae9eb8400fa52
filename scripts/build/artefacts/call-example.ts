import { firstBody } from '../../contract/examples.js';
import { isObject } from '../../contract/json.js';
import { inlineLiteral, propertyKey } from './literal.js';
import type { Bundle, OperationEntry } from './operations.js';

/** The maximum length of a line of an example. */
const columns = 100;

/** The maximum number of fields of a body, and the maximum length of a value; the docs show the whole body. */
const most = { fields: 3, characters: 48 };

/**
 * A call of an operation, on one line or on up to four. Parameters are variables of the same names, and the body is a
 * part of its first example. The text is safe inside a JSDoc comment.
 */
export function callExample(bundle: Bundle, { id, operation, required }: OperationEntry): string[] {
  const members = (['path', 'query'] as const).flatMap((section) => {
    const names = required[section].map((name) => (isName(name) ? name : `${propertyKey(name)}: ''`));
    return names.length > 0 ? [`${section}: { ${names.join(', ')} }`] : [];
  });
  if (operation.requestBody) members.push(`body: ${excerpt(firstBody(bundle, operation))}`);
  const start = `const result = await client.${id}(`;
  const line = `${start}${members.length > 0 ? `{ ${members.join(', ')} }` : ''});`;
  const lines = line.length <= columns ? [line] : [`${start}{`, ...members.map((member) => `  ${member},`), '});'];
  return lines.map(inertCode);
}

/** The first short fields of an object, or the same of the first item of a list. */
function excerpt(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length > 0 ? excerpt(value[0]) : ''}]`;
  if (value !== undefined && !isObject(value)) return inlineLiteral(value);
  const fields = Object.entries(value ?? {});
  const telling = fields.filter(([name]) => name !== 'id' || fields.length === 1);
  const short = telling.map(([name, each]) => [propertyKey(name), inlineLiteral(each)] as const);
  const members: string[] = [];
  for (const [name, literal] of short.filter((each) => each[1].length <= most.characters)) {
    const length = members.join(', ').length + name.length + literal.length;
    if (members.length < most.fields && length < columns - '  body: { , :  },'.length)
      members.push(`${name}: ${literal}`);
  }
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}

function isName(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text);
}

/** Code that cannot end a comment, nor start a tag or a code span: such characters occur only in texts, as escapes. */
function inertCode(code: string): string {
  return code
    .replaceAll('`', '\\x60')
    .replaceAll('*/', '*\\/')
    .replace(/(?<!\w)@/g, '\\@');
}
