import { readFileSync } from 'node:fs';
import { parse, type Tags } from 'yaml';

/**
 * Reads a YAML file beside a test: a document, or a table of cases.
 *
 * @param test the URL of the test's module
 * @param names texts whose names, after a dollar sign, stand for them in the file
 */
export function yamlBeside<Content>(
  test: string,
  name: string,
  names: Readonly<Record<string, string>> = {},
  customTags: Tags = [],
): Content {
  const text = readFileSync(new URL(name, test), 'utf8');
  const wholeText = text.replaceAll(/\$(\w+)/g, (sign, key: string) => names[key] ?? sign);
  return parse(wholeText, { merge: true, maxAliasCount: -1, customTags }) as Content;
}
