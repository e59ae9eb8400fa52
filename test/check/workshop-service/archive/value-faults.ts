import type { Json } from '../../service/contract.js';
import { type Replacing, responding, taking } from '../faults.js';
import { reply } from '../responses.js';
import { accepting, heading, isList, isText, showing, storing } from './fault-kit.js';

const hours = (text: string, by: number): string => new Date(Date.parse(text) + by * 3_600_000).toISOString();
const isTime = (value: Json): value is string => isText(value) && !Number.isNaN(Date.parse(value));

/** Faults of jobs, and of the values that a service stores. */
export const valueFaults: Readonly<Record<`${'d' | 'w'} ${string}: ${string}`, Replacing>> = {
  'w title-cut records.create records.update: A title is cut after 40 characters.': storing('title', isText, (text) =>
    text.slice(0, 40),
  ),
  'w title-ascii records.create records.update: Other letters than those of ASCII are lost.': storing(
    'title',
    isText,
    (text) => text.replace(/[^\n -~]/g, '?'),
  ),
  'w borrower-small loans.create: A name is in small letters.': storing('borrower', isText, (text) =>
    text.toLowerCase(),
  ),
  'w received-zoneless records.create records.update: A time loses its offset.': storing('received', isTime, (text) =>
    text.replace(/[+-]\d\d:\d\d$/, 'Z'),
  ),
  'w received-shifted records.create records.update: A time is an hour later.': storing('received', isTime, (text) =>
    hours(text, 1),
  ),
  'w keywords-sorted records.create records.update: An array is sorted.': storing('keywords', isList, (list) =>
    list.toSorted(),
  ),
  'w keywords-once records.create records.update: Equal items are kept once.': storing('keywords', isList, (list) => [
    ...new Set(list),
  ]),
  'w keywords-split records.create: A comma in a keyword makes two.': storing('keywords', isList, (list) =>
    list.flatMap((each) => (isText(each) ? each.split(',') : each)),
  ),
  'w pieces-last-lost records.create records.update: The last of several objects is lost.': storing(
    'pieces',
    isList,
    (list) => (list.length > 1 ? list.slice(0, -1) : list),
  ),
  'w language-other records.create: The default is another one.': taking((body) => ({ language: 'en', ...body })),
  'w place-null-word records.create records.update: A null is the word.': storing(
    'place',
    (value) => value === null,
    () => 'null',
  ),
  'w role-reader members.create members.replace: Each member is a reader.': storing('role', isText, (role) =>
    role === 'guest' ? 'reader' : role,
  ),
  'w shelfmark-loose records.create records.update: The pattern counts only for its first and last alternative.':
    accepting('shelfmark', (value) => isText(value) && /^ms|pr|ph-[0-9]{2,4}$/.test(value), 'ms-10'),
  // Jobs
  'd job-over jobs.list jobs.read: A job that is done is done to more than the whole.': showing((view) => ({
    ...view,
    progress: view['state'] === 'done' ? 101 : (view['progress'] ?? 0),
  })),
  'd job-without-result jobs.read: A job that is done has no result.': showing((view) => ({ ...view, result: null })),
  'd job-result-elsewhere jobs.list jobs.read: The result of a job leads nowhere.': showing((view) => ({
    ...view,
    result: view['result'] ? String(view['result']).replace('/archive', '') : null,
  })),
  'd job-unknown-queued jobs.read: A job that nobody started is queued.': (base, isIt) => ({
    act(call) {
      const result = base.act(call);
      if (!isIt(call) || result.status !== 404) return result;
      const submitted_at = new Date().toISOString();
      const job_id = call.parameters['job_id'] ?? '';
      return reply(200, { job_id, state: 'queued', progress: 0, submitted_at, result: null }, { 'Retry-After': '1' });
    },
  }),
  'w job-location-nowhere exports.start: Location leads nowhere.': heading(
    ({ Location }) => ({ Location: Location?.replace('/jobs/', '/exports/jobs/') }),
    202,
  ),
  'w job-goes-back jobs.read: A running job is queued again for a moment.': (base) => ({
    stateOf(job) {
      const is = base.stateOf(job);
      return is.state === 'running' && is.progress % 40 > 20 ? { state: 'queued', progress: 0 } : is;
    },
  }),
  'w job-progress-falls jobs.read: The progress of a job is what is left.': (base) => ({
    stateOf: (job) => ({ ...base.stateOf(job), progress: 100 - base.stateOf(job).progress }),
  }),
  'w job-kept jobs.delete: A job that was removed is still there.': (base, isIt) => ({
    act(call) {
      const job = call.store.archive.jobs.get(call.parameters['job_id'] ?? '');
      const result = base.act(call);
      if (isIt(call) && job) call.store.archive.jobs.set(String(job.fields['job_id']), job);
      return result;
    },
  }),
  'w start-200 exports.start: A job that only begins has the status of one that is done.': responding(
    () => ({ status: 200 }),
    202,
  ),
  'w start-soon exports.start: Retry-After is a word.': heading(() => ({ 'Retry-After': 'soon' }), 202),
};
