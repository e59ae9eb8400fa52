import { Bodies, type JsonObject, type Probe } from '../cases/bodies.js';
import { brokenBodyCases, idCases, keyCases, wrongBodyCases } from '../cases/refusals.js';
import type { Case } from '../case.js';
import { shown, type Deviation } from '../deviation.js';
import type { Severity } from '../finding.js';
import { weightOf } from '../judge/status.js';
import type { CheckedOperation } from '../operations.js';
import type { Outcome } from '../session.js';
import type { Json } from '../values/context.js';
import { isObject } from './likeness.js';
import { checkRandom } from './random.js';
import { reportMoved, reportReadOnly } from './read-only.js';
import { reportOther } from './reads.js';
import { changedBeside, reflections, shownAs, valueAt, type Reflection } from './reflection.js';
import { readList, readThing, type Thing, type Workshop } from './thing.js';

/** Requests to one operation before those that are random; what says least is left out first. */
const planLimit = 150;

/** Everything that updating a thing can show. Whatever was accused once is not accused of the same again. */
export class UpdateCheck {
  readonly #shop: Workshop;
  readonly #operation: CheckedOperation;
  readonly #thing: Thing;
  readonly #bodies: Bodies;
  readonly #reflections: readonly Reflection[];
  readonly #faulty = new Set<string>();
  readonly #weight: Severity;
  /** What the thing showed when it was last read; undefined where it cannot be read. */
  #state: unknown;

  constructor(shop: Workshop, operation: CheckedOperation, thing: Thing) {
    this.#shop = shop;
    this.#operation = operation;
    this.#thing = thing;
    this.#bodies = new Bodies(shop.source, operation, thing.parameters);
    const { contract } = shop.session;
    const shownSchema = operation.success?.bodies[0]?.schema ?? thing.resource.get?.success?.bodies[0]?.schema;
    this.#reflections = reflections(contract, operation, shownSchema);
    this.#weight = weightOf(operation, 'responses');
  }

  async run(): Promise<void> {
    this.#state = (await readThing(this.#shop, this.#thing, 'before updates'))?.value;
    const others = await readList(this.#shop, this.#thing, 'before updates');
    const current = (name: string): Json | undefined => this.#current(name);
    for (const probe of this.#bodies.fields(current)) await this.#apply(probe);
    for (const probe of this.#bodies.examples()) await this.#apply(probe);
    const together = this.#bodies.together(current);
    if (together) {
      await this.#apply(together);
      await this.#checkOthers(others?.items, together);
      await this.#apply({ ...together, case: { ...together.case, id: together.case.id.replace('/together', '/again'), kind: 'again', about: 'that was sent before' } });
      await this.#checkListed();
    }
    const shorter = this.#bodies.shorter('shorter');
    if (shorter) await this.#apply(shorter);
    const unicode = this.#bodies.unicode();
    if (unicode) await this.#apply(unicode);
    for (const probe of this.#bodies.boundaries(12)) await this.#apply(probe);
    await this.#checkFlags(others?.items);
    await this.#checkReadOnly();
    await this.#checkRefusals();
    await this.#checkDoubtful();
    for (const kase of this.#wrongs(false).slice(0, this.#left())) await this.#shop.session.send(kase);
    await checkRandom(this.#shop, this.#operation, this.#bodies, this.#thing.parameters, (outcome, body) => this.#missing(outcome, body)[0]);
  }

  #left(): number {
    return Math.max(0, planLimit - this.#shop.session.tally.countsOf(this.#operation.id).requests);
  }

  #current(name: string): Json | undefined {
    const reflection = this.#reflections.find((each) => each.name === name);
    return reflection && (valueAt(this.#state, reflection.pointer) as Json | undefined);
  }

  /** Sends an update, and holds its answer and the next read against it. */
  async #apply({ case: kase, body }: Probe): Promise<void> {
    const { session } = this.#shop;
    const outcome = await session.send(kase);
    if (!outcome.ok || !isObject(body)) return;
    const sent = body as JsonObject;
    reportOther(session, this.#operation, this.#thing.parameters, outcome);
    const missing = new Set<string>();
    if (isObject(outcome.value)) {
      for (const each of this.#missing(outcome, sent)) {
        missing.add(each.name);
        this.#report(outcome, each.name, each.deviation);
      }
    }
    const read = await readThing(this.#shop, this.#thing, `after ${kase.id.split('/').slice(1).join(' ')}`, (value) => this.#isShown(value, sent));
    if (!read) return;
    for (const reflection of this.#sentOf(sent)) {
      const { name, pointer } = reflection;
      if (missing.has(name) || shownAs(session.contract, reflection, sent[name], read.value) !== 'other') continue;
      this.#report(outcome, name, this.#deviation('update.not-stored', reflection, `The next read does not show what an update of ${JSON.stringify(name)} has sent.`, sent[name], valueAt(read.value, pointer)));
    }
    this.#reportBeside(outcome, sent, read.value);
    reportMoved(session, this.#operation, outcome, this.#state, read.value);
    this.#state = read.value;
  }

  /** A value that was sent for a read-only field is refused or left alone. */
  async #checkReadOnly(): Promise<void> {
    const probe = this.#bodies.readOnly();
    if (!probe) return;
    const outcome = await this.#shop.session.send(probe.case);
    const read = outcome.ok ? await readThing(this.#shop, this.#thing, 'after read-only fields') : undefined;
    if (!read || !isObject(probe.body)) return;
    reportReadOnly(this.#shop.session, this.#operation, outcome, probe.body as JsonObject, read.value);
    this.#state = read.value;
  }

  /** Two values say little of who changed another thing; one that follows back and forth says enough. */
  async #checkFlags(before: ReadonlyMap<string, unknown> | undefined): Promise<void> {
    if (!before) return;
    const { contract } = this.#shop.session;
    const flags = this.#reflections.filter(({ name, schema }) => contract.resolve(schema).type === 'boolean' && !this.#faulty.has(name)).slice(0, 2);
    const own = this.#thing.parameters[this.#thing.resource.parameter]?.toLowerCase();
    for (const reflection of flags) {
      const { name, pointer } = reflection;
      const seen: ReadonlyMap<string, unknown>[] = [];
      let last: Outcome | undefined;
      for (const [round, value] of [true, false, true].entries()) {
        const probe = this.#bodies.probe('field', `with ${JSON.stringify(name)} alone`, { [name]: value }, { detail: `${name} ${round}` });
        last = await this.#shop.session.send(probe.case);
        const list = last.ok ? await readList(this.#shop, this.#thing, `after ${name} ${round}`) : undefined;
        if (list) seen.push(list.items);
      }
      const follower = [...(seen[0] ?? [])].find(([id]) => id !== own && seen.length === 3 && seen.every((items, round) => valueAt(items.get(id), pointer) === (round !== 1)));
      if (follower && last) {
        const deviation = this.#deviation('update.elsewhere', reflection, `An update changes another thing, too: ${JSON.stringify(name)} of ${follower[0]}.`, valueAt(before.get(follower[0]), pointer), true);
        this.#shop.session.report(last, { ...deviation, contract: this.#place(deviation.contract) });
      }
    }
    this.#state = (await readThing(this.#shop, this.#thing, 'after flags'))?.value;
  }

  #sentOf(sent: JsonObject): Reflection[] {
    return this.#reflections.filter(({ name }) => Object.hasOwn(sent, name) && sent[name] !== null);
  }

  #isShown(value: unknown, sent: JsonObject): boolean {
    return this.#sentOf(sent).every((reflection) => shownAs(this.#shop.session.contract, reflection, sent[reflection.name], value) !== 'other');
  }

  /** What was sent and the answer does not show. */
  #missing(outcome: Outcome, sent: JsonObject): { name: string; deviation: Deviation }[] {
    const { contract } = this.#shop.session;
    return this.#sentOf(sent).flatMap((reflection) => {
      const found = valueAt(outcome.value, reflection.pointer);
      const like = shownAs(contract, reflection, sent[reflection.name], outcome.value);
      if (like === 'same') return [];
      const { name } = reflection;
      if (like === 'tidied') {
        const deviation = this.#deviation('update.tidied', reflection, `What was sent for ${JSON.stringify(name)} is shown tidied up.`, sent[name], found);
        return [{ name, deviation: { ...deviation, severity: 'observation' as const } }];
      }
      return [{ name, deviation: this.#notShown(outcome.case, reflection, sent[name], found) }];
    });
  }

  #notShown(kase: Case, reflection: Reflection, sent: unknown, found: unknown): Deviation {
    const { name } = reflection;
    const hasMore = Array.isArray(sent) && sent.length > 0 && Array.isArray(found) && found.length > sent.length;
    if (hasMore && kase.kind === 'again') {
      return this.#deviation('update.not-idempotent', reflection, `The same update of ${JSON.stringify(name)} sent twice shows more than sent once.`, sent, found);
    }
    if (hasMore) return this.#deviation('update.array-added', reflection, `An update adds to the items of ${JSON.stringify(name)} instead of replacing them.`, sent, found);
    return this.#deviation('update.not-shown', reflection, `The answer to an update does not show what it has sent for ${JSON.stringify(name)}.`, sent, found);
  }

  #deviation(rule: string, { name, pointer }: Reflection, message: string, sent: unknown, found: unknown): Deviation {
    return {
      rule, severity: this.#weight, pointer, message, expected: shown(sent), actual: shown(found),
      contract: `${this.#operation.body?.pointer ?? this.#operation.pointer}/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    };
  }

  #report(outcome: Outcome, name: string, deviation: Deviation): void {
    if (this.#faulty.has(name)) return;
    if (deviation.severity !== 'observation') this.#faulty.add(name);
    this.#shop.session.report(outcome, { ...deviation, contract: this.#place(deviation.contract) });
  }

  /** The schema of a body is mostly a reference: the place of a field is in what it names. */
  #place(pointer: string): string {
    const { body } = this.#operation;
    return body?.schema.$ref ? pointer.replace(body.pointer, body.schema.$ref.slice(1)) : pointer;
  }

  #reportBeside(outcome: Outcome, sent: JsonObject, after: unknown): void {
    for (const reflection of changedBeside(this.#reflections, new Set(Object.keys(sent)), this.#state, after)) {
      const { name, pointer } = reflection;
      this.#report(outcome, name, this.#deviation(
        'update.touches', reflection, `An update changes ${JSON.stringify(name)}, which it has not sent.`, valueAt(this.#state, pointer), valueAt(after, pointer)));
    }
  }

  /** Somebody else may change other things; only what holds a value that was sent here was changed by this. */
  async #checkOthers(before: ReadonlyMap<string, unknown> | undefined, { case: kase, body }: Probe): Promise<void> {
    const after = before && (await readList(this.#shop, this.#thing, 'after updates'));
    if (!before || !after || !isObject(body)) return;
    const own = this.#thing.parameters[this.#thing.resource.parameter]?.toLowerCase();
    for (const [id, item] of after.items) {
      const old = before.get(id);
      if (id === own || old === undefined) continue;
      for (const reflection of this.#sentOf(body as JsonObject)) {
        const sent = body[reflection.name];
        const isTelling = typeof sent === 'string' && sent.length >= 12 && this.#shop.session.contract.resolve(reflection.schema).format !== 'uuid';
        if (!isTelling || valueAt(item, reflection.pointer) !== sent || valueAt(old, reflection.pointer) === sent) continue;
        const deviation = this.#deviation('update.elsewhere', reflection, `An update changes another thing, too: ${JSON.stringify(reflection.name)} of ${id}.`, valueAt(old, reflection.pointer), sent);
        this.#shop.session.report({ ...after.outcome, case: { ...after.outcome.case, operationId: this.#operation.id, id: kase.id } }, { ...deviation, contract: this.#place(deviation.contract) });
        return;
      }
    }
  }

  /** The list shows the thing as it is now. */
  async #checkListed(): Promise<void> {
    const { resource, parameters } = this.#thing;
    const own = parameters[resource.parameter]?.toLowerCase() ?? '';
    const differing = (item: unknown): Reflection[] => this.#reflections.filter(({ pointer, name }) => {
      const listed = valueAt(item, pointer);
      return !this.#faulty.has(name) && listed !== undefined && typeof listed !== 'object' && listed !== valueAt(this.#state, pointer);
    });
    const list = await readList(this.#shop, this.#thing, 'after all updates', (items) => differing(items.get(own)).length === 0);
    const item = list?.items.get(own);
    if (!list || !isObject(item) || this.#state === undefined) return;
    for (const reflection of differing(item)) {
      const { pointer, name } = reflection;
      this.#shop.session.report(list.outcome, {
        rule: 'list.stale', severity: weightOf(resource.list as CheckedOperation, 'responses'), pointer: `/*${pointer}`, contract: (resource.list as CheckedOperation).pointer,
        message: `The list shows an old ${JSON.stringify(name)} after an update.`, expected: shown(valueAt(this.#state, pointer)), actual: shown(valueAt(item, pointer)),
      });
    }
  }

  /** Whether null is taken is the server's to say, but for merge-patch: there it takes a field away (RFC 7396). */
  async #checkDoubtful(): Promise<void> {
    const { session } = this.#shop;
    const isMergePatch = /merge-patch\+json/i.test(this.#operation.body?.media ?? '');
    for (const { case: kase, body } of this.#bodies.doubtful(Math.min(20, this.#left()), 3)) {
      const outcome = await session.send(kase);
      if (!outcome.ok || kase.kind !== 'null' || !isMergePatch || !isObject(body)) continue;
      const read = await readThing(this.#shop, this.#thing, `after ${kase.id.split('/').slice(1).join(' ')}`);
      for (const reflection of this.#reflections) {
        const found = valueAt(read?.value, reflection.pointer);
        if (!read || body[reflection.name] !== null || found === undefined || found === null) continue;
        this.#report(outcome, reflection.name, this.#deviation('merge.null-kept', reflection, `A merge patch with null does not take ${JSON.stringify(reflection.name)} away (RFC 7396).`, null, found));
      }
    }
    if (isMergePatch) await this.#checkNestedMerge();
    this.#state = (await readThing(this.#shop, this.#thing, 'after doubtful updates'))?.value;
  }

  /** A merge patch of a part of an object leaves the rest of the object (RFC 7396). */
  async #checkNestedMerge(): Promise<void> {
    const whole = this.#bodies.certain(() => undefined, 'merge');
    if (!whole) return;
    const nested = Object.entries(whole).find(([, value]) => isObject(value) && Object.keys(value).length > 1) as [string, JsonObject] | undefined;
    if (!nested) return;
    const [name, object] = nested;
    const [first = '', ...rest] = Object.keys(object);
    const reflection = this.#reflections.find((each) => each.name === name);
    const before = await this.#shop.session.send(this.#bodies.probe('field', `with the whole of ${JSON.stringify(name)}`, { [name]: object }, { detail: `${name} whole` }).case);
    const outcome = await this.#shop.session.send(this.#bodies.probe('field', `with a part of ${JSON.stringify(name)}`, { [name]: { [first]: object[first] ?? null } }, { detail: `${name} part` }).case);
    const read = before.ok && outcome.ok && reflection ? await readThing(this.#shop, this.#thing, `after a part of ${name}`) : undefined;
    const found = reflection && valueAt(read?.value, reflection.pointer);
    if (!read || !reflection || rest.every((key) => isObject(found) && Object.hasOwn(found, key) && found[key] !== null)) return;
    this.#report(outcome, name, this.#deviation('merge.replaces-object', reflection, `A merge patch of a part of ${JSON.stringify(name)} takes the rest away (RFC 7396).`, object, found));
  }

  /** What must be refused is aimed at a thing that is there, which must be the same afterwards. */
  async #checkRefusals(): Promise<void> {
    const { session, source } = this.#shop;
    const { parameters } = this.#thing;
    const operation = this.#operation;
    const cases = [
      ...keyCases(source, operation, parameters),
      ...idCases(source, operation, parameters).filter(({ kind }) => kind === 'other-parent'),
      ...brokenBodyCases(operation, parameters, true),
      ...this.#wrongs(true),
    ];
    const mixed = this.#bodies.mixed((name) => this.#current(name));
    const sent: Outcome[] = [];
    for (const kase of [...(mixed ? [mixed.case] : []), ...cases]) {
      const outcome = await session.send(kase);
      sent.push(outcome);
      if (kase.kind === 'mixed') await this.#checkUnchanged([outcome]);
    }
    await this.#checkUnchanged(sent);
  }

  /** Fields with a value that their schema refuses, those on top or those inside others. */
  #wrongs(onTop: boolean): Case[] {
    return wrongBodyCases(this.#shop.source, this.#operation, this.#thing.parameters).filter(({ pointer = '' }) => (pointer.lastIndexOf('/') === 0) === onTop);
  }

  /** A refused request changes nothing. */
  async #checkUnchanged(sent: readonly Outcome[]): Promise<void> {
    const refused = sent.filter(({ status }) => status >= 400);
    const [first] = refused;
    if (!first || sent.some(({ ok }) => ok) || this.#state === undefined) return;
    const read = await readThing(this.#shop, this.#thing, `after ${sent.length} refusals`);
    if (!read) return;
    const [changed] = changedBeside(this.#reflections, new Set(), this.#state, read.value);
    if (changed && !this.#faulty.has('a refusal')) {
      this.#faulty.add('a refusal');
      const deviation = this.#deviation('refusal.changes', changed, `A refused request changes the thing all the same: ${JSON.stringify(changed.name)}.`, valueAt(this.#state, changed.pointer), valueAt(read.value, changed.pointer));
      this.#shop.session.report(first, { ...deviation, contract: this.#place(deviation.contract) });
    }
    this.#state = read.value;
  }
}
