import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** Reads a YAML file beside a test: a document, or a table of cases. @param test the URL of the test's module */
export function yamlBeside<Content>(test: string, name: string): Content {
  return parse(readFileSync(new URL(name, test), 'utf8'), { merge: true }) as Content;
}
