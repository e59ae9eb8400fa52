import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { asOpenApi30, type Document } from './as-openapi-30.js';

/** What a judge needs to know. */
export interface Judged {
  /** The response of reading one entry, or of listing them. */
  body: 'entry' | 'list';
  /** The repository, whose packages are there as well. */
  project: string;
  /** The folder with the packages of the peers. */
  peers: string;
  /** The folder with our programs as they are published. */
  programs: string;
  /** The contract, read only by those who have nothing compiled. */
  document(): Document;
}

/** Whether the body of a response fits the contract. */
export type Judge = (body: unknown) => boolean;

export type JudgeName = keyof typeof judges;

const entries = '/api/directory/private/v1alpha/directories/{directory_id}/entries/partners/';
const paths = { entry: `${entries}{entry_id}/`, list: entries } as const;
const operations = { entry: 'getPartnerEntry', list: 'listPartnerEntries' } as const;

/** Loads and prepares one judge, as a user would once in a process. */
export const judges = {
  validators({ programs, body }: Judged): Judge {
    const { partnerEntry } = createRequire(join(programs, 'x'))('./validators.cjs') as {
      partnerEntry: { is: Judge };
    };
    return body === 'entry' ? partnerEntry.is : (items) => (items as unknown[]).every(partnerEntry.is);
  },
  async check({ project, body }: Judged): Promise<Judge> {
    const address = pathToFileURL(join(project, 'generated/body-validators.js')).href;
    const { answers } = (await import(address)) as { answers: Record<string, Judge> };
    return answers[operations[body]] as Judge;
  },
  ajv({ project, document, body }: Judged): Judge {
    const require = createRequire(join(project, 'package.json'));
    const { Ajv2020 } = require('ajv/dist/2020') as typeof import('ajv/dist/2020.js');
    const { default: addFormats } = require('ajv-formats') as { default(ajv: object): void };
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats(ajv);
    // The form that takes the least to compile: only what the response refers to.
    ajv.addSchema(document(), 'contract');
    const schema = { $ref: 'contract#/components/schemas/PartnerEntry' };
    return ajv.compile(body === 'entry' ? schema : { type: 'array', items: schema }) as Judge;
  },
  'openapi-response-validator'({ project, peers, document, body }: Judged): Judge {
    type Responses = Readonly<Record<string, unknown>>;
    const require = createRequire(join(peers, 'x'));
    const { default: ResponseValidator } = require('openapi-response-validator') as {
      default: new (options: {
        responses: Responses;
        components: object;
        customFormats: object;
      }) => {
        validateResponse(status: string, body: unknown): unknown;
      };
    };
    const { components, paths: all } = document();
    const { 200: success } = (all[paths[body]]?.['get']?.responses ?? {}) as Responses;
    // Without functions for the formats, it would not look at them.
    const customFormats = formatFunctions(createRequire(join(project, 'package.json'))('ajv-formats/dist/formats.js'));
    const validator = new ResponseValidator({ responses: { 200: success }, components, customFormats });
    return (value) => validator.validateResponse('200', value) === undefined;
  },
  async prism({ project, document, body }: Judged): Promise<Judge> {
    const require = createRequire(join(project, 'package.json'));
    const { getHttpOperationsFromSpec } = require('@stoplight/prism-cli/dist/operations') as {
      getHttpOperationsFromSpec(document: object): Promise<{ iid?: string; path: string; method: string }[]>;
    };
    const { validateOutput } = require('@stoplight/prism-http/dist/validator') as {
      validateOutput(question: { resource: unknown; element: object }): { _tag: string };
    };
    const all = await getHttpOperationsFromSpec(document());
    const resource = all.find(({ path, method }) => path === paths[body] && method === 'get');
    if (!resource) throw new Error(`Prism does not know the path ${paths[body]}.`);
    const headers = { 'content-type': 'application/json' };
    return (value) => validateOutput({ resource, element: { statusCode: 200, headers, body: value } })._tag === 'Right';
  },
  'openapi-validator'({ peers, document, body }: Judged): Judge {
    const { makeApiSpec, makeResponse } = createRequire(join(peers, 'x'))('openapi-validator') as {
      makeApiSpec(document: object): { validateResponse(response: object): unknown };
      makeResponse(response: object): object;
    };
    const specification = makeApiSpec(asOpenApi30(document(), paths[body]));
    const id = '5ff8c0de-1b2a-4c3d-8e4f-102938475601';
    const request = { method: 'GET', path: paths[body].replaceAll(/\{\w+\}/g, id) };
    return (value) => specification.validateResponse(makeResponse({ status: 200, data: value, request })) === null;
  },
  /** The limit: the same bytes, parsed and not looked at. */
  parse: (): Judge => () => true,
};

type Format = RegExp | ((text: string) => boolean) | { validate: Format } | boolean;

function formatFunctions({ fullFormats }: { fullFormats: Record<string, Format> }): Record<string, Format> {
  const test = (format: Format): Format => {
    if (format instanceof RegExp) return (text) => format.test(text);
    return typeof format === 'object' ? test(format.validate) : format;
  };
  return Object.fromEntries(Object.entries(fullFormats).map(([name, format]) => [name, test(format)]));
}
