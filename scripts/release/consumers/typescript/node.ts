// Uses the entry points for Node.js.
import {
  type CheckOptions,
  type CheckReport,
  cases,
  check,
  NoVerdict,
  renderReport,
  type Verdict,
} from 'directory-contract/check';
import { type Mock, startMock } from 'directory-contract/mock';

export async function checked(baseUrl: string): Promise<string> {
  const options: CheckOptions = { baseUrl, include: ['named'], writes: 'none' };
  const report: CheckReport = await check(options);
  const verdict: Verdict = report.verdict;
  // @ts-expect-error there is no such mode of writing
  await check({ baseUrl, writes: 'everything' });
  // @ts-expect-error a check needs an address
  await check({});
  return `${verdict} ${renderReport('markdown', report)}`;
}

export async function eachCase(): Promise<void> {
  for (const each of cases({ parameters: { directory_id: 'd' } })) {
    try {
      await each.run();
    } catch (error) {
      if (!(error instanceof NoVerdict)) throw error;
    }
  }
}

export async function mocked(): Promise<string> {
  const mock: Mock = await startMock({ port: 0 });
  await mock.close();
  // @ts-expect-error a port is a number
  await startMock({ port: '4010' });
  return mock.url;
}
