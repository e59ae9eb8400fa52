import ts from 'typescript';

/** The parsed documentation of a type or a member. */
export interface Documentation {
  title?: string;
  description?: string;
  /** JSON Schema keywords. */
  keywords: Readonly<Record<string, unknown>>;
  /** Descriptions, by name, of members that have no declaration of their own. */
  members: ReadonlyMap<string, string>;
}

const asText = (text: string): unknown => text;
const asJson = (text: string): unknown => JSON.parse(text);

/** Tags that stand for keywords: `@minimum 0`. */
const keywords: Readonly<Record<string, (text: string) => unknown>> = {
  minimum: asJson,
  maximum: asJson,
  minLength: asJson,
  pattern: asText,
  format: asText,
  propertyNames: asJson,
  uniqueItems: () => true,
};

/**
 * Reads the comment of a declaration: its text, `@title`, `@integer`, `@member <name> <description>`, and keywords.
 *
 * @throws Error for any other tag, which may be a misspelling of one of these
 */
export function documentationOf(node: ts.Node): Documentation {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).slice(-1);
  const description = plain(comment?.comment);
  const found: Record<string, unknown> = {};
  const members = new Map<string, string>();
  let title: string | undefined;
  for (const { tagName, comment: text } of comment?.tags ?? []) {
    const name = tagName.text;
    const said = plain(text);
    const keyword = Object.hasOwn(keywords, name) ? keywords[name] : undefined;
    if (keyword) found[name] = keyword(said);
    else if (name === 'integer') found['type'] = 'integer';
    else if (name === 'title') title = said;
    else if (name === 'member') members.set(said.split(' ', 1)[0] ?? '', said.slice(said.indexOf(' ') + 1));
    else throw new Error(`${node.getSourceFile().fileName}: the tag @${name} is unknown.`);
  }
  return { ...(title && { title }), ...(description && { description }), keywords: found, members };
}

/** A comment as one line. */
function plain(comment: Parameters<typeof ts.getTextOfJSDocComment>[0]): string {
  return (ts.getTextOfJSDocComment(comment) ?? '').replace(/\s+/g, ' ').trim();
}
