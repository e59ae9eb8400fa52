import type { MediaType, OpenApiDocument } from '../contract/document.js';
import { isObject, type Node } from '../contract/json.js';
import { type PlacedOperation, parametersOf } from '../contract/operations.js';
import { parametersIn } from '../contract/path-template.js';
import { dereference } from '../contract/references.js';
import { make } from './make.js';

/** A request as the form has it, for any server. */
export interface FormRequest {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  /** `?limit=2`, or empty. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** The inputs for one operation. */
export interface OperationForm {
  readonly element: HTMLElement;
  read(): FormRequest;
}

/**
 * Inputs for the parameters and the body of an operation, filled with its examples.
 *
 * @param idsOf the values of the parameters in the path, from their examples
 */
export function operationForm(
  document: OpenApiDocument,
  placed: PlacedOperation,
  idsOf: (examples: Readonly<Record<string, string>>) => Readonly<Record<string, string>>,
): OperationForm {
  const nodes = parametersOf(document, placed).map(({ parameter }) => parameter);
  const inPath = nodes.filter((parameter) => parameter['in'] === 'path');
  const ids = idsOf(Object.fromEntries(inPath.map(({ name, example }) => [String(name), String(example ?? '')])));
  const parameters = nodes.map((parameter) => parameterInput(parameter, ids));
  const body = bodyInput(document, placed);
  const element = make(
    'div',
    { className: 'inputs' },
    ...parameters.map(({ label }) => label),
    ...(body?.elements ?? []),
  );
  return {
    element,
    read() {
      const given = new Map(parameters.map(({ name, place, input }) => [`${place} ${name}`, input.value]));
      const path = parametersIn(placed.path).reduce(
        (made, name) => made.replace(`{${name}}`, encodeURIComponent(given.get(`path ${name}`) ?? '')),
        placed.path,
      );
      const query = new URLSearchParams();
      const headers: Record<string, string> = {};
      for (const { name, place, input } of parameters) {
        if (input.value === '') continue;
        if (place === 'query') query.append(name, input.value);
        if (place === 'header') headers[name] = input.value;
      }
      const text = body?.text.value ?? '';
      if (text !== '') headers['Content-Type'] = body?.media ?? 'application/json';
      return {
        method: placed.method.toUpperCase(),
        path,
        query: query.size === 0 ? '' : `?${query}`,
        headers,
        body: text === '' ? undefined : text,
      };
    },
  };
}

function parameterInput(
  parameter: Node,
  ids: Readonly<Record<string, string>>,
): {
  name: string;
  place: unknown;
  label: HTMLElement;
  input: HTMLInputElement;
} {
  const name = String(parameter['name']);
  const place = parameter['in'];
  const example = String(parameter['example'] ?? '');
  const isInPath = place === 'path';
  const input = make('input', {
    type: 'text',
    value: isInPath ? (ids[name] ?? example) : '',
    placeholder: isInPath ? '' : example,
    required: isInPath || parameter['required'] === true,
    spellcheck: false,
    autocomplete: 'off',
  });
  const where = isInPath ? '' : ` in the ${String(place)}`;
  return { name, place, input, label: make('label', {}, make('span', {}, make('code', {}, name), where), input) };
}

interface BodyInput {
  readonly media: string;
  readonly text: HTMLTextAreaElement;
  readonly elements: readonly HTMLElement[];
}

function bodyInput(document: OpenApiDocument, { operation }: PlacedOperation): BodyInput | undefined {
  if (!operation.requestBody) return undefined;
  const { content = {} } = dereference<{ content?: Record<string, MediaType> }>(document, operation.requestBody);
  const [media = 'application/json', { examples = {} } = {}] = Object.entries(content)[0] ?? [];
  const texts = Object.entries(examples).map(([key, example]): [name: string, text: string] => {
    const name = '$ref' in example ? (example.$ref.split('/').at(-1) ?? key) : key;
    return [name, textOf(dereference<{ value: unknown }>(document, example).value)];
  });
  const text = make('textarea', { spellcheck: false, rows: 8, value: texts[0]?.[1] ?? '' });
  const choice = make('select', {}, ...texts.map(([name]) => make('option', {}, name)));
  choice.addEventListener('change', () => {
    text.value = texts[choice.selectedIndex]?.[1] ?? '';
  });
  const chosen = texts.length < 2 ? [] : [make('label', {}, make('span', {}, 'Example'), choice)];
  return { media, text, elements: [...chosen, make('label', {}, make('span', {}, 'Body'), text)] };
}

function textOf(value: unknown): string {
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value, undefined, 2) : String(value ?? '');
}
