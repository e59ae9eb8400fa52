import { isPattern } from './matching.js';
import { tokenOf, uuidOf, wordsOf } from './token.js';

/** A format of strings: valid values, an invalid value, and a test. */
interface Format {
  /** From the most descriptive to the shortest. */
  make(name: string, hash: number): readonly string[];
  wrong: string;
  test(text: string): boolean;
}

const two = (number: number): string => String(number).padStart(2, '0');
const dateOf = (hash: number): string =>
  `20${two(21 + (hash % 8))}-${two(1 + ((hash >>> 4) % 12))}-${two(1 + ((hash >>> 8) % 28))}`;
const timeOf = (hash: number): string =>
  `${two((hash >>> 2) % 24)}:${two((hash >>> 7) % 60)}:${two((hash >>> 13) % 60)}`;

const date = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const time = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:z|[+-]\d\d:\d\d)$/i;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const uriCharacters = /^(?:[a-z0-9\-._~!$&'()*+,;=:@/?#[\]]|%[0-9a-f]{2})*$/i;
const isUri = (text: string): boolean => /^[a-z][a-z0-9+.-]*:./i.test(text) && uriCharacters.test(text);
const isEmail = (text: string): boolean => {
  const [, local = '', host = ''] = /^([^@]+)@([^@]+)$/.exec(text) ?? [];
  const isLocal = local.split('.').every((part) => /^[\w!#$%&'*+/=?^`{|}~-]+$/.test(part));
  return isLocal && host.includes('.') && host.split('.').every((part) => label.test(part));
};
const isDate = (text: string): boolean =>
  date.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);

const email: Format = {
  make: (_name, hash) => [
    `check-${tokenOf(hash)}@example.com`,
    `${tokenOf(hash)}@example.com`,
    `${tokenOf(hash).slice(0, 2)}@a.example`,
  ],
  wrong: 'nobody',
  test: isEmail,
};
const uri: Format = {
  make: (name, hash) => [
    `https://check.example.com/${wordsOf(name).join('-').slice(0, 40)}/${tokenOf(hash)}`,
    `https://example.com/${tokenOf(hash)}`,
    `http://a.example/${tokenOf(hash).slice(0, 2)}`,
    `urn:${tokenOf(hash).slice(0, 3)}`,
  ],
  wrong: 'nope',
  test: isUri,
};
const reference: Format = {
  make: (name, hash) => [
    `/check/${wordsOf(name).join('-').slice(0, 40)}/${tokenOf(hash)}/`,
    `/${tokenOf(hash)}/`,
    ...uri.make(name, hash),
  ],
  wrong: 'no reference: \\^',
  test: (text) => uriCharacters.test(text),
};

/** The formats that the check knows. A value of any other format is plain text. */
const formats: Readonly<Record<string, Format | undefined>> = {
  uuid: {
    make: (name, hash) => [uuidOf(name, hash)],
    wrong: 'gold',
    test: (text) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text),
  },
  uri,
  url: uri,
  iri: uri,
  'uri-reference': reference,
  'iri-reference': reference,
  'uri-template': {
    make: (name, hash) => [
      `https://check.example.com/${wordsOf(name)[0]}/${tokenOf(hash)}/{id}`,
      `/{${tokenOf(hash)}}`,
    ],
    wrong: '{',
    test: (text) => !/[\s<>"\\^`|]/.test(text) && /^(?:[^{}]|\{[\w+#./;?&,*:]+\})*$/.test(text),
  },
  email,
  'idn-email': email,
  date: { make: (_name, hash) => [dateOf(hash)], wrong: 'yesterday', test: isDate },
  'date-time': {
    make: (_name, hash) => [`${dateOf(hash)}T${timeOf(hash)}Z`],
    wrong: 'yesterday',
    test: (text) => isDate(text.slice(0, 10)) && /^t$/i.test(text.charAt(10)) && time.test(text.slice(11)),
  },
  time: { make: (_name, hash) => [`${timeOf(hash)}Z`], wrong: 'noon', test: (text) => time.test(text) },
  duration: {
    make: (_name, hash) => [`P${2 + (hash % 27)}DT${2 + ((hash >>> 5) % 21)}H`, `P${2 + (hash % 7)}D`],
    wrong: 'a while',
    test: (text) => /^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/.test(text),
  },
  hostname: {
    make: (_name, hash) => [`check-${tokenOf(hash)}.example.com`, `${tokenOf(hash)}.example`],
    wrong: 'no host!',
    test: (text) => text.split('.').every((part) => label.test(part)),
  },
  ipv4: {
    // TEST-NET-3 (RFC 5737): an address that nobody uses.
    make: (_name, hash) => [`203.0.113.${1 + (hash % 254)}`],
    wrong: '999.0.0.1',
    test: (text) => /^(?:\d{1,3}\.){3}\d{1,3}$/.test(text) && text.split('.').every((part) => Number(part) < 256),
  },
  ipv6: {
    // The prefix for documentation (RFC 3849).
    make: (_name, hash) => [`2001:db8::${(1 + (hash % 0xfffe)).toString(16)}`],
    wrong: '::nope',
    test: (text) => /^(?=.*::)(?!.*::.*::)[0-9a-f:]{2,39}$|^(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$/i.test(text),
  },
  byte: {
    make: (name, hash) => [btoa(`check ${wordsOf(name)[0]} ${tokenOf(hash)}.`.padEnd(33, '.')), btoa(tokenOf(hash))],
    wrong: 'no base64!',
    test: (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text),
  },
  'json-pointer': {
    make: (name, hash) => [`/check/${wordsOf(name)[0]}/${tokenOf(hash)}`, `/${tokenOf(hash)}`],
    wrong: 'no pointer',
    test: (text) => /^(?:\/(?:[^~/]|~0|~1)*)*$/.test(text),
  },
  regex: { make: (_name, hash) => [`^${tokenOf(hash)}$`], wrong: '(', test: isPattern },
};

/** Returns a format that the check knows; undefined for any other. */
export function formatOf(name: string | undefined): Format | undefined {
  return name !== undefined && Object.hasOwn(formats, name) ? formats[name] : undefined;
}
