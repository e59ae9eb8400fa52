// @module-tag slow
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { teachOwnContract } from '../../../scripts/answers/own-contract.js';
import { type CheckResult, checkWithPresence } from '../../../scripts/check/engine/check.js';
import { readTaughtContract } from '../../../scripts/check/engine/contract/taught-contract.js';
import { defaultKey } from '../../../scripts/sandbox/sandbox.js';
import { servedWorld, type World, worlds } from '../../answers/worlds.js';
import { isWhole } from '../../sample.js';
import { accusations } from '../run.js';
import { withMany } from './many-resources.js';

/** Questions about fields on which reads can show evidence. */
const readable = [
  ...['the-service.name', 'partner-entry.fields', 'partner-entry.required', 'partner-entry.status-values'],
  ...['media.type-values', 'partner-entry.nullability', 'filter.option-shape', 'filter.required'],
  ...['filter.nullability', 'filter.type-values', 'resources.fields'],
];

/** A normal run learns one world, with fields, nulls, and another name in responses; the long run learns all. */
const sample = ['next-after'];
const checked = isWhole ? worlds : sample.map((name) => `${name}.answers.yaml`);

type Answers = Record<string, { value: unknown }>;

/** Learns the answers about fields by reading, round by round. The other answers of the world are known. */
async function learnt({ file, taught, served }: World): Promise<{ answers: Answers; last: CheckResult }> {
  const all: Answers = { ...taught.answers.answers };
  let answers: Answers = Object.fromEntries(Object.entries(all).filter(([id]) => !readable.includes(id)));
  for (let round = 1; ; round += 1) {
    const contract = readTaughtContract(file, teachOwnContract(file, stringify({ answers })));
    const last = await checkWithPresence({ baseUrl: served.url, runs: 1, strict: true, contract });
    // `likely` proposals come after `shown` ones, and contain them.
    const found = last.proposals.flatMap((each) =>
      each.certainty !== 'conflicting' && readable.includes(each.question) ? [[each.question, each.answer]] : [],
    );
    if (found.length === 0 || round > 5) return { answers, last };
    answers = { ...answers, ...(Object.fromEntries(found) as Answers) };
  }
}

describe.each(checked)('the evidence of reads in the world %s', (name) => {
  let world: World;
  let answers: Answers;
  let last: CheckResult;
  beforeAll(async () => {
    vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
    world = await servedWorld(name);
    world.sandbox.load(withMany(world.sandbox.snapshot()));
    ({ answers, last } = await learnt(world));
  });
  afterAll(async () => world.served.close());
  const trueOf = (question: string): unknown => world.taught.answers.answers[question]?.value;
  /** The name that the field with a space has in responses. */
  const nameInResponses = (): string | undefined => {
    const name = trueOf('the-service.name') as string | { response: string } | undefined;
    return typeof name === 'object' ? name.response : name;
  };

  it('comes to an end, and is all that a strict check with these answers needs', () => {
    expect(last.proposals.filter(({ question }) => readable.includes(question))).toEqual([]);
    expect([accusations(last.report), last.report.exitCode]).toEqual([[], 0]);
    expect(last.report.coverage.fields.seen).toBe(last.report.coverage.fields.documented);
  });

  it('equals the answers of the world, where one sample is enough', () => {
    for (const question of ['partner-entry.nullability', 'filter.nullability']) {
      const fields = trueOf(question) as string[] | undefined;
      const named = fields?.map((each) => (each === 'the service' ? nameInResponses() : each));
      expect([question, sorted(answers[question]?.value)]).toEqual([question, sorted(named)]);
    }
    expect(Object.keys(answers['partner-entry.fields']?.value ?? {})).toEqual(
      Object.keys(trueOf('partner-entry.fields') ?? {}),
    );
  });

  it('names the field with a space as responses do', () => {
    const response = nameInResponses();
    expect(answers['the-service.name']?.value).toEqual(response === undefined ? undefined : { response });
  });
});

function sorted(value: unknown): unknown {
  return Array.isArray(value) ? [...(value as string[])].sort() : value;
}
