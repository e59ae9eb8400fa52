import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** A promise of the check. */
export interface SafetyRule {
  id: string;
  about: string;
  /** Another name, in quotes. */
  row?: string;
}

/** All promises, in the order of the guide. */
export const safetyRules = parse(
  readFileSync(join(import.meta.dirname, 'safety-rules.yaml'), 'utf8'),
) as readonly SafetyRule[];

/** A test whose title names the safety rules that it proves. */
export interface ProvingTest {
  /** The rules as in the title: ids, or table rows in quotes. */
  rules: readonly string[];
  file: string;
  title: string;
}

const name = String.raw`(?:[\w-]+|"[^"]+")`;
/** Finds a title that begins with rules (`safety 3, 14: …`), or the title of a row that names one (`safety "…"`). */
const title = new RegExp(
  String.raw`(['\`])(safety (?:(${name}(?:, (?:safety )?${name})*): (?:\\.|(?!\1)[^\\])*|("[^"]+")))\1`,
  'g',
);

/** Returns the tests in TypeScript source that name a rule. A long title may consist of two joined strings. */
export function provingTests(file: string, text: string): ProvingTest[] {
  return [...text.replaceAll(/(['`]) \+\s+\1/g, '').matchAll(title)].map(([, , wholeText = '', several, one = '']) => ({
    file,
    title: wholeText,
    rules: [...(several ?? one).matchAll(new RegExp(name, 'g'))]
      .map(([rule]) => rule.replaceAll('"', ''))
      .filter((rule) => rule !== 'safety'),
  }));
}

/** Returns these tests of all files, in order of file and position. */
export function allProvingTests(folder = 'test'): ProvingTest[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file).replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !/\/safety-list(?:\.test)?\.ts$/.test(file))
    .sort()
    .flatMap((file) => provingTests(file, readFileSync(file, 'utf8')));
}

/** Returns the rule with this name; undefined if there is none. */
export function ruleNamed(text: string): SafetyRule | undefined {
  return safetyRules.find(({ id, row }) => id === text || row === text);
}

/** Returns a text that lists each rule with the tests that prove it. */
export function safetyListText(tests: readonly ProvingTest[]): string {
  return safetyRules
    .map((rule) => {
      const ownTests = tests.filter(({ rules }) => rules.some((otherRule) => ruleNamed(otherRule) === rule));
      return [
        `${rule.id}: ${rule.about}`,
        ...ownTests.map((test) => `    ${test.file}: ${test.title}`),
        ...(ownTests.length === 0 ? ['    no test'] : []),
      ].join('\n');
    })
    .join('\n\n');
}
