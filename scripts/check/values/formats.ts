import { tokenOf, uuidOf, wordsOf } from './token.js';

/** A format of strings: valid values and an invalid one. */
interface Format {
  /** From the most descriptive to the shortest. */
  make(name: string, hash: number): readonly string[];
  wrong: string;
}

const two = (number: number): string => String(number).padStart(2, '0');
const dateOf = (hash: number): string =>
  `20${two(21 + (hash % 8))}-${two(1 + ((hash >>> 4) % 12))}-${two(1 + ((hash >>> 8) % 28))}`;
const timeOf = (hash: number): string =>
  `${two((hash >>> 2) % 24)}:${two((hash >>> 7) % 60)}:${two((hash >>> 13) % 60)}`;

const email: Format = {
  make: (_name, hash) => [
    `check-${tokenOf(hash)}@example.com`,
    `${tokenOf(hash)}@example.com`,
    `${tokenOf(hash).slice(0, 2)}@a.example`,
  ],
  wrong: 'nobody',
};
const uri: Format = {
  make: (name, hash) => [
    `https://check.example.com/${wordsOf(name).join('-').slice(0, 40)}/${tokenOf(hash)}`,
    `https://example.com/${tokenOf(hash)}`,
    `http://a.example/${tokenOf(hash).slice(0, 2)}`,
    `urn:${tokenOf(hash).slice(0, 3)}`,
  ],
  wrong: 'nope',
};
const reference: Format = {
  make: (name, hash) => [
    `/check/${wordsOf(name).join('-').slice(0, 40)}/${tokenOf(hash)}/`,
    `/${tokenOf(hash)}/`,
    ...uri.make(name, hash),
  ],
  wrong: 'no reference: \\^',
};

/** The formats that the check knows. A value of any other format is plain text. */
const formats: Readonly<Record<string, Format | undefined>> = {
  uuid: { make: (name, hash) => [uuidOf(name, hash)], wrong: 'gold' },
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
  },
  email,
  'idn-email': email,
  date: { make: (_name, hash) => [dateOf(hash)], wrong: 'yesterday' },
  'date-time': { make: (_name, hash) => [`${dateOf(hash)}T${timeOf(hash)}Z`], wrong: 'yesterday' },
  time: { make: (_name, hash) => [`${timeOf(hash)}Z`], wrong: 'noon' },
  duration: {
    make: (_name, hash) => [`P${2 + (hash % 27)}DT${2 + ((hash >>> 5) % 21)}H`, `P${2 + (hash % 7)}D`],
    wrong: 'a while',
  },
  hostname: {
    make: (_name, hash) => [`check-${tokenOf(hash)}.example.com`, `${tokenOf(hash)}.example`],
    wrong: 'no host!',
  },
  ipv4: {
    // TEST-NET-3 (RFC 5737): an address that nobody uses.
    make: (_name, hash) => [`203.0.113.${1 + (hash % 254)}`],
    wrong: '999.0.0.1',
  },
  ipv6: {
    // The prefix for documentation (RFC 3849).
    make: (_name, hash) => [`2001:db8::${(1 + (hash % 0xfffe)).toString(16)}`],
    wrong: '::nope',
  },
  byte: {
    make: (name, hash) => [btoa(`check ${wordsOf(name)[0]} ${tokenOf(hash)}.`.padEnd(33, '.')), btoa(tokenOf(hash))],
    wrong: 'no base64!',
  },
  'json-pointer': {
    make: (name, hash) => [`/check/${wordsOf(name)[0]}/${tokenOf(hash)}`, `/${tokenOf(hash)}`],
    wrong: 'no pointer',
  },
  regex: { make: (_name, hash) => [`^${tokenOf(hash)}$`], wrong: '(' },
};

/** Returns a format that the check knows; undefined for any other. */
export function formatOf(name: string | undefined): Format | undefined {
  return name !== undefined && Object.hasOwn(formats, name) ? formats[name] : undefined;
}
