import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describeRule, type Row } from './describe-rule.js';

/** The YAML files that contain no rows of rules. */
const otherValues = ['base-document.yaml', 'no-credentials.yaml'];
const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.yaml') && !otherValues.includes(name));

for (const file of files) {
  const rules = parse(readFileSync(join(import.meta.dirname, file), 'utf8'), { merge: true }) as Record<string, Row[]>;
  for (const [rule, rows] of Object.entries(rules)) describeRule(rule, rows);
}
