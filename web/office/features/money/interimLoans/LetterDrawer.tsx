import { Text } from '@mantine/core';
import { z } from 'zod';
import { fileReleaseLetter, RELEASE_LETTER } from '#contract/money/interimLoans/endpoints.ts';
import { LetterForm, type Release } from '#contract/money/interimLoans/model.ts';
import { upload } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, FileField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { formDataOf } from '#web/office/ui/form/values.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Form = LetterForm.extend({ carta: z.file({ error: 'Adjunta la carta de liberación.' }) });

interface LetterDrawerProps {
  release: Pick<Release, 'id' | 'lot'>;
  onClose: () => void;
}

/** The bank's letter that lifts the mortgage over a house. */
export function LetterDrawer({ release, onClose }: LetterDrawerProps) {
  const today = useToday();
  const form = useRecordForm({
    schema: Form,
    initial: { lifted_on: today },
    send: (body, as) => upload(fileReleaseLetter, { params: { id: release.id }, body: formDataOf(body) }, as),
    success: 'Carta guardada: la vivienda está libre.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={`Carta de liberación de ${release.lot.name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar la carta"
    >
      <Text size="sm">Queda también en el expediente de la vivienda, que su escritura revisa.</Text>
      <FileField of={form} name="carta" label="Carta de liberación" field={RELEASE_LETTER} />
      <DayField of={form} name="lifted_on" label="Fecha de la carta" maxDate={today} />
    </FormDrawer>
  );
}
