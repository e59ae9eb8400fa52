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
  const schema = { type: 'string' };
  const named = headers.map((name) => {
    const example = exampleOf(name.toLowerCase(), value);
    return [name, { description: 'About the limit.', schema, ...(example !== undefined && { example }) }] as const;
  });
  for (const placed of draft.operations) {
    const response = listRefusal(draft, placed, 429, description);
    response.headers = {
      'Retry-After': { description: 'Seconds to wait, or a date, before the next request.', schema },
      ...Object.fromEntries(named),
    };
  }
};

/** What a header says before the first request of a period is answered, if its name tells that. */
function exampleOf(name: string, { requests, seconds }: Rate): string | undefined {
  const left = requests - 1;
  const known: [ending: RegExp, value: string | number][] = [
    [/policy$/, `${requests};w=${seconds}`],
    [/^rate-?limit$/, `"default";r=${left};t=${seconds}`],
    [/(?:limit|max|quota)$/, requests],
    [/(?:remaining|left)$/, left],
    [/used$/, 1],
    [/(?:interval|window|period)-(?:milliseconds|ms)$/, seconds * 1000],
    [/(?:interval|window|period|reset)(?:-seconds)?$/, seconds],
  ];
  const found = known.find(([ending]) => ending.test(name));
  return found && String(found[1]);
}
