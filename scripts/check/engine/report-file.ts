import { closest } from 'fastest-levenshtein';
import schema from '../../../generated/check/check-report.schema.json' with { type: 'json' };
import { documentRules, errorOf } from '../../contract/body-rules.js';
import { parsePointer } from '../../contract/pointer.js';
import { mistakesOf } from '../../contract/schema-rules.js';
import { readJsonFile } from '../../files/json-file.js';
import { visible, whole } from '../../text/escape.js';
import { placesIn } from '../../text/json-place.js';
import { FileMistake } from '../../text/usage-error.js';
import type { CheckReport } from '../model/report/report.js';

const limit = 200 * 1_048_576;

/** The most mistakes that one message names; the first usually explain the rest. */
const shown = 5;

/** A function that reads a JSON report of the check. @throws UsageError if the file is no report */
export function reportReader(): (file: string) => CheckReport {
  const rule = documentRules(schema)(schema);

  return (file) => {
    const { text, value } = readJsonFile(file, 'a report written by --report json=…', limit);
    const mistakes = mistakesOf(rule, value).slice(0, shown);
    if (mistakes.length === 0) return value as CheckReport;
    const placeOf = placesIn(text);
    const lines = mistakes.map((mistake) => {
      const { instancePath, message, keyword } = errorOf(mistake);
      const extra = keyword === 'additionalProperties' ? mistake.field : undefined;
      const known = Object.keys((mistake.schema['properties'] ?? {}) as object);
      const nearest = known.length > 0 ? `; the nearest known name is ${closest(extra ?? '', known)}` : '';
      const hint = extra === undefined ? '' : `, "${visible(extra, 100)}"${nearest}`;
      const { line, column } = placeOf(parsePointer(instancePath));
      return `${whole(file)}:${line}:${column}: ${visible(instancePath) || 'The file'} ${message}${hint}.`;
    });
    throw new FileMistake(
      `${whole(file)} is not a report of the check. Name files that --report json=… wrote:\n${lines.join('\n')}`,
      { file: visible(file), what: 'a report written by --report json=…' },
    );
  };
}
