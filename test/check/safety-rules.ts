/** A promise of the check in `openapi/docs/safety.md`. The titles of tests refer to it by name. */
export interface SafetyRule {
  id: string;
  about: string;
  /** Another name, in quotes: the text of a table row in the guide: `it('safety "redirect of any kind": …')`. */
  row?: string;
}

/** The requests that each mode of writing may send. */
const modes: readonly SafetyRule[] = [
  {
    id: 'mode-none',
    row: '--writes none',
    about: 'By default no POST is sent, and PATCH, PUT and DELETE go only to ids that do not exist.',
  },
  { id: 'put', row: 'PUT', about: 'By default a PUT is sent only if it cannot create anything.' },
  {
    id: 'undeclared-method',
    row: 'undeclared methods',
    about: 'By default an undeclared method is tested with methods that change nothing, or at ids that do not exist.',
  },
  {
    id: 'never-called',
    row: 'never called',
    about: 'An operation that by its name or path logs out, revokes, restarts or shuts down is called only by --only.',
  },
  {
    id: 'mode-noop',
    row: '--writes noop',
    about: 'With noop an update sends the current values, and a read proves that nothing has changed.',
  },
  {
    id: 'mode-roundtrip',
    row: '--writes roundtrip',
    about: 'With roundtrip an update sends new values, then the old ones again, and a read proves their return.',
  },
  {
    id: 'mode-disposable',
    row: '--writes disposable',
    about: 'With disposable, updates and deletes go only to resources that the run has created, and never to accounts.',
  },
  {
    id: '23',
    about:
      'With disposable, settings and containers that the run has not made are only read, unless --only names the ' +
      'operation.',
  },
];

/** Writing to resources and restoring them. */
const writing: readonly SafetyRule[] = [
  { id: '1', about: 'No write is sent before the values to restore are on disk, synced.' },
  { id: '2', about: 'A write with an unknown outcome counts as applied.' },
  {
    id: '3',
    about: 'Only a read proves that a resource is restored; all resources are read once more before the verdict.',
  },
  { id: '4', about: 'Each write is undone at once; an undo may be interrupted and repeated any number of times.' },
  { id: '5', about: 'Values that somebody else sets during the run stay.' },
  { id: '6', about: 'Only resources that the run has created are deleted.' },
  { id: '7', about: 'One process at a time writes to a server; changes left to undo stop the next run.' },
  {
    id: '8',
    about:
      'A run that ends with 0 has restored everything; if a server prevents that, it ends with 5 and names fields.',
  },
  { id: '9', about: 'A write that cannot be undone is skipped with a reason, and does not count as tested.' },
  {
    id: '10',
    about: 'Writes are sent one after another, with a pause; fields that affect others are skipped unless named.',
  },
  { id: '11', about: 'On another machine, writes need a confirmed host, and all requests need https.' },
  {
    id: '12',
    about: 'Waits use the monotonic clock; those for Retry-After have one budget, separate from settling and undoing.',
  },
  {
    id: '13',
    about: 'After several refusals comes a control read; while it fails, they prove nothing, and the run ends with 3.',
  },
  { id: '14', about: 'After an unknown outcome the check waits for --settle, looks, and undoes again.' },
  {
    id: '15',
    about:
      'Where requests go, which contract is used and whether something is written comes from the user, never from a ' +
      'report.',
  },
  {
    id: '22',
    about: 'What a disposable run has created is removed at its end, also after a signal; what is left is listed.',
  },
  { id: 'journal', about: 'The journal has a checksum in each line; a torn end is dropped, other damage ends with 6.' },
  { id: '16', about: 'A folder with journals that others can write to is not used.' },
  {
    id: 'undo',
    about: 'The command to undo the run is printed before the first write; undo --plan sends nothing.',
  },
  {
    id: 'signals',
    about: 'SIGHUP, SIGINT and SIGTERM stop new requests, then undo and report; a second signal ends at once.',
  },
  {
    id: 'kill',
    about: 'After a run or its undo is killed at any moment, undo restores the server.',
  },
  { id: '24', about: 'A run that ends because the key is refused names the last accepted writes.' },
  { id: '18', about: 'An error of our own never ends with 1, and never skips the undo or the report.' },
];

/** Behaviour of servers, and what a run then does. */
const hostile: readonly SafetyRule[] = [
  {
    id: 'unreachable',
    row: 'name not found, refused, black hole, TLS of any kind wrong',
    about: 'A server that cannot be reached, or whose certificate is wrong, ends the run with 3 and gets no key.',
  },
  {
    id: 'deadline',
    row: 'no byte, trickled headers or body, stalled body',
    about: 'Each request has one deadline, however the bytes come.',
  },
  { id: 'redirect', row: 'redirect of any kind', about: 'No redirect is followed; another origin gets no connection.' },
  {
    id: 'gzip-bomb',
    row: 'gzip, br bomb; endless body; 6 chained encodings',
    about: 'A body may have 10 MiB decoded, and two codings.',
  },
  {
    id: 'truncated',
    row: 'truncated body, bad framing, garbage instead of HTTP',
    about: 'A broken response has its own code, and is not judged as a complete one.',
  },
  {
    id: 'odd-json',
    row: 'invalid UTF-8, byte-order mark, duplicate keys, depth 200,000, `__proto__` keys, numbers beyond double',
    about: 'JSON that programs parse differently is a finding.',
  },
  {
    id: 'not-json',
    row: 'HTML, empty, 204 with a body where JSON is documented; content type missing, doubled, 64 kB long',
    about: 'A body that is not JSON, or has another content type, is a finding.',
  },
  {
    id: 'retry-after',
    row: '429 and 503 with Retry-After (seconds, date, nonsense)',
    about: 'If a server asks to wait, the check waits at most a minute, three times; then it has no verdict.',
  },
  {
    id: 'key-refused',
    row: '401 or 403 on the first keyed request',
    about: 'A key that is refused at the first request ends the run with 3.',
  },
  {
    id: 'broken-server',
    row: '500 always',
    about: 'After five failing operations in a row, the rest is not run.',
  },
  {
    id: 'pattern',
    row: 'a value that makes a pattern explode',
    about: 'Judging a response ends after 2 s, and Ctrl-C stops it.',
  },
  {
    id: 'many-errors',
    row: 'more than 100 errors',
    about: 'Judging stops after the first hundred mistakes of a body; an unjudged body does not pass.',
  },
  {
    id: 'unasked-answer',
    row: 'an answer that nobody asked for',
    about: 'An unrequested response ends its connection, and is not taken for the response to the next request.',
  },
  {
    id: 'escapes',
    row: 'ESC, OSC, CR, bidi in any string',
    about: 'Texts of a server are printed escaped, and control no terminal and no CI.',
  },
  {
    id: 'inert-reports',
    row: 'control characters, lone surrogates, `]]>` in JUnit; script in HTML and Markdown reports',
    about: 'Report files stay well-formed, and run no scripts.',
  },
  { id: 'ids', row: 'ids `.`, `..`, empty, with `/`', about: 'An id that would lead to another path is not sent.' },
  { id: 'retries', about: 'Reads are sent again at most twice; a write only after a 429.' },
  { id: '20', about: 'A pattern from a file is stopped after 2 s everywhere, and signals are still heard.' },
];

const key: readonly SafetyRule[] = [
  { id: 'key-argument', about: 'An argument or a setting that contains the key ends the run.' },
  { id: 'key-ascii', about: 'A key that no header can contain is refused before it is used.' },
  { id: 'key-origin', about: 'The key is sent to one origin only, over https or on this machine.' },
  { id: 'key-redacted', about: 'The key is removed from all output, in every encoding.' },
  {
    id: 'key-files',
    about: 'Each file is searched after it is written; if it contains the key, it is deleted, and the run ends with 8.',
  },
  { id: 'key-disk', about: 'The key is never on disk, in no file and no journal.' },
  { id: '25', about: 'The part of the key after a scheme is hidden like the whole value.' },
];

const files: readonly SafetyRule[] = [
  { id: '17', about: 'A damaged state file of the sandbox is refused, never overwritten.' },
  { id: 'whole-report', about: 'A report is written whole or not at all; if the disk is full, the old one stays.' },
  { id: 'yaml', about: 'YAML is read with limits for size, depth, aliases and time.' },
  {
    id: 'references',
    about: 'No reference of a contract leads out of its file, or to the network, or back to itself.',
  },
  {
    id: '19',
    about:
      'A path that stands in a file stays below the folder of that file, and names a regular file of at most 10 MB.',
  },
  {
    id: '21',
    about: 'Text of a file is shown like that of a server: it controls no terminal, no CI log and no report.',
  },
];

const exitCodes: readonly SafetyRule[] = [
  { id: 'exit-0', about: 'No violation, and all changed resources are proven to be restored.' },
  { id: 'exit-1', about: 'The server violates the contract.' },
  { id: 'exit-2', about: 'The command line, a file or the contract is wrong.' },
  { id: 'exit-3', about: 'No verdict: unreachable, key refused, out of time.' },
  { id: 'exit-4', about: 'A change by somebody else was kept.' },
  { id: 'exit-5', about: 'The state differs or is unknown; the journal is kept.' },
  { id: 'exit-6', about: 'The journal is damaged.' },
  { id: 'exit-7', about: 'Another run is writing, or an earlier one must be undone.' },
  { id: 'exit-8', about: 'Output contained the key.' },
  { id: 'exit-9', about: 'Less was tested than required.' },
  { id: 'exit-signal', about: '129, 130 or 143: stopped by a signal, and everything restored.' },
  { id: 'exit-order', about: 'If several codes apply, the gravest counts.' },
];

/** All promises, in the order of the guide. */
export const safetyRules: readonly SafetyRule[] = [...modes, ...writing, ...hostile, ...key, ...files, ...exitCodes];
