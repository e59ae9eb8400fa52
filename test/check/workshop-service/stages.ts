import type { Json } from '../service/contract.js';
import type { StageName } from '../service/service.js';
import { listed, mistakesIn, stagesOf, withHeader } from '../service/stages.js';
import type { Behaviour, Call } from './behaviour.js';
import { contract } from './contract.js';
import { isObject } from './house.js';

export const workshopKey = 'kh_5e1c77a0b2d94f';

const ofReaders = /^\/archive\/(loans|members)\b/;

/** Whether a request has the key: in its own header, or, for loans and members, as a bearer token. */
function admits({ headers, template = '' }: Call): boolean {
  const [, token] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return headers['x-api-key'] === workshopKey || (ofReaders.test(template) && token === workshopKey);
}

/** Members of bodies that are ignored, because only the service writes them. */
const readOnly = ['number', 'owner', 'created_at', 'id', 'revision', 'joined_at'];

/** The steps that may refuse a request; `whole` is the complete behaviour. */
export function stages(whole: Behaviour): Pick<Behaviour, StageName | 'stages' | 'typed' | 'read' | 'taken'> {
  const usual = stagesOf(contract, whole, admits, 'ApiKey');
  return {
    ...usual,

    query(call) {
      const mistakes = (call.operation?.inPath ?? []).flatMap((parameter) =>
        mistakesIn('path', parameter, whole.typed(parameter.type, call.parameters[parameter.name] ?? '')),
      );
      return mistakes.length > 0 ? whole.refuse(call, listed(call, 422, 400), mistakes) : usual.query(call);
    },

    read: (call, text) => whole.taken(call, decoded(whole, call, text)),

    taken: ({ target }, body) =>
      target.startsWith('/archive') && isObject(body)
        ? Object.fromEntries(Object.entries(body).filter(([name]) => !readOnly.includes(name)))
        : body,

    key(call) {
      const refused = usual.key(call);
      return refused && ofReaders.test(call.template ?? '')
        ? withHeader(refused, 'WWW-Authenticate', 'ApiKey, Bearer')
        : refused;
    },

    body(call) {
      const refused = usual.body(call);
      const accepted = call.operation?.body?.media ?? '';
      const isPatch = refused?.status === 415 && call.method === 'PATCH';
      return isPatch ? withHeader(refused, 'Accept-Patch', accepted) : refused;
    },
  };
}

/** Returns the body as a JSON value. @throws if it cannot be read */
function decoded(whole: Behaviour, { headers, operation }: Call, text: string): Json {
  const media = operation?.body?.media;
  if (media === 'text/plain') return text;
  if (media?.endsWith('json')) return JSON.parse(text) as Json;
  if (media === 'multipart/form-data') return parts(text, headers['content-type'] ?? '');
  const form = [...new URLSearchParams(text)];
  const typeOf = (name: string): string | undefined => ({ priority: 'integer', urgent: 'boolean' })[name];
  return Object.fromEntries(form.map(([name, value]) => [name, whole.typed(typeOf(name), value)]));
}

/** Returns the parts of a multipart form as texts by name (RFC 7578). @throws if the form is malformed */
function parts(text: string, media: string): Json {
  const [, boundary] = /boundary="?([^";]+)/i.exec(media) ?? [];
  if (boundary === undefined || !text.trimEnd().endsWith(`--${boundary}--`)) throw new SyntaxError();
  const found = text.split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(
    found.flatMap((part) => {
      const [, head = '', value = ''] = /^\r\n([\s\S]*?)\r\n\r\n([\s\S]*)\r\n$/.exec(part) ?? [];
      const [, name] = /name="([^"]*)"/i.exec(head) ?? [];
      return name === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns the fields of a body that is already validated. */
export function fieldsOf({ body }: Call): Record<string, Json> {
  return isObject(body) ? body : {};
}
