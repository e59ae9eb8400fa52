import { ruleKeys, weights } from '../../../scripts/check/model/rules/index.js';
import { textOf } from '../../../scripts/check/model/rules/rule-text.js';
import { weightText } from '../../../scripts/check/model/rules/weight.js';

/** Returns the table rows of the guide. Rules of one family with the same weights under the same facts share a row. */
export function weightRows(): string[] {
  const rows = new Map<string, string[]>();
  for (const id of ruleKeys) {
    const [family = ''] = id.split('.');
    const fact = textOf(id).source.replace(/JSON Schema 2020-12.*$/, 'JSON Schema 2020-12');
    const key = JSON.stringify([family, weightText(weights[id]), fact]);
    rows.set(key, [...(rows.get(key) ?? []), id]);
  }
  return [...rows].map(([key, ids]) => {
    const [family, weight, fact] = JSON.parse(key) as [string, string, string];
    const isWhole = ids.length > 1 && ruleKeys.every((id) => !id.startsWith(`${family}.`) || ids.includes(id));
    const named = isWhole ? `every \`${family}.…\`` : ids.map((id) => `\`${id}\``).join(', ');
    return `| ${named} | ${weight} | ${fact} |`;
  });
}
