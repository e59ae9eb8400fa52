import { openQuestions } from '../pages/standing-text.js';
import type { Block, Line } from './blocks.js';

/** A server of the document. */
export interface Server {
  url: string;
  description?: string;
  'x-unknown'?: readonly string[];
  variables?: Record<string, { default: string; description?: string }>;
}

/** Describes a server and its variables. */
export function serverText({ url, description = '', variables = {}, 'x-unknown': ids = [] }: Server): Block[] {
  const values = Object.entries(variables).map(
    ([name, variable]): Block => ({
      paragraph: [
        { code: `{${name}}` },
        ': ',
        { prose: variable.description ?? '' },
        ' (',
        { code: variable.default },
        ')',
      ],
    }),
  );
  const server: Line = ['Server: ', { code: url }, '. ', { prose: description }];
  return [{ paragraph: [...server, ...openQuestions(' Open questions: ', ids)] }, ...values];
}
