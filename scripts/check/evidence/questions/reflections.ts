import { parsePointer } from '../../../contract/pointer.js';
import { fieldAt } from '../../../contract/schema-fields.js';
import { schemaRef } from '../../../contract/schema-walk.js';
import { answeredObject, supportOf } from '../proposals.js';
import type { Reflection } from '../reflected-seen.js';
import type { Sight, Subject, Watch } from '../rule.js';
import { word } from '../words.js';

/** Where an entry shows what an update sends, of the fields for which the contract names a place. */
export function partnerEntryUpdateReflection(subject: Subject): Watch {
  return reflections(subject, true);
}

/** The same of the fields for which it names none. */
export function partnerEntryUpdateUnshownFields(subject: Subject): Watch {
  return reflections(subject, false);
}

function reflections(subject: Subject, hasPlace: boolean): Watch {
  let shown: string | undefined;
  return {
    see(sight: Sight) {
      const isUpdate = sight.isSuccess && subject.marked.schemas.includes(sight.asked ?? '');
      if (isUpdate) shown = sight.shown;
      return isUpdate;
    },
    sentences: () =>
      elsewhere(subject, shown, hasPlace).map(({ name, pointer }) => `${word(name)} shows at ${pointer}.`),
    claims() {
      const found = elsewhere(subject, shown, hasPlace);
      if (found.length === 0) return {};
      const places = Object.fromEntries(found.map(({ name, pointer }) => [name, pointer]));
      const bases = found.map(({ basis }) => basis);
      const rests = supportOf(bases, 'A response that shows the value of an update elsewhere, or nowhere.');
      return { shown: { value: { ...answeredObject(subject), ...places }, rests } };
    },
  };
}

/** Fields that show at another place than the contract says; a place that it does not list has to be learnt first. */
function elsewhere(subject: Subject, shown: string | undefined, hasPlace: boolean): Reflection[] {
  const { schemas, marked, reflected } = subject;
  const [schema = ''] = marked.schemas;
  const fields = schemas[schema]?.properties ?? {};
  const taken = new Set(Object.values(fields).map((field) => field['x-reflected-as']));
  return reflected.of(schema).filter(({ name, pointer, places }) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    // The name of this field is a question of its own.
    if (!field || field['x-unknown']?.includes('the-service.name')) return false;
    const known = field['x-reflected-as'];
    const isRight = (known !== undefined) === hasPlace && !taken.has(pointer) && !places.has(known ?? '');
    return isRight && isListed(subject, shown, pointer);
  });
}

/** Whether the contract lists the field at a place of a resource. */
function isListed(subject: Subject, shown: string | undefined, place: string): boolean {
  return shown !== undefined && fieldAt(subject, { $ref: schemaRef + shown }, parsePointer(place)) !== undefined;
}
