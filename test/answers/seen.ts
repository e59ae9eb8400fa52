import { expect } from 'vitest';
import type { OpenApiDocument, OpenApiResponse } from '../../scripts/contract/document.js';
import { isJson } from '../../scripts/contract/json-success.js';
import { eachOperation, type PlacedOperation, parametersOf, successOf } from '../../scripts/contract/operations.js';
import { valueAt } from '../../scripts/contract/pointer.js';
import { dereference } from '../../scripts/contract/references.js';
import { operationAnswers } from './operation-answers.js';
import { operationOf, taughtWith } from './taught.js';
import { expectWhole } from './whole.js';

/** A document, and the parts of it that tests examine. */
export class Seen {
  readonly document: OpenApiDocument;

  constructor(document: OpenApiDocument) {
    this.document = document;
  }

  at(pointer: string): unknown {
    return valueAt(this.document, pointer);
  }

  /** Returns a part of a component schema, by the names that lead to it. */
  part(...path: string[]): unknown {
    return this.at(['/components/schemas', ...path].join('/'));
  }

  field(schema: string, name: string): unknown {
    return this.part(schema, 'properties', name);
  }

  example(name: string, pointer = ''): unknown {
    return this.at(`/components/examples/${name}/value${pointer}`);
  }

  invented(name: string): unknown {
    return this.at(`/components/examples/${name}/x-invented`);
  }

  operation(id: string) {
    return operationOf(this.document, id);
  }

  endpoint(id: string): PlacedOperation {
    return [...eachOperation(this.document)].find((operation) => operation.id === id) as PlacedOperation;
  }

  /** Returns the method and the path of an operation. */
  place(id: string): string {
    const { method, path } = this.endpoint(id);
    return `${method} ${path}`;
  }

  parameters(id: string): Record<string, unknown>[] {
    return parametersOf(this.document, this.endpoint(id)).map(({ parameter }) => parameter);
  }

  /** Returns the status and the response of a success. */
  success(id: string): [string, OpenApiResponse] {
    return successOf(this.document, this.operation(id)) as [string, OpenApiResponse];
  }

  json(id: string) {
    return Object.entries(this.success(id)[1].content ?? {}).find(([media]) => isJson(media))?.[1];
  }

  /** Returns the examples of responses. */
  examples(id: string): unknown[] {
    return this.#valuesOf(this.json(id)?.examples);
  }

  /** Returns the examples of requests. */
  listSentValues(id: string): unknown[] {
    return this.#valuesOf(this.operation(id).requestBody?.content['application/json']?.examples);
  }

  readAnswer(id: string): unknown {
    return this.operation(id)['x-provenance'].answered ?? {};
  }

  isOpen(id: string, question: string): boolean | undefined {
    return this.operation(id)['x-unknown']?.includes(question);
  }

  #valuesOf(examples: object = {}): unknown[] {
    return Object.values(examples).map((node) => dereference<{ value: unknown }>(this.document, node).value);
  }
}

/** Returns the contract with these answers, after checking that it is consistent. */
export function wholeWith(answers: Record<string, unknown>): Seen {
  const { document } = taughtWith(answers);
  expectWhole(document);
  return new Seen(document);
}

/** Returns the contract with one answer: that of `operation-answers.yaml`, or another value. */
export function viewAnswered(id: string, value = operationAnswers[id]): Seen {
  return wholeWith({ [id]: { value } });
}

/** Returns the contract with these answers, after checking that its schemas ask none of these questions. */
export function viewContract(answers: Record<string, unknown>): Seen {
  const view = wholeWith(answers);
  const open = JSON.stringify(view.part()).match(/"x-unknown":\[[^\]]*\]/g) ?? [];
  for (const id of Object.keys(answers)) {
    const isPartly = ['schemas', 'resources.fields', 'resource-items.types', 'limits.field-lengths'].includes(id);
    expect([id, open.some((text) => text.includes(`"${id}"`))]).toEqual([id, isPartly]);
  }
  return view;
}
