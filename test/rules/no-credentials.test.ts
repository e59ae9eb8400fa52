import { yamlBeside } from '../yaml-beside.js';
import { describeRule } from './describe-rule.js';

// The texts are joined from parts, so that no scanner reports this file for leaking a credential.
const random = ['9f86d081884c7d65', '9a2feaa0c55ad015'].join('');
const mixedText = ['q7Vx2LmZp0Rt', '8KcYw5Hd3NbJ', 'f6Gs1QaTe9Uo'].join('');
const credentials: [kind: string, text: string][] = [
  ['a JSON Web Token', ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxMjM0In0', 'c2lnbmF0dXJl'].join('.')],
  ['a private key', ['-----BEGIN', 'RSA PRIVATE KEY-----'].join(' ')],
  ['a bearer token', ['Bearer', 'a1b2c3d4e5f6a7b8c9d0'].join(' ')],
  ['a payment key', ['sk', 'live', '4eC39HqLyjWDarjt'].join('_')],
  ['a secret key', ['sk', 'proj', 'a1b2c3d4e5f6a7b8c9d0'].join('-')],
  ['a source host token', ['ghp', 'a1b2c3d4e5f6a7b8c9d0'].join('_')],
  ['a cloud access key', ['AKIA', 'IOSFODNN7EXAMPLE'].join('')],
  ['a chat token', ['xoxb', '123456789012', 'abcdef'].join('-')],
  ['a random key', random],
  ['a random key', random.toUpperCase()],
  ['a random key', mixedText],
  ['a random key', `key=${mixedText}==`],
  ['a random key', ['wJalrXUtnFEMI', 'K7MDENG', 'bPxRfiCYzAb3d9Qk'].join('/')],
];

const { harmless, places } = yamlBeside<{
  harmless: string[];
  places: Record<string, { place: string; before?: Record<string, unknown> }>;
}>(import.meta.url, 'no-credentials.yaml');

describeRule('no-credentials', [
  ...harmless.map((text) => ({
    accepts: `the example ${text}`,
    set: { 'components examples Filter value name': text },
  })),
  ...credentials.map(([kind, text]) => ({
    rejects: `what looks like ${kind}: ${text.slice(0, 8)}...`,
    set: { 'components examples Filter value name': text },
    finds: `found what looks like ${kind}`,
  })),
  ...Object.entries(places).map(([what, { place, before }]) => ({
    rejects: `a key as ${what}`,
    set: { ...before, [place]: random },
    finds: `a random key: "${random.slice(0, 6)}..." (32 characters). Replace it`,
  })),
]);
