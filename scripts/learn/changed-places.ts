import type { TaughtOwnContract } from '../answers/own-contract.js';
import { eachOperation } from '../contract/operations.js';

/** Members that say on what a part rests, and examples. */
const notes = /\['(?:x-[\w-]+|examples|description|summary)'\]/;
const noted = /^(?:x-[\w-]+|examples|description|summary)$/;

/** The operations and fields of the contract that an answer changes, each once: `PartnerEntry.headline`. */
export function changedPlaces({ overlay, document }: TaughtOwnContract, question: string): string[] {
  const operations = new Map([...eachOperation(document)].map(({ id, path, method }) => [`${path} ${method}`, id]));
  const own = overlay.actions.filter(({ description = '' }) => description.split(',')[0] === question);
  const places = own.flatMap(({ target, update }) => {
    const isNote = update !== undefined && Object.keys(update as object).every((name) => noted.test(name));
    if (isNote || notes.test(target)) return [];
    const keys = [...target.matchAll(/\['((?:[^'\\]|\\.)*)'\]/g)].map(([, key = '']) => key);
    const [part, first = '', second = '', third, fourth] = keys;
    if (part === 'paths') return operations.get(`${first} ${second}`) ?? first;
    if (part !== 'components' || first === 'examples') return [];
    return third === 'properties' && fourth !== undefined ? `${second}.${fourth}` : second;
  });
  return [...new Set(places)].filter((place) => place !== '');
}
