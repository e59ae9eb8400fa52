import { Grounds } from './grounds.js';
import type { Sight } from './rule.js';

const limits = { sets: 300, fields: 200 };

/** How many fields must have been refused without the required ones, and accepted with them. */
const proving = 3;

/** Whether a refusal is about the fields that were sent, since their values are right. */
function isAboutFields({ case: { expect, kind } }: Sight): boolean {
  return expect === 'success' || kind === 'together';
}

/** Which sets of fields updates sent, and whether the service accepted them. Its memory use is bounded. */
export class UpdateSets {
  readonly #accepted = new Map<string, ReadonlySet<string>>();
  readonly #refused = new Map<string, ReadonlySet<string>>();
  readonly accepted = new Grounds();

  see(sight: Sight): void {
    const names = Object.keys(sight.sent ?? {}).sort();
    if (names.length === 0 || names.length > limits.fields) return;
    if (sight.isSuccess) {
      this.#note(this.#accepted, names);
      this.accepted.see(sight, '', `${names.length} fields`);
    } else if (sight.refusesContent && isAboutFields(sight)) this.#note(this.#refused, names);
  }

  #note(sets: Map<string, ReadonlySet<string>>, names: readonly string[]): void {
    if (sets.size < limits.sets) sets.set(names.join('\n'), new Set(names));
  }

  /**
   * The fields that every accepted update sent and that are enough for one, if updates of several other fields were
   * refused without them and accepted with them; of these, those that a refused update lacked alone.
   */
  required(): string[] {
    const accepted = [...this.#accepted.values()];
    const [first, ...others] = accepted;
    const common = [...(first ?? [])].filter((name) => others.every((each) => each.has(name)));
    if (common.length === 0 || !this.#accepted.has(common.join('\n'))) return [];
    const lacking = [...this.#refused.values()].filter((each) => !common.every((name) => each.has(name)));
    const alone = new Set(lacking.flatMap((each) => [...each]).filter((name) => !common.includes(name)));
    const proven = [...alone].filter((name) => accepted.some((each) => each.has(name)));
    if (proven.length < proving) return [];
    return common.filter((name) =>
      lacking.some((each) => !each.has(name) && common.every((other) => other === name || each.has(other))),
    );
  }
}
