// @ts-check
import { dataOf, leavesOf } from '../contract/walk.js';

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/giu;

/** Kinds of credentials, each with its pattern. @type {[string, RegExp][]} */
const credentialPatterns = [
  ['a JSON Web Token', /\beyJ[\w-]{8,}\.[\w-]{8,}/u],
  ['a private key or certificate', /-----BEGIN [A-Z0-9 ]+-----/u],
  ['a bearer token', /\bBearer\s+(?=\S*\d)[\w.~+/-]{16,}/iu],
  ['a payment key', /\b[srp]k_(?:live|test)_\w{8,}/u],
  ['a secret key', /\bsk-(?=\S*\d)[\w-]{16,}/u],
  ['a source host token', /\b(?:gh[oprsu]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{16,})/u],
  ['a cloud access key', /\b(?:AKIA|ASIA)[A-Z0-9]{12,}|\bAIza[\w-]{30,}/u],
  ['a chat token', /\bxox[a-z]-[\w-]{8,}/u],
  ['a registry token', /\bnpm_\w{30,}/u],
];

/** Bits of information per character. @param {string} text */
function entropy(text) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}

/** Whether a run of base64 characters looks random and not like words. In words, the kind of character (lower case,
 * upper case, digit) changes only where words meet; in random text, it changes at more than half of the places. @param
 * {string} run */
function looksRandom(run) {
  const changes = [...run.matchAll(/(?=[a-z][A-Z0-9]|[A-Z][a-z0-9]|[0-9][A-Za-z])/gu)].length;
  return /[a-z]/u.test(run) && /[A-Z]/u.test(run) && /\d/u.test(run) && changes / run.length > 0.3 && entropy(run) > 4;
}

/** Whether hexadecimal digits look random: no decimal number, and no single repeated digit. @param {string} run */
function looksRandomHex(run) {
  return /\d/u.test(run) && /[a-f]/iu.test(run) && entropy(run) > 2.5;
}

/** @param {string} text @returns {{ kind: string, found: string } | undefined} */
function credentialIn(text) {
  for (const [kind, pattern] of credentialPatterns) {
    const match = pattern.exec(text)?.[0];
    if (match !== undefined) return { kind, found: match };
  }
  const withoutIds = text.replace(uuid, ' ');
  const hex = withoutIds.match(/(?<![0-9a-z])[0-9a-f]{32,}(?![0-9a-z])/giu) ?? [];
  const base64 = withoutIds.match(/[\w+/-]{32,}/gu) ?? [];
  const randomKey = hex.find(looksRandomHex) ?? base64.find(looksRandom);
  if (randomKey !== undefined) return { kind: 'a random key', found: randomKey };
  return undefined;
}

/** No example, default or extension contains a string that could be a real credential. @param {unknown} document */
export default function noCredentials(document) {
  const findings = [];
  for (const { path: start, value } of dataOf(document)) {
    for (const leaf of leavesOf(value, start)) {
      const credential = typeof leaf.value === 'string' ? credentialIn(leaf.value) : undefined;
      if (credential === undefined) continue;
      // Shorten the text: messages end up in logs, which must not repeat a real credential.
      const excerpt = `"${credential.found.slice(0, 6)}..." (${credential.found.length} characters)`;
      findings.push({
        message:
          `Expected no credential in an example; ` +
          `found what looks like ${credential.kind}: ${excerpt}. ` +
          `Replace it with a placeholder such as <API_KEY>, and revoke the credential if it is real.`,
        path: leaf.path,
      });
    }
  }
  return findings;
}
