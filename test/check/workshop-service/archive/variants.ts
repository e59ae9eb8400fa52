import type { Json, JsonObject } from '../../service/contract.js';
import type { Replacement, Reply, Variant } from '../behaviour.js';
import { type Replacing, responding } from '../faults.js';
import { isObject } from '../house.js';
import { calling, having, heading, reading, saying, searching, showing, tagging } from './fault-kit.js';
import { tagOf } from './store.js';

const isJson = ({ headers }: Reply): boolean => /json$/.test(headers['Content-Type'] ?? '');

/** Writes JSON bodies in another format. */
const writing = (edit: (text: string, body: Json) => string): Replacing =>
  responding((response) =>
    isJson(response) ? { text: edit(JSON.stringify(response.body), response.body ?? null) } : {},
  );

const only =
  (ids: string, replacing: Replacing): Replacing =>
  (before, isIt) =>
    replacing(before, (call) => isIt(call) && ids.split(' ').includes(call.operation?.id ?? ''));

const times = (edit: (time: string) => string): Replacing =>
  showing((view) =>
    Object.fromEntries(
      Object.entries(view).map(([name, value]) => [name, name.endsWith('_at') ? edit(String(value)) : value]),
    ),
  );

const problem = (edit: (body: JsonObject) => JsonObject): Replacing =>
  responding(({ status, body }) => (status >= 400 && isObject(body) ? { body: edit(body) } : {}));

const inState =
  (state: (is: string) => string): Replacing =>
  (before) => ({
    stateOf: (job) => {
      const is = before.stateOf(job);
      return job.length === 0 ? is : { ...is, state: state(is.state) };
    },
  });

/** Gives an address on the same server in another form, such as a relative one. */
const address = (name: 'Location' | 'Link', edit: (value: string, origin: string) => string): Replacing =>
  heading(({ [name]: value }, { origin }) => ({ [name]: value && edit(value, origin) }));

const toRange = /^bytes=(\d+)-(\d+)$/;
const replaces = 'charters.replace members.replace';
const salt = tagOf(String(Math.random()));

/** Archives that follow their document and HTTP, but differ from the usual archive. */
const table: Readonly<Record<`ok-${string}: ${string}`, Replacing>> = {
  'ok-weak-tags: The tags of records are weak.': (before) => ({
    tag: (call, kind, view) => `${kind === 'record' ? 'W/' : ''}${before.tag(call, kind, view)}`,
  }),
  'ok-weak-scans: The tags of files are weak.': only(
    'scans.content',
    heading(({ ETag }) => ({ ETag: ETag && `W/${ETag}` })),
  ),
  'ok-tags-of-start: Each start of the service has other tags.': tagging((tag) => tagOf(tag + salt)),
  'ok-tags-renewed: Once, all tags change, because the form of the text does.': (before) => {
    let count = 0;
    return {
      tag(call, kind, view) {
        if (call.method === 'GET') count += 1;
        return tagOf(`${before.tag(call, kind, view)} ${count > 90}`);
      },
    };
  },
  'ok-tag-with-signs: Tags contain commas, slashes and spaces in a row.': tagging((tag) => tag.replace(/"$/, '/a,b!"')),
  'ok-unranged: Ranges are not supported.': (before) => ({
    part: (call, scan) => before.part({ ...call, headers: {} }, scan),
    send: (call, response) => {
      const reply = before.send(call, response);
      const isFile = reply.headers['Accept-Ranges'] !== undefined;
      return isFile ? { ...reply, headers: { ...reply.headers, 'Accept-Ranges': 'none' } } : reply;
    },
  }),
  'ok-from-start-whole: A range that has all bytes gets the whole file.': reading('range', (range) =>
    range === 'bytes=0-' ? undefined : range,
  ),
  'ok-suffix-whole: A range of the last bytes gets the whole file.': reading('range', (range) =>
    range?.startsWith('bytes=-') ? undefined : range,
  ),
  'ok-parts-capped: A part has at most 64 bytes.': reading('range', (range) =>
    range?.replace(toRange, (_, from, to) => `bytes=${from}-${Math.min(+to, +from + 63)}`),
  ),
  'ok-past-end-whole: A range after the end gets the whole file.': having('part', (before) => (call, scan) => {
    const part = before.part(call, scan);
    return part.status === 416 ? before.part({ ...call, headers: {} }, scan) : part;
  }),
  'ok-if-range-whole: Any If-Range gets the whole file.': having(
    'part',
    (before) => (call, scan) => before.part(call.headers['if-range'] ? { ...call, headers: {} } : call, scan),
  ),
  'ok-undated: Files have no Last-Modified.': (before) => ({
    allows: (call, { tag }) => before.allows(call, { tag }),
    part(call, scan) {
      const { headers, ...part } = before.part(call, scan);
      const { 'Last-Modified': _, ...others } = headers;
      return { ...part, headers: others };
    },
  }),
  'ok-204: A replacement shows nothing.': only(
    replaces,
    responding(({ status }) => (status === 200 ? { status: 204, headers: {}, body: null, text: '' } : {})),
  ),
  'ok-absolute: Location has the address with the machine.': address('Location', (path, origin) => origin + path),
  'ok-relative: Location is relative to the path of the request.': address('Location', (path) =>
    path.replace(/^.*\/(.+\/.+)$/, '$1'),
  ),
  'ok-link-absolute: Link has the address with the machine.': address('Link', (link, origin) =>
    link.replace('<', `<${origin}`),
  ),
  'ok-link-more: Link leads to other pages as well.': address(
    'Link',
    (link) => `</archive/loans?limit=5>; rel="first"; title="a, <b>; rel=next", ${link}, </help>; rel=help`,
  ),
  'ok-link-token: The relation in Link is not quoted, and one of two.': address(
    'Link',
    (link) => `${link.replace('rel="next"', 'title="On"; REL="next last"')}`,
  ),
  'ok-link-query: The address in Link is only a query.': address('Link', (link) => link.replace('/archive/loans', '')),
  'ok-problem-more: A problem has more members.': problem((body) => ({ ...body, instance: '/log/7', trace: ['a', 1] })),
  'ok-problem-typed: A problem has a type of its own.': problem((body) => ({
    ...body,
    type: `/problems/${String(body['status'])}`,
    title: 'That did not work',
  })),
  'ok-problem-short: A problem has no detail.': problem(({ detail: _, errors: __, ...body }) => body),
  'ok-challenges: A 401 says more.': heading(({ 'WWW-Authenticate': challenge }) => ({
    'WWW-Authenticate': challenge && 'Bearer realm="archive", error="invalid_token", ApiKey realm="archive"',
  })),
  'ok-key-first: What does not exist needs a key as well.': (before) => ({
    stages: ['key', ...before.stages.filter((stage) => stage !== 'key')],
  }),
  'ok-at-once: A job is done at once.': (before) => ({ stateOf: (job) => before.stateOf({ ...job, length: 0 }) }),
  'ok-patient: A job takes half a minute.': (before) => ({
    stateOf: (job) => before.stateOf({ ...job, length: job.length && 30_000 }),
  }),
  'ok-fails: Each new job fails.': inState((state) => (state === 'done' ? 'failed' : state)),
  'ok-unqueued: A job runs at once.': inState((state) => (state === 'queued' ? 'running' : state)),
  'ok-hurry: Nobody has to wait before the next look at a job.': heading(({ 'Retry-After': time }) => ({
    'Retry-After': time && '0',
  })),
  'ok-silent-jobs: A job does not say when to look again.': only(
    'jobs.read exports.start',
    heading(() => ({ 'Retry-After': undefined })),
  ),
  'ok-repeat-said: A repeated response says so.': (before) => ({
    once(call, make) {
      let isNew = false;
      const reply = before.once(call, () => {
        isNew = true;
        return make();
      });
      return isNew ? reply : { ...reply, headers: { ...reply.headers, 'Idempotent-Replayed': 'true' } };
    },
  }),
  'ok-cursors-new: Each cursor is new, and lasts for five seconds.': (before, isIt) => {
    const real = new Map<string, { cursor: Json; since: number }>();
    const cursors = only(
      'records.list',
      saying((body) => {
        if (body['next'] === null) return body;
        const next = `${tagOf(String(Math.random())).slice(1, -1)}==`;
        real.set(next, { cursor: body['next'] ?? null, since: performance.now() });
        return { ...body, next };
      }, 200),
    );
    const read = searching(({ cursor, ...query }) => {
      const state = real.get(String(cursor));
      if (cursor === undefined) return query;
      return { ...query, cursor: state && performance.now() - state.since < 5000 ? state.cursor : 'unknown' };
    });
    return { ...cursors(before, isIt), ...read(before, isIt) };
  },
  'ok-small-pages: A page has at most four records, whatever the limit is.': only(
    'records.list',
    searching((query) => ({ ...query, limit: Math.min(4, Number(query['limit'])) })),
  ),
  'ok-micro: Times of the service have six digits.': times((time) => time.replace('Z', '123Z')),
  'ok-decimals: A number has a 0 at its end.': writing((text) =>
    text.replace(/("(?:height|estimate)":\d+\.\d+)/g, '$10'),
  ),
  'ok-escapes: JSON escapes slashes and letters.': writing((text) =>
    text.replaceAll('/', '\\/').replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
  ),
  'ok-head-chunked: HEAD has no length.': responding((_, { method }) => (method === 'HEAD' ? { isChunked: true } : {})),
  'ok-chunks: Bodies have no length.': responding(() => ({ isChunked: true })),
  'ok-batch-index: A result has the place of its item as well.': saying(
    ({ results, ...body }) => ({
      ...body,
      results: (results as JsonObject[]).map((each, index) => ({ ...each, index })),
    }),
    207,
  ),
  'ok-options-allowed: Allow lists OPTIONS as well.': heading(({ Allow }) => ({ Allow: Allow && `OPTIONS, ${Allow}` })),
  'ok-gaps: Numbers are left out.': calling(({ store, operation }) => {
    if (operation?.id.endsWith('.create')) for (const kind of ['record', 'loan', 'member']) store.archive.next(kind);
    return {};
  }),
  'ok-others: Other clients add loans.': (before) => {
    let count = 0;
    return {
      act(call) {
        if (++count % 60 === 0)
          call.store.archive.add('loan', { borrower: 'Nel', item: `Box ${count}`, due: '2032-01-01', note: null });
        return before.act(call);
      },
    };
  },
  'ok-more-members: Members say how often they were shown.': (before) => {
    let count = 0;
    return {
      show(call, kind, resource) {
        const view = before.show(call, kind, resource);
        return kind === 'member' ? { ...view, shown: ++count } : view;
      },
    };
  },
};

export const rightHabits: readonly Variant[] = Object.entries(table).map(([heading, replacing]) => {
  const [, name = '', description = ''] = /^(\S+): (.+)$/.exec(heading) ?? [];
  const change: Replacement = (before) => replacing(before, ({ target }) => target.startsWith('/archive'));
  return { name, about: description, change };
});
