import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { counted } from '../../text/numbers.js';
import type { Gate } from '../gate.js';

const recipe = 'recipes/Dockerfile';

export const containerGate: Gate = {
  name: 'container',
  about: `has a container recipe without lint findings; it is not run`,
  async run({ installed }) {
    const path = join(installed, recipe);
    if (!existsSync(path)) return { figure: 'no recipe', problems: [`${recipe} is not in the package.`] };
    const text = readFileSync(path, 'utf8');
    const found = validate(text);
    const instructions = text.split('\n').filter((line) => /^[A-Z]+\s/.test(line)).length;
    return {
      figure: `${counted(instructions, 'instruction')}, ${counted(found.length, 'finding')}`,
      problems: found.map(({ message, range }) => `${recipe}:${range.start.line + 1}: ${message}`),
    };
  },
};
