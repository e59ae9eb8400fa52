/** What a stack trace looks like in the languages that servers are written in. */
const traces: readonly [language: string, form: RegExp][] = [
  ['JavaScript', /\bat (?:[\w.$<>[\] ]+ )?\(?(?:file:\/\/)?\/?[\w@./\\-]+\.[cm]?[jt]sx?:\d+:\d+\)?/],
  ['Python', /Traceback \(most recent call last\)|File "[^"]{1,300}", line \d+, in /],
  ['Java', /\bat [\w$.]+\.[\w$<>]+\([\w$]+\.(?:java|kt|scala):\d+\)/],
  ['.NET', /\bat [\w.`<>[\],]+\([^)]{0,200}\) in [^\n"]{1,300}:line \d+/],
  ['PHP', /#\d+ \/?[\w./\\-]+\.php\(\d+\)|\bStack trace:\s*(?:\\n|\n)#0/],
  ['Ruby', /[\w./-]+\.rb:\d+:in [`']/],
  ['Go', /goroutine \d+ \[running\]|[\w./-]+\.go:\d+ \+0x[0-9a-f]+/],
  ['Rust', /thread '[^']{1,100}' panicked at/],
];

/** The language of a stack trace in a text; undefined where there is none. */
export function stackTraceIn(text: string): string | undefined {
  return traces.find(([, form]) => form.test(text))?.[0];
}
