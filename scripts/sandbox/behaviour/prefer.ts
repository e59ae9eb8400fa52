import type { OpenApiDocument } from '../../contract/document.js';
import { isJson } from '../../contract/json-success.js';
import { dereference } from '../../contract/references.js';
import type { SandboxOperation } from '../model/operations.js';
import { Refusal, type SandboxResponse } from '../model/response.js';

type Examples = Record<string, { $ref?: string; value?: unknown }>;
interface ResponseNode {
  $ref?: string;
  content?: Record<string, { examples?: Examples }>;
}

/**
 * Returns the example response that the header `Prefer` asks for (RFC 7240), as Prism does: `code=404` selects a
 * response by status, `example=Name` by the name of its example; without a name, the header `Accept` selects the media
 * type. The sandbox does not perform the operation.
 */
export function respondToPreferHeader(
  document: OpenApiDocument,
  operation: SandboxOperation,
  { headers }: Request,
): SandboxResponse | undefined {
  const header = headers.get('prefer');
  if (header === null) return undefined;
  const preferences = new Map(
    header.split(/[,;]/).map((part) => {
      const [name = '', value = ''] = part.split('=');
      return [name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1')] as const;
    }),
  );
  const code = preferences.get('code');
  const example = preferences.get('example');
  if (code === undefined && example === undefined) return undefined;
  const status = code ?? String(operation.successStatus);
  if (!/^[1-5]\d\d$/.test(status))
    throw new Refusal(400, `The Prefer header asks for the status "${status}", which is not a status code.`);
  const responses = operation.operation.responses as Record<string, ResponseNode | undefined>;
  // `default` covers only error responses, because the contract lists every success status.
  const responseNode = responses[status] ?? (Number(status) >= 400 ? responses['default'] : undefined);
  const response = responseNode && dereference(document, responseNode);
  if (!response) throw new Refusal(404, `${operation.id} has no response with the status ${status}.`);
  const bodies = Object.entries(response.content ?? {});
  const preferredMediaType = chooseMediaType(Object.keys(response.content ?? {}), headers.get('accept'));
  const [media, content] =
    bodies.find(([, { examples = {} }]) => example !== undefined && Object.hasOwn(examples, example)) ??
    bodies.find(([text]) => text === preferredMediaType) ??
    [];
  const names = bodies.flatMap(([, { examples = {} }]) => Object.keys(examples));
  const name = example ?? Object.keys(content?.examples ?? {})[0];
  if (media === undefined || name === undefined) return { status: Number(status), headers: {} };
  const absence = `${operation.id} has no example "${name}" for ${status}. Its examples are ${names.join(', ')}.`;
  if (!names.includes(name)) throw new Refusal(404, absence);
  const { value } = dereference(document, content?.examples?.[name] ?? {});
  const body = isJson(media) ? { json: value } : { text: String(value) };
  return { status: Number(status), headers: { 'content-type': media }, ...body };
}

/** The media type that a request prefers (RFC 9110 §12.5.1); the first one if several are equal or none fits. */
export function chooseMediaType(mediaTypes: readonly string[], accept: string | null): string | null {
  const [first = null] = mediaTypes;
  if (accept === null || mediaTypes.length < 2) return first;
  const ranges = parseWeights(accept);
  const qualityOf = (mediaType: string): number => {
    const candidates = ranges.filter(({ name }) => rangeIncludes(name, mediaType));
    // The weight of the most specific media range applies.
    return candidates.sort((a, b) => precisionOf(b.name) - precisionOf(a.name))[0]?.weight ?? 0;
  };
  return [...mediaTypes].sort((a, b) => qualityOf(b) - qualityOf(a))[0] ?? first;
}

/** The choices of a header such as Accept, in lower case, with their weights (RFC 9110 §12.4.2). */
export function parseWeights(header: string): { name: string; weight: number }[] {
  return header.split(',').map((choice) => {
    const [name = '', ...parameters] = choice.split(';').map((part) => part.trim().toLowerCase());
    const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    return { name, weight: Number.isFinite(weight) ? weight : 0 };
  });
}

function rangeIncludes(range: string, mediaType: string): boolean {
  return range === mediaType || range === '*/*' || (range.endsWith('/*') && mediaType.startsWith(range.slice(0, -1)));
}

function precisionOf(range: string): number {
  return range === '*/*' ? 0 : range.endsWith('/*') ? 1 : 2;
}
