import { randomBytes } from 'node:crypto';
import { canaryKey } from './canary.js';

/** A secret with every punctuation mark, and one that parameters can contain. */
const [part, simple] = [canaryKey(), `canary${randomBytes(16).toString('hex')}`];

/** Credentials, each with the part that is a secret by itself. */
export const credentials: [name: string, credential: string, part: string][] = [
  ['bare', part, part],
  ...['Token', 'Bearer', 'ApiKey', 'token', 'Api-Key', 'Token '].map((word): [string, string, string] => [
    `after "${word}"`,
    `${word} ${part}`,
    part,
  ]),
  ['in Basic, as the password', `Basic ${btoa(`user:${part}`)}`, part],
  ['in Basic, as user and password', `basic ${btoa(part)}`, part],
  ['in Basic, in base64', `Basic ${btoa(`user:${part}`)}`, btoa(`user:${part}`)],
  ['in a parameter', `Token token="${simple}"`, simple],
  ['in one of several parameters', `Key id="a7", secret="${simple}"`, simple],
  ['in Digest', `Digest username="mufasa", nonce="7", response="${simple}"`, simple],
];
