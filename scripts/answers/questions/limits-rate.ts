import { listRefusal } from '../listed-refusal.js';
import type { Teach } from '../teaching.js';

interface Rate {
  requests: number;
  seconds: number;
  /** Names of headers that say how much is left. */
  headers?: string[];
}

/** How many requests may be sent in a period. */
export const limitsRate: Teach<Rate> = ({ draft, value }) => {
  const { requests, seconds, headers = [] } = value;
  const description = `More than ${requests} requests came within ${seconds} seconds.`;
  const text = { type: 'string' };
  for (const placed of draft.operations) {
    const response = listRefusal(draft, placed, 429, description);
    response.headers = {
      'Retry-After': { description: 'Seconds to wait, or a date, before the next request.', schema: text },
      ...Object.fromEntries(headers.map((name) => [name, { description: 'About the limit.', schema: text }])),
    };
  }
};
