import { supportOf } from '../grounds.js';
import { schemasOf } from '../marked.js';
import { answeredTexts, joined, proposalsOf } from '../proposals.js';
import type { Rule } from '../rule.js';
import { UpdateSets } from '../update-sets.js';
import { UpdatesAlone } from '../updates-alone.js';
import { list } from '../words.js';

const question = 'partner-entry-update.required';

/** Which fields an update of a partner entry must send. */
export const partnerEntryUpdateRequired: Rule = {
  unknown: question,
  watch(subject) {
    const alone = new UpdatesAlone(subject);
    const sets = new UpdateSets();
    return {
      see(sight) {
        if (alone.isUpdate(sight)) sets.see(sight);
        return alone.see(sight);
      },
      sentences: () => alone.sentences(),
      proposals() {
        const [name = ''] = subject.marked.schemas;
        const schema = schemasOf(subject.document)[name];
        const further = sets
          .required()
          .filter((field) => !schema?.required?.includes(field) && Object.hasOwn(schema?.properties ?? {}, field));
        if (further.length === 0) return [];
        const rests = supportOf([sets.accepted], `An update without ${list(further)} that is accepted.`);
        return proposalsOf(question, subject, { likely: { value: joined(answeredTexts(subject), further), rests } });
      },
    };
  },
};
