import { parsePointer } from '../../../contract/pointer.js';
import { fieldAt } from '../../../contract/schema-fields.js';
import { schemaPrefix } from '../../../contract/schema-walk.js';
import { answeredObject, supportOf } from '../proposals.js';
import type { ObservedReflection } from '../reflection-tracker.js';
import type { QuestionSubject, QuestionWatch, ResponseView } from '../rule.js';
import { wordText } from '../words.js';

/** Collects evidence about the place of updated fields in an entry, for fields whose place the contract states. */
export function partnerEntryUpdateReflection(subject: QuestionSubject): QuestionWatch {
  return reflections(subject, true);
}

/** Collects the same evidence for fields whose place the contract does not state. */
export function partnerEntryUpdateUnshownFields(subject: QuestionSubject): QuestionWatch {
  return reflections(subject, false);
}

function reflections(subject: QuestionSubject, hasPlace: boolean): QuestionWatch {
  let responseSchema: string | undefined;
  return {
    see(view: ResponseView) {
      const isUpdate = view.isSuccess && subject.marks.schemas.includes(view.requestSchema ?? '');
      if (isUpdate) responseSchema = view.responseSchema;
      return isUpdate;
    },
    sentences: () =>
      findMovedFields(subject, hasPlace, responseSchema).map(
        ({ name, pointer }) => `${wordText(name)} shows at ${pointer}.`,
      ),
    claims() {
      const moves = findMovedFields(subject, hasPlace, responseSchema);
      if (moves.length === 0) return {};
      const places = Object.fromEntries(moves.map(({ name, pointer }) => [name, pointer]));
      const bases = moves.map(({ basis }) => basis);
      const support = supportOf(bases, 'A response that shows the value of an update elsewhere, or nowhere.');
      return { shown: { value: { ...answeredObject(subject), ...places }, support } };
    },
  };
}

/** Returns fields that responses show at another place than the contract says, if the contract lists that place. */
function findMovedFields(subject: QuestionSubject, hasPlace: boolean, responseSchema?: string): ObservedReflection[] {
  const { schemas, marks, tracker } = subject;
  const [schema = ''] = marks.schemas;
  const fields = schemas[schema]?.properties ?? {};
  const usedPlaces = new Set(Object.values(fields).map((field) => field['x-reflected-as']));
  return tracker.of(schema).filter(({ name, pointer, places }) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    // The name of this field is a question of its own.
    if (!field || field['x-unknown']?.includes('the-service.name')) return false;
    const place = field['x-reflected-as'];
    const isCandidate = (place !== undefined) === hasPlace && !usedPlaces.has(pointer) && !places.has(place ?? '');
    if (!isCandidate || responseSchema === undefined) return false;
    return fieldAt(subject, { $ref: schemaPrefix + responseSchema }, parsePointer(pointer)) !== undefined;
  });
}
