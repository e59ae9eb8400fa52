import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { closest } from 'fastest-levenshtein';
import schema from '../../../generated/check/check-report.schema.json' with { type: 'json' };
import { parsePointer } from '../../contract/pointer.js';
import { readJsonFile } from '../../files/json-file.js';
import { visible, whole } from '../../text/escape.js';
import { placesIn } from '../../text/json-place.js';
import { FileMistake } from '../../text/usage-error.js';
import type { CheckReport } from '../model/report.js';

const limit = 200 * 1_048_576;

/** The most mistakes that one message names; the first usually explain the rest. */
const shown = 5;

/** A function that reads a JSON report of the check. @throws UsageError if the file is no report */
export function reportReader(): (file: string) => CheckReport {
  const ajv = new Ajv2020({ allErrors: true, verbose: true, logger: false, strict: false });
  addFormats.default(ajv);
  const validate = ajv.compile<CheckReport>(schema);

  return (file) => {
    const { text, value } = readJsonFile(file, 'a report written by --report json=…', limit);
    if (validate(value)) return value;
    const mistakes = (validate.errors ?? []).slice(0, shown);
    const placeOf = placesIn(text);
    const lines = mistakes.map(({ instancePath, message = 'does not fit', params, parentSchema }) => {
      const extra = (params as { additionalProperty?: string }).additionalProperty;
      const known = Object.keys((parentSchema?.['properties'] ?? {}) as object);
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
