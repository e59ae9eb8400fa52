import { words } from '../words.js';
import { describeRule } from './describe-rule.js';

// The texts are joined from parts, so that no scanner reports this file for leaking a credential.
const random = ['9f86d081884c7d65', '9a2feaa0c55ad015'].join('');
const mixed = ['q7Vx2LmZp0Rt', '8KcYw5Hd3NbJ', 'f6Gs1QaTe9Uo'].join('');
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
  ['a random key', mixed],
  ['a random key', `key=${mixed}==`],
  ['a random key', ['wJalrXUtnFEMI', 'K7MDENG', 'bPxRfiCYzAb3d9Qk'].join('/')],
];

const harmless = [
  ...words`
    3f2b8c1e-9d47-4a6b-8e21-5c0d7f9a1b34 3F2B8C1E-9D47-4A6B-8E21-5C0D7F9A1B34,3f2b8c1e-9d47-4a6b-8e21-5c0d7f9a1b34
    https://directory.example/uploads/2024/Logo-Final-V2-Large-Square.png?size=Large
    /api/directory/private/v1alpha/directories/3f2b8c1e-9d47-4a6b-8e21-5c0d7f9a1b34/Entries/2/
    updatePartnerEntryRecommendedOrderOfDirectory2 DIRECTORY_API_KEY_OF_THE_STAGING_SERVER_2 $DIRECTORY_API_KEY
    task-force-of-the-partner-programme-2024 00000000000000000000000000000000 1234567890123456789012345678901234567890
    ff8800 2024-11-21T12:34:56.789012Z
  `,
  'A partner since 2019, with offices in Lyon, Oslo and Porto. Bearer of three certificates.',
  'Bearer <API_KEY>',
];

const name = 'components examples Filter value name';
const field = 'schemas Filter properties name';

const places: [what: string, place: string, before?: Record<string, unknown>][] = [
  [
    'deep in an example',
    'components examples Filter value more 0 key',
    { 'components examples Filter value more': [{}] },
  ],
  ['an example of a media type', 'filters post requestBody content application/json example'],
  ['an example of a schema', `${field} examples 0`, { [`${field} examples`]: [] }],
  ['the old example of a schema', `${field} example`],
  ['a default', `${field} default`],
  ['the example of a parameter', 'components parameters FilterId example'],
  ['the default of a server variable', 'servers 0 variables base_url default'],
  ['a code sample', 'filters get x-codeSamples 0 source', { 'filters get x-codeSamples': [{}] }],
];

describeRule('no-credentials', [
  ...harmless.map((text) => ({ accepts: `the example ${text}`, set: { [name]: text } })),
  ...credentials.map(([kind, text]) => ({
    rejects: `what looks like ${kind}: ${text.slice(0, 8)}...`,
    set: { [name]: text },
    finds: `found what looks like ${kind}`,
  })),
  ...places.map(([what, place, before]) => ({
    rejects: `a key as ${what}`,
    set: { ...before, [place]: random },
    finds: `a random key: "${random.slice(0, 6)}..." (32 characters). Replace it`,
  })),
]);
