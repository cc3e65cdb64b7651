import { Text } from '@mantine/core';
import { z } from 'zod';
import { DOCUMENT_FILE, scanInk } from '#contract/legal/envelopes/endpoints.ts';
import type { EnvelopeSigner } from '#contract/legal/envelopes/model.ts';
import { upload } from '#web/office/lib/call.ts';
import { CheckField, FileField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Form = z.object({
  archivo: z.file({ error: 'Elige el PDF escaneado.' }),
  vi_firmar: z.literal(true, { error: 'Certifica que viste firmar, o que cotejaste el original.' }),
});

interface Props {
  envelopeId: number;
  signer: Pick<EnvelopeSigner, 'id' | 'name'>;
  onClose: () => void;
}

/** Keeps the scan of a document that was signed with ink; the caller certifies it first. */
export function InkForm({ envelopeId, signer, onClose }: Props) {
  const form = useRecordForm({
    schema: Form,
    initial: {},
    send: ({ archivo }, as) => {
      const body = new FormData();
      body.set('archivo', archivo);
      body.set('vi_firmar', '1');
      return upload(scanInk, { params: { id: envelopeId, signerId: signer.id }, body }, as);
    },
    success: 'Escaneo guardado. Falta que otro colega lo certifique.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={`${signer.name} firmó en papel`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar y certificar"
    >
      <Text size="sm">
        Escanea el documento completo, con todas sus páginas. Valen dos certificaciones: la tuya y la de otro
        colega.
      </Text>
      <FileField of={form} name="archivo" label="Documento escaneado (PDF)" field={DOCUMENT_FILE} />
      <CheckField
        of={form}
        name="vi_firmar"
        label="Certifico que vi firmar a esta persona, o que cotejé el original firmado."
      />
    </FormDrawer>
  );
}
