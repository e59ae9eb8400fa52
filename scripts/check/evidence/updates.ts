import { valueAt } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { grouped } from '../../text/numbers.js';
import { Grounds } from './proposals.js';
import type { Sentences, Sight, Subject } from './rule.js';
import { count, list } from './words.js';

const limits = { sets: 300, fields: 200 };

/** Compares only plain values: the server may add to an object or an array. */
function isSame(found: unknown, sent: unknown): boolean {
  if (typeof sent !== 'object' || sent === null) return found === sent;
  return typeof found === 'object' && Array.isArray(found) === Array.isArray(sent);
}

/** How many fields must have been refused without the required ones, and accepted with them. */
const leastFields = 3;

/** Whether a refusal is about the fields that were sent, since their values are right. */
function isAboutFields({ case: { expect, kind } }: Sight): boolean {
  return expect === 'success' || kind === 'together';
}

/** Which sets of fields updates sent, and whether the service accepted them. Its memory use is bounded. */
export class Updates {
  readonly #subject: Subject;
  readonly #documented: readonly string[];
  readonly #accepted = new Map<string, ReadonlySet<string>>();
  readonly #refused = new Map<string, ReadonlySet<string>>();
  /** Fields that were sent alone, and whose value the response has. */
  readonly #shown = new Set<string>();
  readonly accepted = new Grounds();

  constructor(subject: Subject) {
    this.#subject = subject;
    const all = subject.marked.schemas.flatMap((name) => Object.keys(subject.schemas[name]?.properties ?? {}));
    this.#documented = [...new Set(all)];
  }

  /** Whether a response is one to an update with this schema. */
  isUpdate({ asked, operation }: Sight): boolean {
    return asked !== undefined && this.#subject.marked.schemas.includes(asked) && /patch|put/.test(operation.method);
  }

  /** @returns whether the response bears on a field that was sent alone */
  see(sight: Sight): boolean {
    const names = Object.keys(sight.sent ?? {}).sort();
    if (!this.isUpdate(sight) || names.length === 0 || names.length > limits.fields) return false;
    const isRefused = sight.refusesContent && isAboutFields(sight);
    if (!sight.isSuccess && !isRefused) return false;
    const sets = sight.isSuccess ? this.#accepted : this.#refused;
    if (sets.size < limits.sets) sets.set(names.join('\n'), new Set(names));
    if (sight.isSuccess) this.accepted.see(sight, '', `${names.length} fields`);
    const [name = ''] = names;
    if (names.length > 1 || !this.#documented.includes(name)) return false;
    if (sight.isSuccess && this.#isShown(sight, name)) this.#shown.add(name);
    return true;
  }

  /** Whether a response has the value of a field, where the contract says. */
  #isShown({ asked = '', sent, resources }: Sight, name: string): boolean {
    const at = this.#subject.schemas[asked]?.properties?.[name]?.['x-reflected-as'] ?? `/${name}`;
    return resources.some((object) => isSame(valueAt(object, at), sent?.[name]));
  }

  sentences(): Sentences {
    const alone = (sets: ReadonlyMap<string, unknown>) => this.#documented.filter((name) => sets.has(name));
    const accepted = alone(this.#accepted).sort();
    const never = alone(this.#refused).filter((name) => !accepted.includes(name));
    const others = accepted.filter((name) => !this.#shown.has(name));
    const except = others.length > 0 ? `, but not for ${list(others)}` : '';
    return [
      accepted.length > 0 &&
        `An update of one field alone is accepted for ${grouped(accepted.length)} of ` +
          `${count(this.#documented.length, 'field')}: ${list(accepted)}.`,
      never.length > 0 && `Refused when sent alone: ${list(never)}.`,
      this.#shown.size > 0 &&
        `The response contains the sent value for ${grouped(this.#shown.size)} of these${except}.`,
    ];
  }

  /**
   * Documented fields that the contract does not require, that every accepted update sent and that are enough for one,
   * if updates of several other fields were refused without them and accepted with them; of these, those that a refused
   * update lacked alone.
   */
  furtherRequired(): string[] {
    const { required = [] } = this.#subject.schemas[this.#subject.marked.schemas[0] ?? ''] ?? {};
    return this.#required().filter((name) => this.#documented.includes(name) && !required.includes(name));
  }

  #required(): string[] {
    const accepted = [...this.#accepted.values()];
    const [first, ...others] = accepted;
    const common = [...(first ?? [])].filter((name) => others.every((each) => each.has(name)));
    if (common.length === 0 || !this.#accepted.has(common.join('\n'))) return [];
    const lacking = [...this.#refused.values()].filter((each) => !common.every((name) => each.has(name)));
    const alone = new Set(lacking.flatMap((each) => [...each]).filter((name) => !common.includes(name)));
    const proven = [...alone].filter((name) => accepted.some((each) => each.has(name)));
    if (proven.length < leastFields) return [];
    return common.filter((name) =>
      lacking.some((each) => !each.has(name) && common.every((other) => other === name || each.has(other))),
    );
  }
}

/** How many requests must have sent a field, and how many others must show what they sent. */
const leastRequests = 2;

/** A shorter text may be in a response by chance. */
const telling = 6;

/** What responses showed of the values that requests sent in one field. */
interface Sent {
  shown: number;
  /** Requests whose response is without the value. */
  lost: number;
  /** Whether a response showed a value that is there by no chance. */
  isTold: boolean;
}

/** Which fields of requests a service takes no notice of: responses show other fields, and never these. */
export class IgnoredFields {
  readonly #fields = new Map<string, Sent>();

  /**
   * Reads the response to a request that creates or changes a resource.
   *
   * @param properties the documented fields of the request, with the places at which responses show them
   */
  see({ isSuccess, documented, sent, case: { expect } }: Sight, properties: Readonly<Record<string, Schema>>): void {
    const [resource] = documented.items;
    if (!isSuccess || !resource || documented.pointer !== undefined || !sent || expect === 'refusal') return;
    const text = simple(JSON.stringify(resource));
    for (const [name, value] of Object.entries(sent)) {
      const place = Object.hasOwn(properties, name) ? properties[name]?.['x-reflected-as'] : undefined;
      const isTelling = typeof value === 'string' && value.length >= telling;
      if (typeof value === 'object' || (!isTelling && place === undefined)) continue;
      const isKnown = this.#fields.has(name);
      if (!isKnown && this.#fields.size >= limits.fields) continue;
      const field = this.#fields.get(name) ?? { shown: 0, lost: 0, isTold: false };
      if (!isKnown) this.#fields.set(Buffer.from(name).toString(), field);
      // A telling text may show at another place, and a little tidied.
      const isShown = isTelling
        ? text.includes(simple(JSON.stringify(value)))
        : valueAt(resource, place ?? '') === value;
      field.isTold ||= isTelling && isShown;
      if (isShown) field.shown += 1;
      else field.lost += 1;
    }
  }

  /** Whether no response shows what was sent in a field, although responses show other fields. */
  has(name: string): boolean {
    const told = [...this.#fields].filter(([other, { isTold }]) => other !== name && isTold);
    const field = this.#fields.get(name);
    return field !== undefined && field.shown === 0 && field.lost >= leastRequests && told.length >= leastRequests;
  }
}

/** Without differences that a service may make when it tidies a text. */
function simple(json: string): string {
  return json.toLowerCase().replaceAll('/"', '"');
}
