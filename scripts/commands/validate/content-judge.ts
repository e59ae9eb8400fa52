import { basename, dirname } from 'node:path';
import type { ValueJudge, ValueProblem } from '../../check/engine/runners/judge-value.js';
import type { OpenApiOperation, OpenApiResponse } from '../../contract/document.js';
import { isObject, parseJsonOrText } from '../../contract/json.js';
import { isJson } from '../../contract/json-success.js';
import { eachOperation, successesOf } from '../../contract/operations.js';
import { createSchemaResolver, dereference } from '../../contract/references.js';
import { allowsType, fieldsOf, type SchemaResolver } from '../../contract/schema-fields.js';
import type { SchemaNode } from '../../contract/schema-walk.js';
import { suggest } from '../../text/did-you-mean.js';
import { formatList } from '../../text/numbers.js';
import { UsageError } from '../../text/usage-error.js';

/** The content of a file, compared with the contract. */
export interface ContentVerdict {
  /** The schema of the content, or the operation that returns it; undefined if that is not clear. */
  schema?: string;
  isGuess?: boolean;
  problems: ValueProblem[];
}

/** Judges the contents of files by the schemas of a contract, and finds out which schema a file has. */
export class ContentJudge {
  readonly #values: ValueJudge;
  readonly #resolver: SchemaResolver;
  readonly #operations: ReadonlyMap<string, OpenApiOperation>;
  /** The names of schemas and operations by their keys, which are the same in each spelling. */
  readonly #names: ReadonlyMap<string, string>;

  constructor(values: ValueJudge) {
    this.#values = values;
    this.#resolver = { resolve: createSchemaResolver(values.document) };
    this.#operations = new Map([...eachOperation(values.document)].map(({ id, operation }) => [id, operation]));
    // A plural stands for a list of a schema. A later name replaces an earlier one with the same key.
    this.#names = new Map([
      ...values.schemaNames.map((name) => [keyOf(`${name.replace(/y$/, 'ie')}s`), name] as const),
      ...[...this.#operations.keys(), ...values.schemaNames].map((name) => [keyOf(name), name] as const),
    ]);
  }

  /** The schema or the operation with this name, in any spelling. @throws UsageError for an unknown name */
  nameOf(text: string): string {
    const name = this.#names.get(keyOf(text));
    if (name !== undefined) return name;
    const advice = suggest(text, [...new Set(this.#names.values())]);
    throw new UsageError(`Expected --as with a schema or an operation of the contract, found "${text}". ${advice}`);
  }

  /** The schema or the operation that a file or its folder names; undefined if they name none. */
  nameIn(path: string): string | undefined {
    const folder = basename(dirname(path));
    const keys = basename(path).split('.').map(keyOf);
    const names = keys.map((key) => this.#names.get(key));
    // A folder counts only in the exact spelling, because many projects have a folder called directory or reviews.
    if (this.#names.get(keyOf(folder)) === folder) names.push(folder);
    // A union accepts what any of its schemas accepts: the fields tell more.
    return names.find((name) => name !== undefined && this.#nodeOf(name)['anyOf'] === undefined);
  }

  #nodeOf(name: string): SchemaNode {
    return (this.#values.document.components['schemas']?.[name] ?? {}) as SchemaNode;
  }

  /**
   * @param name a schema or an operation; without it, the schema is guessed
   * @param appliesToErrors whether the name is also that of recorded errors
   */
  judge(content: unknown, name: string | undefined, appliesToErrors: boolean): ContentVerdict {
    const isRecorded = isObject(content) && Number.isInteger(content['status']) && Object.hasOwn(content, 'body');
    const pointer = isRecorded ? '/body' : '';
    const status = isRecorded ? Number(content['status']) : undefined;
    // Many recorders keep the body as text.
    const text = isRecorded ? content['body'] : content;
    const body = isRecorded && typeof text === 'string' ? parseJsonOrText(text) : text;
    const operation = this.#operations.get(name ?? '');
    if (name !== undefined && operation)
      return { schema: name, problems: this.#judgeResponse(operation, status, body, pointer) };
    const certainName = Number(status) >= 400 && !appliesToErrors ? 'ApiError' : name;
    const names = certainName === undefined ? this.#guessNames(body) : [certainName];
    const [schema] = names;
    if (schema !== undefined && names.length === 1)
      return { schema, isGuess: certainName === undefined, problems: this.#judgeItems(schema, body, pointer) };
    const reason = names.length === 0 ? 'no schema has these fields' : `several fit (${formatList(names, 3)})`;
    const message = `The schema is unclear: ${reason}. Name it with --as, or in the name of the file.`;
    return { problems: [{ pointer, rule: 'schema.unclear', message }] };
  }

  #judgeResponse(operation: OpenApiOperation, status = 0, body: unknown, pointer: string): ValueProblem[] {
    const { document, judge } = this.#values;
    const successes = successesOf(document, operation);
    const { [String(status)]: listedResponse, default: defaultResponse } = operation.responses;
    const node = status === 0 ? successes[0]?.[1] : (listedResponse ?? (status >= 400 ? defaultResponse : undefined));
    const { content = {} } = node ? dereference<OpenApiResponse>(document, node) : {};
    const schema = Object.entries(content).find(([media]) => isJson(media))?.[1].schema;
    if (node) return schema ? judge(schema, body, pointer) : [];
    const message = `Expected the status ${successes.map(([each]) => each).join(' or ')}, found ${status}.`;
    return [{ pointer: '/status', rule: 'status.undeclared', message }];
  }

  /** Judges a body, or each item of a list, unless the schema itself is that of a list. */
  #judgeItems(name: string, body: unknown, pointer: string): ValueProblem[] {
    const { judge, schemaOf } = this.#values;
    const schema = schemaOf(name);
    if (!Array.isArray(body) || allowsType(this.#resolver, schema, 'array')) return judge(schema, body, pointer);
    return body.flatMap((item, index) => judge(schema, item, `${pointer}/${index}`));
  }

  /**
   * Guesses the schema of a value, or of the first item of a list, among those that list at least two of its fields,
   * and half of all. The one with the fewest problems wins if all others have more than twice as many.
   *
   * @returns one name; or several, if none is clearly best; or none
   */
  #guessNames(body: unknown): string[] {
    const { schemaNames, judge, schemaOf } = this.#values;
    const [item] = [body].flat();
    const fields = isObject(item) ? Object.keys(item) : [];
    const ranking = schemaNames.flatMap((name) => {
      const { properties, isOpen } = fieldsOf(this.#resolver, schemaOf(name));
      const unlistedCount = fields.filter((each) => !properties.has(each)).length;
      // A schema that only refers to another would always fit equally well.
      const isAlias = this.#nodeOf(name)['properties'] === undefined;
      if (isAlias || fields.length - unlistedCount < Math.max(2, unlistedCount)) return [];
      return [{ name, count: judge(schemaOf(name), item).length + (isOpen ? unlistedCount : 0) }];
    });
    const minimum = Math.min(...ranking.map(({ count }) => count));
    return ranking.filter(({ count }) => count <= 2 * minimum).map(({ name }) => name);
  }
}

function keyOf(name: string): string {
  return name.replace(/[-_\s]/g, '').toLowerCase();
}
