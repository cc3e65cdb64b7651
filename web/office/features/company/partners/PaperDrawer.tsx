import { z } from 'zod';
import { PAPER_FILE } from '#contract/company/files/files.ts';
import { addPartnerPaper } from '#contract/company/partners/partnerEndpoints.ts';
import {
  isOneOfAKind,
  PAPER_KINDS,
  PaperForm,
  type PaperKind,
  type PartnerRecord,
} from '#contract/company/partners/partners.ts';
import { upload } from '#web/office/lib/call.ts';
import { DayField, FileField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { formDataOf } from '#web/office/ui/form/values.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const WithFile = PaperForm.safeExtend({ archivo: z.file().nullable() });

interface PaperDrawerProps {
  partner: PartnerRecord;
  /** The type of document to renew; null: another one. */
  kind: PaperKind | null;
  onClose: () => void;
}

/** Uploads a partner's document with its validity. */
export function PaperDrawer({ partner, kind, onClose }: PaperDrawerProps) {
  const form = useRecordForm({
    schema: WithFile,
    initial: { kind: kind ?? 'paz_salvo_css' },
    send: (body, as) => upload(addPartnerPaper, { params: { id: partner.id }, body: formDataOf(body) }, as),
    success: 'Documento guardado.',
    onDone: onClose,
  });
  const replaces = partner.paper_list.some(
    (one) => !one.replaced && one.kind === form.values.kind && isOneOfAKind(one.kind),
  );
  return (
    <FormDrawer
      title={kind ? `Renovar: ${PAPER_KINDS[kind]}` : 'Agregar documento'}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar documento"
    >
      <OptionField
        of={form}
        name="kind"
        label="Documento"
        required
        description={
          replaces ? 'Toma el lugar del que está vigente; el anterior queda en la historia.' : undefined
        }
        options={Object.entries(PAPER_KINDS).map(([value, label]) => ({ value, label }))}
      />
      <TextField of={form} name="number" label="Número" maxLength={60} />
      <DayField of={form} name="issued_on" label="Emitido" />
      <DayField of={form} name="expires_on" label="Vence" description="Vacío si no vence." />
      <FileField of={form} name="archivo" label="Archivo" hint="PDF, JPG o PNG." field={PAPER_FILE} />
    </FormDrawer>
  );
}
