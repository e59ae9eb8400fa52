import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  DirectoryResponseError,
  type PartnerEntry,
  type PartnerEntryUpdate,
  toPartnerEntryUpdate,
} from 'directory-contract';
import { partnerEntryUpdate } from 'directory-contract/validators';
import { useId } from 'react';
import { type FieldPathByValue, type UseFormReturn, useFieldArray, useForm } from 'react-hook-form';
import { entryUpdate } from './directory.js';

/** The name of a field with a text, such as `media.0.title`. */
type Name = FieldPathByValue<PartnerEntryUpdate, string | undefined>;

export function EntryForm({ path, entry }: { path: { directory_id: string; entry_id: string }; entry: PartnerEntry }) {
  const form = useForm<PartnerEntryUpdate>({
    defaultValues: toPartnerEntryUpdate(entry).body,
    resolver: standardSchemaResolver(partnerEntryUpdate),
  });
  const { dirtyFields, errors } = form.formState;
  // Items have an `id` of their own.
  const media = useFieldArray({ control: form.control, name: 'media', keyName: 'key' });
  const update = useMutation(entryUpdate(useQueryClient()));

  const save = form.handleSubmit((values) => {
    // Send only what the user changed, but a list always whole.
    const body = Object.fromEntries(Object.entries(values).filter(([name]) => name in dirtyFields));
    update.mutate(
      { path, body },
      {
        onSuccess: (saved) => form.reset(toPartnerEntryUpdate(saved).body),
        onError: (error) => {
          for (const [name, message] of messagesOf(error)) form.setError(name, { message });
        },
      },
    );
  });

  return (
    <form onSubmit={save} noValidate>
      <Field form={form} name="title" label="Title" />
      <Field form={form} name="externalUrl" label="Website" type="url" />
      {media.fields.map(({ key }, index) => (
        <fieldset key={key}>
          <Field form={form} name={`media.${index}.title`} label={`Title of medium ${index + 1}`} />
          <Field form={form} name={`media.${index}.url`} label={`Address of medium ${index + 1}`} type="url" />
          <button type="button" onClick={() => media.remove(index)}>
            Remove medium {index + 1}
          </button>
        </fieldset>
      ))}
      <button type="button" onClick={() => media.append({ title: '' })}>
        Add a medium
      </button>
      <button type="submit" disabled={update.isPending}>
        Save
      </button>
      <p role="alert">{errors.root?.['server']?.message ?? Object.keys(errors).join(', ')}</p>
    </form>
  );
}

interface FieldProps {
  form: UseFormReturn<PartnerEntryUpdate>;
  name: Name;
  label: string;
  type?: 'text' | 'url';
}

function Field({ form, name, label, type = 'text' }: FieldProps) {
  const id = useId();
  const { error } = form.getFieldState(name, form.formState);
  // An empty text is no URL: leave it out.
  const input = form.register(name, type === 'url' ? { setValueAs: (text?: string) => text || undefined } : {});
  return (
    <p>
      <label htmlFor={id}>{label}</label>
      <input id={id} type={type} aria-invalid={!!error} aria-describedby={`${id}-error`} {...input} />
      <span id={`${id}-error`}>{error?.message}</span>
    </p>
  );
}

/**
 * Returns the messages of a refused update by field. The contract does not document the body of a refusal: this reads
 * that of the sandbox, `{ "errors": [{ "pointer": "/media/0/title", "message": "…" }] }`. Change it for your service.
 */
export function messagesOf(error: Error): [name: Name | 'root.server', message: string][] {
  const body = error instanceof DirectoryResponseError && typeof error.error === 'object' ? error.error : {};
  const issues = Array.isArray(body['errors']) ? (body['errors'] as { pointer: string; message: string }[]) : [];
  const messages = issues.map(({ pointer, message }) => [toName(pointer), message] as [Name, string]);
  return messages.length > 0 ? messages : [['root.server', error.message]];
}

/** `/media/0/title` is the field `media.0.title`. */
const toName = (pointer: string): string => pointer.slice(1).replaceAll('/', '.');
