import { Checkbox, Textarea, TextInput } from '@mantine/core';
import type { useForm } from '@mantine/form';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import type { VersionValues } from './versionForm.ts';

interface Props {
  form: Pick<
    ReturnType<typeof useForm<VersionValues>>,
    'values' | 'errors' | 'setFieldValue' | 'getInputProps'
  >;
}

/** From when to when a version holds. */
export function ValidityFields({ form }: Props) {
  return (
    <>
      <DayInput
        label="Rige desde el"
        required
        value={form.values.valid_from}
        onChange={(day) => form.setFieldValue('valid_from', day)}
        error={form.errors['valid_from']}
      />
      <DayInput
        label="Hasta el"
        description="Vacío: sin fin."
        value={form.values.valid_to}
        onChange={(day) => form.setFieldValue('valid_to', day)}
        error={form.errors['valid_to']}
      />
    </>
  );
}

/** How sure a version is, where it stands, and why it changes. */
export function SourceFields({ form, sureLabel }: Props & { sureLabel: string }) {
  return (
    <>
      <Checkbox label={sureLabel} {...form.getInputProps('sure', { type: 'checkbox' })} />
      <Textarea
        label="Fuente"
        required
        autosize
        minRows={2}
        maxLength={300}
        {...form.getInputProps('source')}
      />
      <TextInput label="Motivo del cambio" required maxLength={200} {...form.getInputProps('motivo')} />
    </>
  );
}
