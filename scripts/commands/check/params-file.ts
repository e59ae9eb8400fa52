import { isMap, isScalar } from 'yaml';
import { refuseKey } from '../../check/transport/key.js';
import { limits, parseYaml, refuseMistakes } from '../../contract/parse-yaml.js';
import { placeIn } from '../../contract/place-in-yaml.js';
import { toPointer } from '../../contract/pointer.js';
import { isObject } from '../../contract/walk.js';
import { bytesUpTo } from '../../files/lines.js';
import { visible } from '../../text/escape.js';
import { reasonOf } from '../../text/system-error.js';
import { FileMistake, UsageError } from '../../text/usage-error.js';

/** The most bytes of a file with values of parameters. */
const most = 1_048_576;

const what = 'names and values of parameters';

/**
 * Reads a file with values of parameters: a YAML or JSON object of names and texts, numbers or booleans.
 *
 * @throws UsageError with file, line and column if it is not such a file, or if it contains the key
 */
export function readParams(file: string): Record<string, string> {
  const shown = visible(file);
  const parsed = parseYaml(bytesOf(file));
  refuseKey(parsed.text, shown);
  refuseMistakes(parsed, shown, what);
  const value: unknown = parsed.document?.toJS({ maxAliasCount: limits.aliases }) ?? {};
  if (!isObject(value))
    throw new UsageError(`${shown}:1:1: expected names and values of parameters, such as "tier_id: 7".`);
  refuseKey(JSON.stringify(value), shown);
  const numbers = new Map(numbersIn(parsed));
  return Object.fromEntries(
    Object.entries(value).map(([name, found]) => {
      if (typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean')
        return [name, numbers.get(name) ?? String(found)];
      const { line, column } = placeIn(parsed, toPointer([name]));
      const at = `:${line}:${column}`;
      throw new FileMistake(
        `${shown}${at}: expected a text, a number or a boolean for ${visible(name, 100)}, found ` +
          `${visible(JSON.stringify(found) ?? 'nothing', 100)}.`,
        { file: shown, what, at },
      );
    }),
  );
}

/** Numbers as they are written: an id may have more digits than JavaScript keeps, or zeros at its beginning. */
function* numbersIn({ document }: ReturnType<typeof parseYaml>): Iterable<[name: string, text: string]> {
  if (!isMap(document?.contents)) return;
  for (const { key, value } of document.contents.items) {
    if (!isScalar(key) || !isScalar(value) || typeof value.value !== 'number') continue;
    if (value.source !== undefined) yield [String(key.value), value.source];
  }
}

function bytesOf(file: string): Uint8Array {
  try {
    const bytes = bytesUpTo(file, most);
    if (bytes) return bytes;
  } catch (error) {
    throw new UsageError(
      `The file of --params, ${visible(file)}, cannot be read: ${reasonOf(error)}. Correct its path.`,
    );
  }
  throw new UsageError(`Expected at most 1 MiB in ${visible(file)}, the file of --params. Make it smaller.`);
}
