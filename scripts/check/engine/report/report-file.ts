import { closest } from 'fastest-levenshtein';
import schema from '../../../../generated/check/check-report.schema.json' with { type: 'json' };
import { createDocumentRules, toSchemaError } from '../../../contract/body-rules.js';
import { isObject } from '../../../contract/json.js';
import { parsePointer } from '../../../contract/pointer.js';
import { mistakesOf, type ValueMistake } from '../../../contract/schema-rules.js';
import { readJsonFile } from '../../../files/json-file.js';
import { sanitize, sanitizeLine } from '../../../text/escape.js';
import { createLocator } from '../../../text/json-place.js';
import { FileMistake, UsageError } from '../../../text/usage-error.js';
import type { CheckReport } from '../../model/report/report.js';
import { withoutKey } from '../../transport/key.js';

/** Maximum number of mistakes in one message. The first mistakes usually explain the others. */
const maxMistakes = 5;

/** A kind of JSON file that has a schema, and a member `format` with the value 1. */
interface JsonFileFormat {
  schema: object;
  /** Name of the kind with its article, such as "a baseline". */
  kindName: string;
  /** Maximum size, in bytes. */
  limit: number;
  /** End of the error message, after the name of the file. It says what is wrong, and what to do. */
  mistakeText: string;
}

/**
 * Returns a function that reads files of a kind. @throws UsageError with file, line and column of the first mistakes
 */
export function createFileReader<Content>({
  schema,
  kindName,
  limit,
  mistakeText,
}: JsonFileFormat): (file: string) => Content {
  const rule = createDocumentRules(schema)(schema);
  return (file) => {
    const { text, value } = readJsonFile(file, kindName, limit);
    const mistakes = mistakesOf(rule, value).slice(0, maxMistakes);
    if (mistakes.length === 0) return value as Content;
    const placeOf = createLocator(text);
    const lines = mistakes.map((each) => {
      const { line, column } = placeOf(parsePointer(each.pointer));
      return (
        `${sanitizeLine(file)}:${line}:${column}: ${sanitize(withoutKey(each.pointer)) || 'The file'} ` +
        `${textOf(each)}`
      );
    });
    const message = `${sanitizeLine(file)} ${mistakeText}:\n${lines.join('\n')}`;
    const hasKnownFormat = isObject(value) && value['format'] === 1;
    throw hasKnownFormat ? new UsageError(message) : new FileMistake(message, { file: sanitize(file), what: kindName });
  };
}

function textOf(mistake: ValueMistake): string {
  const { keyword, message } = toSchemaError(mistake);
  const { const: constant, description, properties = {} } = mistake.schema;
  if (keyword !== 'additionalProperties') {
    const about =
      keyword === 'required' || mistake.pointer === '' || description === undefined ? '.' : `: ${description}`;
    return `${keyword === 'const' ? `must be ${JSON.stringify(constant)}` : message}${about}`;
  }
  const knownNames = Object.keys(properties as object);
  const nearestNameText =
    knownNames.length > 0 ? `; the nearest known name is ${closest(mistake.field ?? '', knownNames)}` : '';
  // The key must be redacted before the field name is cut, since a part of the key would not be recognised later.
  return `${message}, "${sanitize(withoutKey(mistake.field ?? ''), 100)}"${nearestNameText}.`;
}

/** Returns a function that reads a JSON report of the check. @throws UsageError if the file is not such a report */
export function createReportReader(): (file: string) => CheckReport {
  return createFileReader({
    schema,
    kindName: 'a report written by --report json=…',
    limit: 200 * 1_048_576,
    mistakeText: 'is not a report of the check. Name files that --report json=… wrote',
  });
}
