import type { OpenApiDocument } from '../../scripts/contract/document.js';

/** A small document with this text at every place where a document can have free text. */
export function documentWith(text: string): OpenApiDocument {
  const name = `Thing${text}`;
  const schema = { $ref: `#/components/schemas/${pointer(name)}` };
  const example = { $ref: `#/components/examples/${pointer(name)}` };
  const body = { [`application/json${text}`]: { schema, examples: { one: example } } };
  const id = { name: 'id', in: 'path', required: true, description: text, example: text };
  return {
    openapi: '3.1.0',
    info: { title: `Title ${text}`, version: text, description: text },
    tags: [{ name: `tag${text}`, description: text, 'x-displayName': `Group ${text}` }],
    paths: {
      [`/things/{id}/${text}`]: {
        patch: {
          operationId: 'updateThing',
          summary: `Update ${text}`,
          description: text,
          tags: [`tag${text}`],
          'x-provenance': { section: text, stated: ['name'], inferred: { path: 'convention', request: 'group' } },
          'x-unknown': [text],
          'x-paging': { items: text, next: text, total: text, page: { query: text, size: text } },
          parameters: [{ ...id, schema: { type: 'string', pattern: text } }],
          requestBody: { content: body },
          responses: { '200': { description: text, content: body }, default: { description: text } },
        },
      },
    },
    components: {
      schemas: {
        [name]: {
          type: 'object',
          description: text,
          properties: {
            [`field${text}`]: fieldWith(text),
            inner: { type: 'object', properties: { [text]: { type: 'array', items: schema } } },
          },
          required: [`field${text}`],
          'x-provenance': { section: text, stated: true },
        },
        [`Either${text}`]: { description: text, anyOf: [schema, { type: 'null' }] },
      },
      examples: { [name]: { summary: text, value: { [text]: [text] } } },
      securitySchemes: {
        Key: { type: 'apiKey', in: text, name: text, description: text, 'x-prefix': text, 'x-unknown': [text] },
      },
    },
    'x-unknowns': [{ id: text, section: text, question: text, assumed: text, evidence: text }],
  };
}

/** A field with this text in every keyword. */
function fieldWith(text: string): object {
  return {
    type: 'string',
    description: text,
    format: text,
    pattern: text,
    const: text,
    enum: [text],
    default: text,
    examples: [text, { [text]: text }],
    'x-known-values': [`${text}known`],
    'x-reflected-as': text,
    'x-unknown': [text],
  };
}

function pointer(name: string): string {
  // A URI fragment is percent-decoded before it is read as a pointer (RFC 6901 §6).
  return name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25');
}
