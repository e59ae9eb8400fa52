/** A promise of the check, as `openapi/docs/safety.md` gives it, and the name by which tests say that they prove it. */
export interface SafetyRule {
  /** A number, or words with hyphens: `it('safety 13: …')`, `it('safety gzip-bomb: …')`. */
  id: string;
  about: string;
  /** Another name for it, in quotes: `it('safety "redirect of any kind": …')`. */
  row?: string;
}

/** What may be sent, by the mode. */
const modes: readonly SafetyRule[] = [
  {
    id: 'mode-none',
    row: '--writes none',
    about: 'By default no POST is sent, and each PATCH, PUT and DELETE aims at an id that nothing has.',
  },
  { id: 'put', row: 'PUT', about: 'By default a PUT is sent only where it cannot create anything.' },
  {
    id: 'undeclared-method',
    row: 'undeclared methods',
    about: 'By default a method that is not declared is tried with a token that nobody has registered.',
  },
  {
    id: 'never-called',
    row: 'never called',
    about:
      'What ends a session, revokes, restarts or shuts down by its name or path is called only where --only names it.',
  },
  {
    id: 'mode-noop',
    row: '--writes noop',
    about: 'With noop an update sends the values that are there, and a read proves that nothing has changed.',
  },
  {
    id: 'mode-roundtrip',
    row: '--writes roundtrip',
    about: 'With roundtrip an update sends new values, which are put back, and a read proves it.',
  },
  {
    id: 'mode-disposable',
    row: '--writes disposable',
    about: 'With disposable, updates and deletes go to what the run has made, and accounts are left alone.',
  },
];

/** What holds where things are written to and put back. */
const writing: readonly SafetyRule[] = [
  { id: '1', about: 'No write leaves before what undoes it is on disk, synced.' },
  { id: '2', about: 'A write whose outcome is not known counts as applied.' },
  {
    id: '3',
    about:
      'A thing counts as put back when a read shows it, and never by ' +
      'the answer to a write; all is read once more before the verdict.',
  },
  { id: '4', about: 'Each write is undone at once; an undo may be cut off and run again any number of times.' },
  { id: '5', about: 'What somebody else has set meanwhile stays.' },
  { id: '6', about: 'Nothing is deleted that the run has not made.' },
  { id: '7', about: 'One process writes to a server; what is left to undo stops the next run.' },
  {
    id: '8',
    about:
      'A run that ends with 0 has left all as it was; where a ' +
      'server defeats that, it ends with 5 and names every field.',
  },
  { id: '9', about: 'A write that could not be put back is not sent, with its reason, and does not count as tested.' },
  {
    id: '10',
    about:
      'Writes go one after another, with a pause; fields whose change others feel are left out unless they are named.',
  },
  { id: '11', about: 'On another machine, writes need the host once more, and everything needs https.' },
  {
    id: '12',
    about:
      'Waits are measured by the monotonic clock; those for Retry-After ' +
      'have one budget, which settling and undoing do not share.',
  },
  {
    id: '13',
    about:
      'Refusals in a row are followed by a control read, and prove nothing while it fails; such a run ends with 3.',
  },
  { id: '14', about: 'After an unknown outcome the check waits for --settle, looks, and undoes again.' },
  { id: 'journal', about: 'The journal has a checksum in each line; a torn end is dropped, other damage ends with 6.' },
  { id: 'undo', about: 'The line that undoes is printed before the first write; undo --plan sends nothing.' },
  {
    id: 'signals',
    about: 'SIGHUP, SIGINT and SIGTERM end a run in order: no new request, undo, report; a second one leaves at once.',
  },
  {
    id: 'kill',
    about: 'Whenever a run or its undo is killed, undo brings the server back; a program that breaks a rule is caught.',
  },
];

/** What a server may do, and all that comes of it. */
const hostile: readonly SafetyRule[] = [
  {
    id: 'unreachable',
    row: 'name not found, refused, black hole, TLS of any kind wrong',
    about: 'A server that cannot be reached, or whose certificate is wrong, ends the run with 3 and gets no key.',
  },
  {
    id: 'deadline',
    row: 'no byte, trickled headers or body, stalled body',
    about: 'One deadline for each request, however the bytes come.',
  },
  { id: 'redirect', row: 'redirect of any kind', about: 'No redirect is followed; another origin sees no connection.' },
  {
    id: 'gzip-bomb',
    row: 'gzip, br bomb; endless body; 6 chained encodings',
    about: 'A body is stopped at 10 MiB decoded, and at two codings.',
  },
  {
    id: 'truncated',
    row: 'truncated body, bad framing, garbage instead of HTTP',
    about: 'What is broken has its own code, and is not judged as if it were whole.',
  },
  {
    id: 'odd-json',
    row: 'invalid UTF-8, byte-order mark, duplicate keys, depth 200,000, `__proto__` keys, numbers beyond double',
    about: 'JSON that programs read in different ways is found and named.',
  },
  {
    id: 'not-json',
    row: 'HTML, empty, 204 with a body where JSON is documented; content type missing, doubled, 64 kB long',
    about: 'What is no JSON, or is called otherwise, is a finding.',
  },
  {
    id: 'retry-after',
    row: '429 and 503 with Retry-After (seconds, date, nonsense)',
    about: 'A server that asks to wait is waited for at most a minute, three times; then there is no verdict.',
  },
  {
    id: 'key-refused',
    row: '401 or 403 on the first keyed request',
    about: 'A key that is refused at the first request ends the run with 3.',
  },
  {
    id: 'broken-server',
    row: '500 always',
    about: 'After five operations in a row that break down, the rest is not run.',
  },
  {
    id: 'pattern',
    row: 'a value that makes a pattern explode',
    about: 'Judging an answer ends after 2 s, and Ctrl-C is heard meanwhile.',
  },
  {
    id: 'many-errors',
    row: 'more than 100 errors',
    about: 'Judging stops after the first hundred mistakes of a body, and what was not judged is no pass.',
  },
  {
    id: 'unasked-answer',
    row: 'an answer that nobody asked for',
    about: 'An answer that nobody asked for ends its connection, and is not taken for that to the next request.',
  },
  {
    id: 'escapes',
    row: 'ESC, OSC, CR, bidi in any string',
    about: 'What a server sends is shown escaped, a record a line, and steers no terminal and no CI.',
  },
  {
    id: 'inert-reports',
    row: 'control characters, lone surrogates, `]]>` in JUnit; script in HTML and Markdown reports',
    about: 'Report files stay well formed and inert.',
  },
  { id: 'ids', row: 'ids `.`, `..`, empty, with `/`', about: 'An id that would lead to another path is not sent.' },
  { id: 'retries', about: 'Reads are sent again at most twice; a write only after a 429.' },
];

const key: readonly SafetyRule[] = [
  { id: 'key-argument', about: 'An argument or a setting that holds the key ends the run.' },
  { id: 'key-ascii', about: 'A key that no header can hold is refused before it is used.' },
  { id: 'key-origin', about: 'The key goes to one origin, over https or to this machine.' },
  { id: 'key-redacted', about: 'The key is taken out of everything that is shown, in each form that it can take.' },
  {
    id: 'key-files',
    about: 'Each file is searched after it was written; one with the key is deleted, and the run ends with 8.',
  },
  { id: 'key-disk', about: 'The key is never on disk: in no file of any program, in no journal.' },
];

const files: readonly SafetyRule[] = [
  { id: 'whole-report', about: 'A report is written whole or not at all; a full disk leaves the one before.' },
  { id: 'yaml', about: 'YAML is read with limits for its size, its depth, its aliases, and the time that it takes.' },
  {
    id: 'references',
    about: 'No reference of a contract leads out of its file, or to the network, or back to itself.',
  },
];

const exitCodes: readonly SafetyRule[] = [
  { id: 'exit-0', about: 'No violation, and what was written to is proven to be what it was.' },
  { id: 'exit-1', about: 'The contract is violated.' },
  { id: 'exit-2', about: 'The command line, a file or the contract is wrong.' },
  { id: 'exit-3', about: 'No verdict: unreachable, key refused, out of time.' },
  { id: 'exit-4', about: 'A change of somebody else was left alone.' },
  { id: 'exit-5', about: 'The state differs or is not known; the journal is kept.' },
  { id: 'exit-6', about: 'The journal is damaged.' },
  { id: 'exit-7', about: 'Another run writes there, or one before is not undone.' },
  { id: 'exit-8', about: 'The key stood in what was written.' },
  { id: 'exit-9', about: 'Less was tested than asked for.' },
  { id: 'exit-signal', about: '129, 130 or 143: stopped by a signal, and all is put back.' },
  { id: 'exit-order', about: 'When several codes hold, the gravest is the one.' },
];

/** All promises, in the order of the guide. */
export const safetyRules: readonly SafetyRule[] = [...modes, ...writing, ...hostile, ...key, ...files, ...exitCodes];
