import { tokenOf, uuidOf, wordsOf } from './token.js';

/** A format of strings, with valid values and an invalid value. */
interface Format {
  /** Returns valid values, from the most descriptive to the shortest. */
  make(name: string, hash: number): readonly string[];
  invalidText: string;
}

const toTwoDigits = (number: number): string => String(number).padStart(2, '0');
const dateOf = (hash: number): string =>
  `20${toTwoDigits(21 + (hash % 8))}-${toTwoDigits(1 + ((hash >>> 4) % 12))}-${toTwoDigits(1 + ((hash >>> 8) % 28))}`;
const timeOf = (hash: number): string =>
  `${toTwoDigits((hash >>> 2) % 24)}:${toTwoDigits((hash >>> 7) % 60)}:${toTwoDigits((hash >>> 13) % 60)}`;

const origin = 'https://check.example.com';

const email: Format = {
  make: (_name, hash) => [
    `check-${tokenOf(hash)}@example.com`,
    `${tokenOf(hash)}@example.com`,
    `${tokenOf(hash).slice(0, 2)}@a.example`,
  ],
  invalidText: 'nobody',
};
const uri: Format = {
  make: (name, hash) => [
    `${origin}/${wordsOf(name).join('-').slice(0, 40)}/${tokenOf(hash)}`,
    `https://example.com/${tokenOf(hash)}`,
    `http://a.example/${tokenOf(hash).slice(0, 2)}`,
    `urn:${tokenOf(hash).slice(0, 3)}`,
  ],
  invalidText: 'nope',
};
const reference: Format = {
  make: (name, hash) => [
    `/check/${wordsOf(name).join('-').slice(0, 40)}/${tokenOf(hash)}/`,
    `/${tokenOf(hash)}/`,
    ...uri.make(name, hash),
  ],
  invalidText: 'no reference: \\^',
};

/** The formats that the check knows. A value of any other format is plain text. */
const formats: Readonly<Record<string, Format | undefined>> = {
  uuid: { make: (name, hash) => [uuidOf(name, hash)], invalidText: 'gold' },
  uri,
  url: uri,
  iri: uri,
  'uri-reference': reference,
  'iri-reference': reference,
  'uri-template': {
    make: (name, hash) => [`${origin}/${wordsOf(name)[0]}/${tokenOf(hash)}/{id}`, `/{${tokenOf(hash)}}`],
    invalidText: '{',
  },
  email,
  'idn-email': email,
  date: { make: (_name, hash) => [dateOf(hash)], invalidText: 'yesterday' },
  'date-time': { make: (_name, hash) => [`${dateOf(hash)}T${timeOf(hash)}Z`], invalidText: 'yesterday' },
  time: { make: (_name, hash) => [`${timeOf(hash)}Z`], invalidText: 'noon' },
  duration: {
    make: (_name, hash) => [`P${2 + (hash % 27)}DT${2 + ((hash >>> 5) % 21)}H`, `P${2 + (hash % 7)}D`],
    invalidText: 'a while',
  },
  hostname: {
    make: (_name, hash) => [`check-${tokenOf(hash)}.example.com`, `${tokenOf(hash)}.example`],
    invalidText: 'no host!',
  },
  // An address of TEST-NET-3 (RFC 5737), which nobody uses, and one with the prefix for documentation (RFC 3849).
  ipv4: { make: (_name, hash) => [`203.0.113.${1 + (hash % 254)}`], invalidText: '999.0.0.1' },
  ipv6: { make: (_name, hash) => [`2001:db8::${(1 + (hash % 0xfffe)).toString(16)}`], invalidText: '::nope' },
  byte: {
    make: (name, hash) => [btoa(`check ${wordsOf(name)[0]} ${tokenOf(hash)}.`.padEnd(33, '.')), btoa(tokenOf(hash))],
    invalidText: 'no base64!',
  },
  'json-pointer': {
    make: (name, hash) => [`/check/${wordsOf(name)[0]}/${tokenOf(hash)}`, `/${tokenOf(hash)}`],
    invalidText: 'no pointer',
  },
  regex: { make: (_name, hash) => [`^${tokenOf(hash)}$`], invalidText: '(' },
};

export function formatOf(name: string | undefined): Format | undefined {
  return name !== undefined && Object.hasOwn(formats, name) ? formats[name] : undefined;
}
