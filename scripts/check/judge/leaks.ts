/**
 * The form of stack traces in the languages of servers. No part repeats without a bound, or begins with characters that
 * may begin at each place of a long word: repetitive texts would take forever.
 */
const traces: readonly [language: string, form: RegExp][] = [
  ['JavaScript', /\bat (?:[\w.$<>[\] ]{1,100} )?\(?(?:file:\/\/)?[\w@./\\-]{1,300}\.[cm]?[jt]sx?:\d{1,9}:\d/],
  ['Python', /Traceback \(most recent call last\)|File "[^"]{1,300}", line \d{1,9}, in /],
  ['Java', /\bat [\w$.]{1,300}\.[\w$<>]{1,100}\([\w$]{1,100}\.(?:java|kt|scala):\d{1,9}\)/],
  ['.NET', /\bat [\w.`<>[\],]{1,300}\([^)]{0,200}\) in [^\n"]{1,300}:line \d+/],
  ['PHP', /#\d{1,4} [\w./\\-]{1,300}\.php\(\d{1,9}\)|\bStack trace:\s{0,20}(?:\\n|\n)#0/],
  ['Ruby', /\w\.rb:\d{1,9}:in [`']/],
  ['Go', /goroutine \d{1,9} \[running\]|\w\.go:\d{1,9} \+0x[0-9a-f]/],
  ['Rust', /thread '[^']{1,100}' panicked at/],
];

/** Number of characters to search: a stack trace appears early. */
const searched = 250_000;

/** Returns the language of a stack trace in a text, or undefined. */
export function stackTraceIn(text: string): string | undefined {
  const beginning = text.slice(0, searched);
  return traces.find(([, form]) => form.test(beginning))?.[0];
}
