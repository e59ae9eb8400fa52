import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { MediaType } from '../../scripts/contract/document.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { escapeToken } from '../../scripts/contract/pointer.js';
import { bundle } from './bundle.js';

interface Case {
  name: string;
  pointer: string;
  value: unknown;
}

/** Returns each use of an example: the JSON pointer of the schema that it must match, and its value. */
function* uses(): Iterable<Case> {
  for (const { path, method, operation } of eachOperation(bundle)) {
    const at = ['paths', path, method];
    yield* ofContent(operation.operationId, [...at, 'requestBody'], operation.requestBody?.content ?? {});
    for (const [status, response] of Object.entries(operation.responses)) {
      if ('$ref' in response) continue;
      yield* ofContent(operation.operationId, [...at, 'responses', status], response.content ?? {});
    }
  }
  for (const [name, response] of Object.entries(bundle.components['responses'] ?? {})) {
    const { content } = response as { content: Record<string, MediaType> };
    yield* ofContent(name, ['components', 'responses', name], content);
  }
}

function* ofContent(owner: string, at: string[], content: Record<string, MediaType>): Iterable<Case> {
  for (const [media, { examples }] of Object.entries(content)) {
    const pointer = [...at, 'content', media, 'schema']
      .map((key) => `/${encodeURIComponent(escapeToken(key))}`)
      .join('');
    for (const name of Object.keys(examples ?? {})) {
      const { value } = (bundle.components['examples']?.[name] ?? {}) as { value?: unknown };
      yield { name: `${owner}: ${name}`, pointer, value };
    }
  }
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(bundle, 'contract');

const cases = [...uses()];

describe('each example', () => {
  it('exists: at least one for each body, 117 operations with 110 response bodies and their requests', () => {
    expect(cases.length).toBeGreaterThan(150);
  });

  it.each(cases)('fits its schema: $name', ({ pointer, value }) => {
    const validate = ajv.compile({ $ref: `contract#${pointer}` });
    validate(value);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('is used', () => {
    const used = new Set(cases.map(({ name }) => name.split(': ')[1]));
    expect(Object.keys(bundle.components['examples'] ?? {}).filter((name) => !used.has(name))).toEqual([]);
  });
});
