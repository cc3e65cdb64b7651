import { z } from 'zod';
import { addDays } from '#contract/dates.ts';
import { DEED_FILE, fileCertificate } from '#contract/legal/deeds/endpoints.ts';
import type { Deed } from '#contract/legal/deeds/model.ts';
import { CERTIFICATES, type CertificateKind } from '#contract/legal/deeds/rules.ts';
import { upload } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, FileField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { formDataOf } from '#web/office/ui/form/values.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** Usual days of a paz y salvo (domain.md §1, row 13). */
const USUAL_DAYS = 30;
const WithFile = fileCertificate.body.omit({ tipo: true }).extend({ archivo: z.file().nullish() });

interface CertificateDrawerProps {
  deed: Deed;
  kind: CertificateKind;
  onClose: () => void;
}

/** A paz y salvo of a deed with its days; it takes the place of the one before. */
export function CertificateDrawer({ deed, kind, onClose }: CertificateDrawerProps) {
  const today = useToday();
  const form = useRecordForm({
    schema: WithFile,
    initial: { emitido: today, vence: addDays(today, USUAL_DAYS) },
    send: (body, as) =>
      upload(fileCertificate, { params: { id: deed.id }, body: formDataOf({ ...body, tipo: kind }) }, as),
    success: 'Paz y salvo guardado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={CERTIFICATES[kind]}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar paz y salvo"
    >
      <TextField of={form} name="numero" label="Número" maxLength={40} />
      <DayField of={form} name="emitido" label="Emitido" maxDate={today} />
      <DayField of={form} name="vence" label="Vence" minDate={today} />
      <FileField of={form} name="archivo" label="Archivo" field={DEED_FILE} />
    </FormDrawer>
  );
}
