import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, defaultFile } from '../../scripts/answers/answers.js';
import { type CheckResult, checkWithPresence } from '../../scripts/check/engine/check.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import { withAnswer } from '../../scripts/learn/edit-answers.js';
import type { LearnProgress } from '../../scripts/learn/learn-result.js';
import type { World } from '../answers/worlds.js';
import { withMany } from '../check/evidence/many-resources.js';
import { everything } from '../check/run.js';
import { pagesByHand } from './learnable.js';
import { learned } from './learned.js';

/** Each world is learnt in both modes, one after the other. */
export const modes = ['reads', 'writes'] as const;
export type Mode = (typeof modes)[number];

export const allWrites = { writes: 'disposable', ...everything, confirmHost: '127.0.0.1' } as const;

/** The results of `learn` in one mode. */
export interface Said {
  code: number;
  before: LearnProgress;
  after: LearnProgress;
}

/** A world that is learnt into a file. At first the file has only the form of pages, if no response shows it. */
export class LearntWorld {
  readonly file: string;
  readonly #world: World;
  readonly #folder: string;
  readonly #only: readonly string[] | undefined;
  /** The text of the learnt answers, without those of a person. */
  #learnt: string | undefined;

  /** @param only operations to learn from; by default all */
  constructor(world: World, folder: string, only?: readonly string[]) {
    this.#world = world;
    this.#folder = folder;
    this.#only = only;
    this.file = join(folder, defaultFile);
    const text = pagesByHand(world.taught.answers.answers);
    if (text !== '') writeFileSync(this.file, text);
  }

  /** Runs `learn --yes --accept-likely`. @returns the answers in the file afterwards */
  async learn(mode: Mode): Promise<{ said: Said; answers: Record<string, Answer> }> {
    this.#begin();
    const { include, ...writes } = allWrites;
    const flags = {
      ...(mode === 'writes' && { ...writes, include: include.join(',') }),
      ...(this.#only && { only: this.#only.join(',') }),
    };
    const usual = { baseUrl: this.#world.served.url, runs: '1', yes: true, acceptLikely: true, json: true };
    const { code, output, answers } = await learned({ ...usual, ...flags }, this.#folder);
    return { said: { code, ...(JSON.parse(output) as Omit<Said, 'code'>) }, answers };
  }

  /** Runs a strict check with the learnt answers, with those of another file, or without answers. */
  async check(mode: Mode, answers: string | undefined = this.file): Promise<CheckResult> {
    this.#begin();
    const options: Partial<CheckOptions> = {
      ...(mode === 'writes' && allWrites),
      ...(this.#only && { only: [...this.#only] }),
      ...(answers !== '' && { answers }),
    };
    return checkWithPresence({ baseUrl: this.#world.served.url, runs: 1, strict: true, ...options });
  }

  /** Writes into a file the learnt answers, and the true answers to these questions, as if a person had given them. */
  teach(questions: readonly string[], file = this.file): void {
    const { answers } = this.#world.taught.answers;
    this.#learnt ??= readFileSync(this.file, 'utf8');
    const taught = questions.reduce((text, question) => {
      const { value, except } = answers[question] as Answer;
      return withAnswer(text, question, { value, ...(except && { except }), from: { by: 'platform team' } });
    }, this.#learnt);
    writeFileSync(file, taught);
  }

  /** Resets the world, and fills it with enough resources for likely claims about all of them. */
  #begin(): void {
    const { sandbox } = this.#world;
    sandbox.reset();
    sandbox.load(withMany(sandbox.snapshot()));
  }
}
