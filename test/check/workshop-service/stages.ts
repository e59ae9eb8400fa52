import type { Json } from '../service/contract.js';
import type { StageName } from '../service/service.js';
import { findStatus, mistakesIn, stagesOf, withHeader } from '../service/stages.js';
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
export function stages(behaviour: Behaviour): Pick<Behaviour, StageName | 'stages' | 'typed' | 'read' | 'acceptBody'> {
  const usualStages = stagesOf(contract, behaviour, admits, 'ApiKey');
  return {
    ...usualStages,

    query(call) {
      const mistakes = (call.operation?.inPath ?? []).flatMap((parameter) =>
        mistakesIn('path', parameter, behaviour.typed(parameter.type, call.parameters[parameter.name] ?? '')),
      );
      return mistakes.length > 0
        ? behaviour.refuse(call, findStatus(call, 422, 400), mistakes)
        : usualStages.query(call);
    },

    read: (call, text) => behaviour.acceptBody(call, decoded(behaviour, call, text)),

    acceptBody: ({ target }, body) =>
      target.startsWith('/archive') && isObject(body)
        ? Object.fromEntries(Object.entries(body).filter(([name]) => !readOnly.includes(name)))
        : body,

    key(call) {
      const refusal = usualStages.key(call);
      return refusal && ofReaders.test(call.template ?? '')
        ? withHeader(refusal, 'WWW-Authenticate', 'ApiKey, Bearer')
        : refusal;
    },

    body(call) {
      const refusal = usualStages.body(call);
      const acceptedMedia = call.operation?.body?.media ?? '';
      const isPatch = refusal?.status === 415 && call.method === 'PATCH';
      return isPatch ? withHeader(refusal, 'Accept-Patch', acceptedMedia) : refusal;
    },
  };
}

/** Returns the body as a JSON value. @throws if it cannot be read */
function decoded(behaviour: Behaviour, { headers, operation }: Call, text: string): Json {
  const media = operation?.body?.media;
  if (media === 'text/plain') return text;
  if (media?.endsWith('json')) return JSON.parse(text) as Json;
  if (media === 'multipart/form-data') return parts(text, headers['content-type'] ?? '');
  const form = [...new URLSearchParams(text)];
  const typeOf = (name: string): string | undefined => ({ priority: 'integer', urgent: 'boolean' })[name];
  return Object.fromEntries(form.map(([name, value]) => [name, behaviour.typed(typeOf(name), value)]));
}

/** Returns the parts of a multipart form as texts by name (RFC 7578). @throws if the form is malformed */
function parts(text: string, media: string): Json {
  const [, boundary] = /boundary="?([^";]+)/i.exec(media) ?? [];
  if (boundary === undefined || !text.trimEnd().endsWith(`--${boundary}--`)) throw new SyntaxError();
  const values = text.split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(
    values.flatMap((part) => {
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
