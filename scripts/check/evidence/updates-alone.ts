import { valueAt } from '../../contract/pointer.js';
import { grouped } from '../../text/numbers.js';
import { schemasOf } from './marked.js';
import type { Sight, Subject } from './rule.js';
import { count, list, withoutFalse } from './words.js';

/** Which fields a request may send alone, and whether the response then contains the value. */
export class UpdatesAlone {
  readonly #subject: Subject;
  readonly #documented: readonly string[];
  readonly #accepted = new Set<string>();
  readonly #refused = new Set<string>();
  readonly #shown = new Set<string>();

  constructor(subject: Subject) {
    this.#subject = subject;
    const all = subject.marked.schemas.flatMap((name) =>
      Object.keys(schemasOf(subject.document)[name]?.properties ?? {}),
    );
    this.#documented = [...new Set(all)];
  }

  /** Whether a response is one to an update with this schema. */
  isUpdate({ asked, operation }: Sight): boolean {
    return asked !== undefined && this.#subject.marked.schemas.includes(asked) && /patch|put/.test(operation.method);
  }

  see(sight: Sight): boolean {
    const { case: sent, asked: schema = '' } = sight;
    if (!this.isUpdate(sight)) return false;
    const entries = Object.entries(sight.sent ?? {});
    const [field] = entries;
    if (!field || entries.length > 1 || !this.#documented.includes(field[0])) return false;
    const [name, value] = field;
    if (sight.isSuccess) {
      this.#accepted.add(name);
      const at = schemasOf(this.#subject.document)[schema]?.properties?.[name]?.['x-reflected-as'] ?? `/${name}`;
      if (sight.resources.some((object) => isSame(valueAt(object, at), value))) this.#shown.add(name);
    } else if (sight.refusesContent && sent.expect === 'success') {
      this.#refused.add(name);
    } else {
      return false;
    }
    return true;
  }

  sentences(): string[] {
    const [accepted, shown] = [this.#accepted, this.#shown];
    const never = this.#documented.filter((name) => this.#refused.has(name) && !accepted.has(name));
    const others = [...accepted].filter((name) => !shown.has(name)).sort();
    const except = others.length > 0 ? `, but not for ${list(others)}` : '';
    return withoutFalse(
      accepted.size > 0 &&
        `An update of one field alone is accepted for ${grouped(accepted.size)} of ` +
          `${count(this.#documented.length, 'field')}: ` +
          `${list([...accepted].sort())}.`,
      never.length > 0 && `Refused when sent alone: ${list(never)}.`,
      shown.size > 0 && `The response contains the sent value for ${grouped(shown.size)} of these${except}.`,
    );
  }
}

/** Compares only plain values: the server may add to an object or an array. */
function isSame(found: unknown, sent: unknown): boolean {
  if (typeof sent !== 'object' || sent === null) return found === sent;
  return typeof found === 'object' && Array.isArray(found) === Array.isArray(sent);
}
