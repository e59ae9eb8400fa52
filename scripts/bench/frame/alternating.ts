import type { Subject } from './comparison.js';

/** A subject, and how one run of it is measured. */
export interface Measured extends Pick<Subject, 'name' | 'kind' | 'note'> {
  /** Measures one run. */
  measure(): Promise<number> | number;
}

/**
 * Measures the subjects in turn, so that what else the machine does hits all of them. A subject that fails once is not
 * measured again, and says why.
 */
export async function alternating(
  rounds: number,
  subjects: readonly Measured[],
  say: (what: string) => void,
): Promise<Subject[]> {
  const values = new Map<Measured, number[]>(subjects.map((subject) => [subject, []]));
  const errors = new Map<Measured, string>();
  for (let round = 0; round < rounds; round++)
    for (const subject of subjects) {
      if (errors.has(subject)) continue;
      say(`${subject.name}, run ${round + 1} of ${rounds}`);
      try {
        values.get(subject)?.push(await subject.measure());
      } catch (error) {
        errors.set(subject, sentence(error));
      }
    }
  return subjects.map((subject) => {
    const { name, kind, note } = subject;
    const error = errors.get(subject);
    const measured = error === undefined ? (values.get(subject) ?? []) : [];
    return { name, kind, values: measured, ...(error !== undefined && { error }), ...(note !== undefined && { note }) };
  });
}

/** What an error says, in one line of at most 300 characters. */
export function sentence(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim();
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
}
