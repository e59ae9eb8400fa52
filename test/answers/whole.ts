import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { MediaType, OpenApiDocument, OpenApiResponse } from '../../scripts/contract/document.js';
import { isObject } from '../../scripts/contract/json.js';
import { eachOperation, parametersOf } from '../../scripts/contract/operations.js';
import { valueAt } from '../../scripts/contract/pointer.js';
import { dereference, pointerOf } from '../../scripts/contract/references.js';

interface Example {
  value: unknown;
  'x-invented'?: string[];
}

/** Everything that is not whole in a document: each operation, each reference, each example. */
export function faultsOf(document: OpenApiDocument): string[] {
  const ajv = new Ajv2020({ strict: false, ownProperties: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'document');
  const faults = [...referencesIn(document)]
    .filter((ref) => valueAt(document, pointerOf(ref)) === undefined)
    .map((ref) => `${ref} leads nowhere`);
  const names = new Map<string, unknown>();
  const places = new Set<string>();
  for (const placed of eachOperation(document)) {
    const { id, method, path, pointer, operation } = placed;
    const place = `${method} ${path.replaceAll(/\{[^{}]+\}/g, '{}')}`;
    if (places.has(place)) faults.push(`${id}: ${place} is taken`);
    places.add(place);
    const successes = Object.keys(operation.responses).filter((status) => /^[23]/.test(status));
    if (successes.length !== 1) faults.push(`${id}: ${successes.length} successes`);
    const inPath = parametersOf(document, placed).filter(({ parameter }) => parameter['in'] === 'path');
    const declared = inPath.map(({ parameter }) => `{${String(parameter['name'])}}`);
    const used = path.match(/\{[^{}]+\}/g) ?? [];
    if (declared.sort().join() !== [...used].sort().join()) faults.push(`${id}: declares ${declared.join()}`);
    const bodies: [string, { content?: Record<string, MediaType> }][] = [
      [`${pointer}/requestBody`, operation.requestBody ?? {}],
      ...Object.entries(operation.responses).map(([status, node]): [string, OpenApiResponse] => {
        const ref = (node as { $ref?: string }).$ref;
        return [ref?.slice(1) ?? `${pointer}/responses/${status}`, dereference<OpenApiResponse>(document, node)];
      }),
    ];
    for (const [at, { content = {} }] of bodies) {
      for (const [media, { examples = {} }] of Object.entries(content)) {
        const schema = `${at}/content/${media.replace('/', '~1')}/schema`.split('/').map(encodeURIComponent).join('/');
        const validate = ajv.getSchema(`document#${schema}`) ?? ajv.compile({ $ref: `document#${schema}` });
        if (Object.keys(examples).length === 0) faults.push(`${id}: no example at ${at}`);
        for (const [name, node] of Object.entries(examples)) {
          const example = dereference<Example>(document, node as Example);
          if (names.has(name) && names.get(name) !== example) faults.push(`${id}: another example ${name}`);
          names.set(name, example);
          if (!validate(example.value)) faults.push(`${id}: ${name} ${ajv.errorsText(validate.errors)}`);
          for (const invented of example['x-invented'] ?? [])
            if (valueAt(example.value, invented) === undefined) faults.push(`${id}: ${name} has no ${invented}`);
        }
      }
    }
  }
  for (const name of Object.keys(document.components['examples'] ?? {}))
    if (!names.has(name)) faults.push(`no body has the example ${name}`);
  return faults;
}

function* referencesIn(node: unknown): Iterable<string> {
  if (Array.isArray(node)) for (const item of node) yield* referencesIn(item);
  else if (isObject(node)) {
    for (const [key, value] of Object.entries(node)) {
      if (key === '$ref' && typeof value === 'string') yield value;
      else if (key !== 'value' && key !== 'answer') yield* referencesIn(value);
    }
  }
}
