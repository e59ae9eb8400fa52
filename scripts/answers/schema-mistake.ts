import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { escapeToken, parsePointer, valueAt } from '../contract/pointer.js';
import { didYouMean } from '../text/did-you-mean.js';
import { visible } from '../text/escape.js';
import { surelyFits } from './surely-fits.js';

/** What is wrong with a value, and where. */
export interface SchemaMistake {
  /** JSON pointer into the value. */
  pointer: string;
  /** What was expected, what was found, and what to write instead. */
  message: string;
}

/** The first mistake in a value that does not fit its schema. */
export function schemaMistake(schema: Record<string, unknown>, value: unknown): SchemaMistake | undefined {
  if (surelyFits(schema, value)) return undefined;
  const ajv = new Ajv2020({
    strict: false,
    ownProperties: true,
    validateSchema: false,
    verbose: true,
    // The code runs once, so it is made as fast as possible, not as fast code.
    meta: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  if (validate(value)) return undefined;
  // The errors of alternatives come before that of their union, which says less; the deepest says most.
  const [first, ...others] = (validate.errors ?? []) as ErrorObject[];
  const deepest = others.reduce((one, other) => (depthOf(other) > depthOf(one) ? other : one), first as ErrorObject);
  return mistakeOf(deepest, value);
}

function depthOf({ instancePath, keyword }: ErrorObject): number {
  const isOfObject = keyword === 'additionalProperties' || keyword === 'required';
  return parsePointer(instancePath).length * 2 + (isOfObject ? 1 : 0);
}

function mistakeOf(
  { instancePath, keyword, params, message = 'must fit', parentSchema }: ErrorObject,
  value: unknown,
): SchemaMistake {
  const found = valueAt(value, instancePath);
  const schema = (parentSchema ?? {}) as { properties?: object; examples?: readonly unknown[] };
  const [example] = schema.examples ?? [];
  const such = example === undefined ? '' : ` For example: ${JSON.stringify(example)}.`;
  if (keyword === 'additionalProperties') {
    const name = String(params['additionalProperty']);
    const known = Object.keys(schema.properties ?? {});
    return {
      pointer: `${instancePath}/${escapeToken(name)}`,
      message:
        `expected ${known.slice(0, 8).join(', ')}${known.length > 8 ? ', …' : ''}; found ${shown(name)}. ` +
        didYouMean(name, known),
    };
  }
  if (keyword === 'required') {
    const missing = String(params['missingProperty']);
    return {
      pointer: instancePath,
      message: `expected an object with ${missing}, found ${shown(found)}. Add ${missing}.${such}`,
    };
  }
  if (keyword === 'enum') {
    const values = (params['allowedValues'] as unknown[]).map((each) => JSON.stringify(each));
    return { pointer: instancePath, message: `expected one of ${values.join(', ')}; found ${shown(found)}.` };
  }
  const expected = keyword === 'type' ? `expected ${[params['type']].flat().join(' or ')}` : `the value ${message}`;
  return { pointer: instancePath, message: `${expected}; found ${shown(found)}.${such}` };
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : visible(JSON.stringify(value), 80);
}
