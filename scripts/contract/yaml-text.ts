import { stringify } from 'yaml';

/** A JSON value as YAML for people: lines are not folded, so that changing one word changes one line. */
export function yamlText(value: unknown): string {
  return stringify(value, { lineWidth: 0, singleQuote: true, aliasDuplicateObjects: false });
}
