import { placesIn } from '../text/json-place.js';
import { scanJson } from '../text/json-scan.js';
import { limits, parseYaml, refuseMistakes } from './parse-yaml.js';
import { lineIn } from './place-in-yaml.js';
import { parsePointer } from './pointer.js';

/** The value of a text of JSON or YAML. */
export interface DocumentText {
  value: unknown;
  /** The line of a pointer, or of its nearest parent that the text has. */
  lineOf(pointer: string): number;
}

/**
 * Reads JSON or YAML.
 *
 * @param shown the source of the text, safe to print
 * @throws UsageError with line and column if it is neither, nested too deeply, or has a name twice
 */
export function documentText(shown: string, bytes: Uint8Array): DocumentText {
  return jsonText(bytes) ?? yamlText(shown, bytes);
}

/** JSON is also YAML, but parsing it as YAML takes ten times as long; undefined if it is not faultless JSON. */
function jsonText(bytes: Uint8Array): DocumentText | undefined {
  const text = decoded(bytes);
  if (text === undefined || !/^\s*[[{]/.test(text)) return undefined;
  let isTwice = false;
  const mistake = scanJson(text, limits.depth, {
    repeatedName() {
      isTwice = true;
    },
  });
  if (mistake || isTwice) return undefined;
  let placeOf: ReturnType<typeof placesIn> | undefined;
  return {
    value: JSON.parse(text),
    lineOf(pointer) {
      placeOf ??= placesIn(text);
      return placeOf(parsePointer(pointer)).line;
    },
  };
}

/** The text without a byte-order mark; undefined if the bytes are not UTF-8. */
function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function yamlText(shown: string, bytes: Uint8Array): DocumentText {
  const parsed = parseYaml(bytes);
  refuseMistakes(parsed, shown, 'a document in YAML or JSON');
  const value: unknown = parsed.document?.toJS({ maxAliasCount: limits.aliases });
  return { value, lineOf: (pointer) => lineIn(parsed, pointer) };
}
