import { readContract } from '../../../scripts/check/engine/contract/foreign-contract.js';
import { ownContract } from '../../../scripts/check/engine/contract/own-contract.js';
import { createJudge } from '../../../scripts/check/judge/response.js';
import type { TestCase } from '../../../scripts/check/model/case.js';
import type { CheckedContract } from '../../../scripts/check/model/contract/contract.js';
import type { Deviation } from '../../../scripts/check/model/deviation.js';
import type { Exchange, ExchangeResponse } from '../../../scripts/check/model/exchange.js';
import { linesOf, type RuleText } from '../../../scripts/check/model/rules/rule-text.js';
import { parseYaml } from '../../../scripts/contract/parse-yaml.js';
import { temporaryFile } from '../../temporary-folder.js';

/** A request or a response of an example. */
export interface Message {
  first: string;
  headers: Record<string, string | string[]>;
  body: string;
}

/** Returns the requests (`>`) or the responses (`<`) of an example. */
export function messagesIn(text: string, sign: '>' | '<'): Message[] {
  const begins = sign === '>' ? /^[A-Z-]+ \S+$/ : /^\d{3}\b/;
  const messages: Message[] = [];
  for (const line of linesOf(text)) {
    if (!line.startsWith(`${sign} `)) continue;
    const content = line.slice(2);
    const last = messages.at(-1);
    const [, name = '', value = ''] = /^([A-Z][\w-]*):(?: (.*))?$/.exec(content) ?? [];
    if (begins.test(content)) messages.push({ first: content, headers: {}, body: '' });
    else if (last && name !== '' && last.body === '') {
      const before = last.headers[name.toLowerCase()];
      last.headers[name.toLowerCase()] = before === undefined ? value : [before, value].flat();
    } else if (last) last.body += last.body === '' ? content : `\n${content}`;
  }
  return messages;
}

/** Returns the bytes of a body, in which `\xe9` stands for a byte. */
function bytesOf(body: string): Uint8Array {
  const parts = body.split(/\\x([0-9a-f]{2})/);
  return Buffer.concat(parts.map((part, index) => Buffer.from(part, index % 2 === 1 ? 'hex' : 'utf8')));
}

/** The last response of an example. A body without a Content-Type is JSON, unless the example says otherwise. */
export function responseIn(text: string): ExchangeResponse | undefined {
  const last = messagesIn(text, '<').at(-1);
  if (!last) return undefined;
  const isJson = last.body !== '' && !text.includes('# no Content-Type');
  return {
    status: Number(last.first.slice(0, 3)),
    headers: { ...(isJson && { 'content-type': 'application/json' }), ...last.headers },
    bytes: bytesOf(last.body),
  };
}

/** A contract with one operation, which returns an object with the field, or a header, of an example. */
function contractWith(operationId: string, schema: string, isHeader: boolean): CheckedContract {
  const field = parseYaml(Buffer.from(schema)).document?.toJS() as object;
  const body = { type: 'object', 'x-open': true, properties: field };
  const response = isHeader
    ? { headers: field, content: { 'application/json': { schema: { type: 'array' } } } }
    : { content: { 'application/json': { schema: body } } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Example', version: '1' },
    paths: { '/': { get: { operationId, responses: { 200: { description: 'Found.', ...response } } } } },
  };
  return readContract(temporaryFile('openapi.json', JSON.stringify(document)));
}

const ownChecked = ownContract();

/** Judges a response of an example, as the response to the first request of that example. */
export async function judgeExample(
  rule: string,
  text: RuleText,
  response: ExchangeResponse,
): Promise<readonly Deviation[]> {
  const { at, schema } = text;
  const [operationId = '', pointer] = at.split(' ');
  const contract = schema === undefined ? ownChecked : contractWith(operationId, schema, rule.startsWith('header.'));
  const [sentMessage] = messagesIn(text.wrong, '>');
  const [method = 'GET'] = sentMessage?.first.split(' ') ?? [];
  const [, kind] = /^(?:auth|refusal)\.(.*)-accepted$/.exec(rule) ?? [];
  const isRefusal = kind !== undefined || rule === 'refusal.status';
  const pattern = /^The server (?:accepts|treats|refuses) a request (.*?)(?: as if| but|, but|, although|\.$)/;
  const request = { method, path: '/', headers: {}, key: 'right' } as const;
  const testCase: TestCase = {
    id: `${operationId}/example`,
    operationId,
    kind: (kind ??
      (rule === 'refusal.status' ? 'unknown-id' : method === 'PUT' ? 'undeclared-method' : 'read')) as never,
    about: pattern.exec(text.says)?.[1] ?? 'without a key',
    request: { ...request, ...(sentMessage?.body && { body: sentMessage.body }) },
    expect: isRefusal ? 'refusal' : rule === 'request.refused' ? 'success' : 'any',
    ...(rule === 'refusal.status' && { refusedWith: [404] }),
    ...(pointer !== undefined && { pointer }),
  };
  const holdsKey = Buffer.from(response.bytes).includes('[key]');
  const sentOnce = { request: testCase.request, response, milliseconds: 1, attempts: 1 };
  const exchange: Exchange = { ...sentOnce, ...(holdsKey && { repeatsKey: true }) };
  return (await createJudge(contract, { isMock: false })(testCase, exchange)).deviations;
}
