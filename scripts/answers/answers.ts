import { createHash } from 'node:crypto';
import type { AnswerSource } from '../contract/document.js';
import { isObject } from '../contract/json.js';
import type { OverlayAction } from './overlay.js';

/** The file in the current folder that commands use by default. */
export const defaultFile = 'directory.answers.yaml';

export interface Answer {
  value: unknown;
  /** Other values for some operations or resources, by name. */
  except?: Record<string, unknown>;
  /** For a list of values: true if no other values exist. */
  closed?: boolean;
  from?: AnswerSource;
}

/** Changes that answer no question of the register: an OpenAPI Overlay from another file. */
export interface Correction {
  /** The path of the file, as the answers file gives it. */
  file: string;
  actions: readonly OverlayAction[];
  placeOf(pointer: string): string;
}

export interface Answers {
  /** Answers by the id of the question. */
  answers: Readonly<Record<string, Answer>>;
  corrections: readonly Correction[];
  /** Returns the place of a JSON pointer in the answers file: `directory.answers.yaml:3:12`. */
  placeOf(pointer: string): string;
}

/** SHA-256 of answers and overlays, in hexadecimal. It ignores comments, order and the sources of answers. */
export function digestOf({ answers, corrections }: Pick<Answers, 'answers' | 'corrections'>): string {
  const entries = Object.entries(answers).map(([id, { from: _, ...answer }]) => [id, answer]);
  const overlays = corrections.map(({ actions }) => actions);
  return createHash('sha256')
    .update(JSON.stringify(sortMembers({ answers: Object.fromEntries(entries), overlays })))
    .digest('hex');
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sortMembers(value[key])]),
  );
}
