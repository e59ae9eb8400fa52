import type { Part } from './parts.js';

/** Characters of the largest part that is gathered, before it is made smaller. */
const largest = 6_000;

/** Parts of which the small ones have become one. */
export interface GatheredParts {
  parts: Part[];
  /** The texts of the modules that a part includes, by name. */
  included(part: Part): ReadonlyMap<string, string>;
}

/**
 * Gathers small parts into one, since Node.js takes longer to find a file than to load a few functions in vain. Only
 * parts that are needed at once and import nothing but each other are gathered. They must do no costly work when they
 * are loaded.
 */
export function gathered(parts: readonly Part[]): GatheredParts {
  const small = smallParts(parts);
  const name = 'part-0';
  const holder: Part = {
    name,
    text: small.map((part) => passing(part, part.name, (own) => `${own} as ${commonName(part, own)}`)).join(''),
    exports: small.flatMap((part) => part.exports.map((own) => commonName(part, own))),
    parts: [],
    others: [],
    isShared: true,
  };
  const asTheyAre = new Map(small.map((part) => [part.name, part.text]));
  const passedOn = new Map(
    small.map((part) => [part.name, passing(part, name, (own) => `${commonName(part, own)} as ${own}`)]),
  );
  const rest = parts
    .filter((part) => !asTheyAre.has(part.name))
    .map((part) => ({ ...part, parts: part.parts.map((each) => (asTheyAre.has(each) ? name : each)) }));
  return { parts: [...rest, holder], included: (part) => (part === holder ? asTheyAre : passedOn) };
}

function smallParts(parts: readonly Part[]): Part[] {
  const small = parts.filter(({ isShared, text, others }) => isShared && text.length <= largest && others.length === 0);
  const names = new Set(small.map(({ name }) => name));
  const closed = small.filter((part) => part.parts.every((each) => names.has(each)));
  return closed.length === parts.length ? closed : smallParts(closed);
}

/** The name of an export among those of all small parts. */
function commonName({ name }: Part, own: string): string {
  return `${name.replace('-', '_')}_${own}`;
}

/** A line that passes on the exports of a part. */
function passing({ exports }: Part, from: string, renamed: (own: string) => string): string {
  return `export { ${exports.map(renamed).join(', ')} } from './${from}.js';\n`;
}
