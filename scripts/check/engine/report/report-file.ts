import schema from '../../../../generated/check/check-report.schema.json' with { type: 'json' };
import { createDocumentRules, toSchemaError } from '../../../contract/body-rules.js';
import { isObject } from '../../../contract/json.js';
import { parsePointer } from '../../../contract/pointer.js';
import { mistakesOf, type ValueMistake } from '../../../contract/schema-rules.js';
import { readJsonFile } from '../../../files/json-file.js';
import { suggest } from '../../../text/did-you-mean.js';
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

/** Returns a reader of files of a kind. @throws UsageError with file, line and column of the first mistakes */
export function createFileReader<Content>(format: JsonFileFormat): (file: string) => Content {
  const { schema, kindName, limit, mistakeText } = format;
  const rule = createDocumentRules(schema)(schema);
  return (file) => {
    const { text, value } = readJsonFile(file, kindName, limit);
    const mistakes = mistakesOf(rule, value).slice(0, maxMistakes);
    if (mistakes.length === 0) return value as Content;
    const placeOf = createLocator(text);
    const lines = mistakes.map((mistake) => {
      const { line, column } = placeOf(parsePointer(mistake.pointer));
      const place = `${sanitizeLine(file)}:${line}:${column}`;
      return `${place}: ${sanitize(withoutKey(mistake.pointer)) || 'The file'} ${textOf(mistake)}`;
    });
    const message = `${sanitizeLine(file)} ${mistakeText}:\n${lines.join('\n')}`;
    const hasKnownFormat = isObject(value) && value['format'] === 1;
    throw hasKnownFormat ? new UsageError(message) : new FileMistake(message, { file: sanitize(file), what: kindName });
  };
}

function textOf({ field, ...mistake }: ValueMistake): string {
  // The key must be redacted before a message cuts the name, since a part of the key would not be recognised later.
  const message = sanitize(toSchemaError({ ...mistake, field: field && sanitize(withoutKey(field), 100) }).message);
  const { description, properties = {} } = mistake.schema;
  const names = Object.keys(properties as object);
  if (mistake.keyword === 'additionalProperties' && names.length > 0)
    return `${message}. ${suggest(field ?? '', names)}`;
  const isAboutValue = field === undefined && mistake.pointer !== '' && description !== undefined;
  return `${message}${isAboutValue ? `: ${description}` : '.'}`;
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
