import { keyInUse } from '../../check/transport/key.js';
import { DraftedAnswers } from '../../learn/drafted-answers.js';
import type { Learnt } from '../../learn/learnt.js';
import type { SavedAnswers } from '../../learn/saved-answers.js';
import { visible } from '../../text/escape.js';
import { counted } from '../../text/numbers.js';
import type { Surroundings } from '../surroundings.js';
import { askAll } from './dialogue.js';
import { unsavedText } from './text.js';

interface Talk extends Pick<Surroundings, 'output'> {
  learnt: Learnt;
  saved: SavedAnswers;
  input: NodeJS.ReadStream;
  today: string;
}

/** Asks the person at the terminal about each answer, and writes those that are accepted. */
export async function talk({ learnt, saved, input, output, today }: Talk): Promise<void> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input, output: output as NodeJS.WriteStream });
  const left = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
  const { redact } = keyInUse();
  const draft = new DraftedAnswers(saved.path, saved.text, today);
  try {
    const { accepted, isWhole } = await askAll([...learnt.taken, ...learnt.likely], {
      draft,
      today,
      width: output.columns ?? 80,
      ask: (question) => Promise.race([lines.question(question).catch(() => undefined), left]),
      print: (text) => void output.write(redact(text)),
      save: () => {
        try {
          saved.write(draft.text);
        } catch (error) {
          output.write(redact(`\n${unsavedText(draft.text)}`));
          throw error;
        }
      },
    });
    const written =
      accepted > 0 ? `Wrote ${counted(accepted, 'answer')} to ${visible(saved.path)}.` : 'Nothing was written.';
    output.write(`\n${isWhole ? '' : 'Broken off. '}${written}\n`);
  } finally {
    lines.close();
  }
}
