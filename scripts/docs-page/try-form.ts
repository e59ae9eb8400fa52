import type { MediaType, OpenApiDocument } from '../contract/document.js';
import { isObject, type Node } from '../contract/json.js';
import { type PlacedOperation, parametersOf } from '../contract/operations.js';
import { parameterNames } from '../contract/path-template.js';
import { dereference } from '../contract/references.js';
import { make } from './make.js';

/** The request that the form describes, without the server's address. */
export interface FormRequest {
  readonly method: string;
  /** The path of the request, without its query. */
  readonly path: string;
  /** The query with its question mark, such as `?limit=2`; empty if there is no query. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface OperationForm {
  readonly element: HTMLElement;
  read(): FormRequest;
}

/** Creates a form filled with examples. `idsOf` returns values for the path parameters, given their examples. */
export function createOperationForm(
  document: OpenApiDocument,
  item: PlacedOperation,
  idsOf: (examples: Readonly<Record<string, string>>) => Readonly<Record<string, string>>,
): OperationForm {
  const nodes = parametersOf(document, item).map(({ parameter }) => parameter);
  const pathNodes = nodes.filter((parameter) => parameter['in'] === 'path');
  const ids = idsOf(Object.fromEntries(pathNodes.map(({ name, example }) => [String(name), String(example ?? '')])));
  const parameters = nodes.map((parameter) => createParameterInput(parameter, ids));
  const body = createBodyInput(document, item);
  const inputs = [...parameters.map(({ label }) => label), ...(body?.elements ?? [])];
  return {
    element: make('div', { className: 'inputs' }, ...inputs),
    read() {
      const values = new Map(parameters.map(({ name, section, input }) => [`${section} ${name}`, input.value]));
      const path = parameterNames(item.path).reduce(
        (result, name) => result.replace(`{${name}}`, encodeURIComponent(values.get(`path ${name}`) ?? '')),
        item.path,
      );
      const query = new URLSearchParams();
      const headers: Record<string, string> = {};
      for (const { name, section, input } of parameters) {
        if (input.value === '') continue;
        if (section === 'query') query.append(name, input.value);
        if (section === 'header') headers[name] = input.value;
      }
      const text = body?.text.value ?? '';
      if (text !== '') headers['Content-Type'] = body?.mediaType ?? 'application/json';
      const queryText = query.size === 0 ? '' : `?${query}`;
      return { method: item.method.toUpperCase(), path, query: queryText, headers, body: text || undefined };
    },
  };
}

function createParameterInput(
  parameter: Node,
  ids: Readonly<Record<string, string>>,
): { name: string; section: unknown; label: HTMLElement; input: HTMLInputElement } {
  const name = String(parameter['name']);
  const section = parameter['in'];
  const example = String(parameter['example'] ?? '');
  const isInPath = section === 'path';
  const input = make('input', {
    type: 'text',
    value: isInPath ? (ids[name] ?? example) : '',
    placeholder: isInPath ? '' : example,
    required: isInPath || parameter['required'] === true,
    spellcheck: false,
    autocomplete: 'off',
  });
  const suffix = isInPath ? '' : ` in the ${String(section)}`;
  return { name, section, input, label: make('label', {}, make('span', {}, make('code', {}, name), suffix), input) };
}

interface BodyInput {
  readonly mediaType: string;
  readonly text: HTMLTextAreaElement;
  readonly elements: readonly HTMLElement[];
}

function createBodyInput(document: OpenApiDocument, { operation }: PlacedOperation): BodyInput | undefined {
  if (!operation.requestBody) return undefined;
  const { content = {} } = dereference<{ content?: Record<string, MediaType> }>(document, operation.requestBody);
  const [mediaType = 'application/json', { examples = {} } = {}] = Object.entries(content)[0] ?? [];
  const texts = Object.entries(examples).map(([key, example]): [name: string, text: string] => {
    const name = '$ref' in example ? (example.$ref.split('/').at(-1) ?? key) : key;
    return [name, textOf(dereference<{ value: unknown }>(document, example).value)];
  });
  const text = make('textarea', { spellcheck: false, rows: 8, value: texts[0]?.[1] ?? '' });
  const exampleSelect = make('select', {}, ...texts.map(([name]) => make('option', {}, name)));
  exampleSelect.addEventListener('change', () => {
    text.value = texts[exampleSelect.selectedIndex]?.[1] ?? '';
  });
  const choiceElements = texts.length < 2 ? [] : [make('label', {}, make('span', {}, 'Example'), exampleSelect)];
  return { mediaType, text, elements: [...choiceElements, make('label', {}, make('span', {}, 'Body'), text)] };
}

function textOf(value: unknown): string {
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value, undefined, 2) : String(value ?? '');
}
