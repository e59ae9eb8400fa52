import { expect } from 'vitest';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { valueAt } from '../../scripts/contract/pointer.js';
import { taughtWith } from './taught.js';
import { expectWhole } from './whole.js';

/** A document, and the parts of it that tests examine. */
export class Seen {
  readonly document: OpenApiDocument;

  constructor(document: OpenApiDocument) {
    this.document = document;
  }

  schema(name: string): unknown {
    return this.document.components['schemas']?.[name];
  }

  /** Returns a part of a component schema, by the names that lead to it. */
  part(...path: string[]): unknown {
    return valueAt(this.document.components['schemas'], path.map((name) => `/${name}`).join(''));
  }

  example(name: string, pointer = ''): unknown {
    return valueAt(this.document.components['examples'], `/${name}/value${pointer}`);
  }

  invented(name: string): unknown {
    return valueAt(this.document.components['examples'], `/${name}/x-invented`);
  }
}

/** Returns the contract with these answers, after checking that it is consistent and asks none of these questions. */
export function seen(answers: Record<string, unknown>): Seen {
  const { document } = taughtWith(answers);
  expectWhole(document);
  for (const id of Object.keys(answers)) {
    const open = JSON.stringify(document.components['schemas']).match(/"x-unknown":\[[^\]]*\]/g) ?? [];
    const isPartly = ['resources.fields', 'resource-items.types', 'limits.field-lengths'].includes(id);
    expect([id, open.some((each) => each.includes(`"${id}"`))]).toEqual([id, isPartly]);
  }
  return new Seen(document);
}
