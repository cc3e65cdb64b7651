import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PAPER_FILE } from '#contract/company/files/files.ts';
import { addPartnerPaper, getPartner, listPartners } from '#contract/company/partners/partnerEndpoints.ts';
import {
  isOneOfAKind,
  PAPER_KINDS,
  PaperForm,
  type PaperKind,
  type PartnerRecord,
} from '#contract/company/partners/partners.ts';
import { newKey, upload } from '#web/office/lib/call.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { keyOf } from '#web/office/lib/query.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { FileSlot } from '#web/office/ui/FileSlot.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { toast } from '#web/office/ui/toast.tsx';

interface Values {
  kind: PaperKind;
  number: string;
  issued_on: string;
  expires_on: string;
  archivo: File | null;
}

interface PaperDrawerProps {
  partner: PartnerRecord;
  /** Which paper is renewed; null: another one. */
  kind: PaperKind | null;
  onClose: () => void;
}

/** Keeps a paper with its days and its file. */
export function PaperDrawer({ partner, kind, onClose }: PaperDrawerProps) {
  const client = useQueryClient();
  const [share, setShare] = useState(0);
  const [key] = useState(newKey);
  const form = useForm<Values>({
    initialValues: {
      kind: kind ?? 'paz_salvo_css',
      number: '',
      issued_on: '',
      expires_on: '',
      archivo: null,
    },
    validate: zodErrors(PaperForm),
  });
  const send = useMutation({
    meta: { inline: true },
    mutationFn: ({ archivo, ...fields }: Values) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      if (archivo) body.set('archivo', archivo);
      setShare(0);
      return upload(
        addPartnerPaper,
        { params: { id: partner.id }, body },
        { idempotencyKey: key, onProgress: setShare },
      );
    },
    onSuccess: async () => {
      toast.success('Papel guardado.');
      await Promise.all(
        [getPartner, listPartners].map((one) => client.invalidateQueries({ queryKey: keyOf(one) })),
      );
      onClose();
    },
  });
  const { archivo } = form.values;
  const replaces = partner.paper_list.some(
    (one) => !one.replaced && one.kind === form.values.kind && isOneOfAKind(one.kind),
  );
  return (
    <FormDrawer
      title={kind ? `Renovar: ${PAPER_KINDS[kind]}` : 'Agregar papel'}
      opened
      onClose={onClose}
      form={form}
      onSubmit={(values) => send.mutate(values)}
      loading={send.isPending}
      submitError={send.error}
      submitLabel="Guardar papel"
    >
      <NativeSelect
        label="Papel"
        required
        description={
          replaces ? 'Toma el lugar del que está vigente; el anterior queda en la historia.' : undefined
        }
        data={Object.entries(PAPER_KINDS).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('kind')}
      />
      <TextInput label="Número" maxLength={60} {...form.getInputProps('number')} />
      <DayInput
        label="Emitido"
        value={form.values.issued_on}
        onChange={(day) => form.setFieldValue('issued_on', day)}
        error={form.errors['issued_on']}
      />
      <DayInput
        label="Vence"
        description="Vacío si no vence."
        value={form.values.expires_on}
        onChange={(day) => form.setFieldValue('expires_on', day)}
        error={form.errors['expires_on']}
      />
      <FileSlot
        label="Archivo"
        hint="PDF, JPG o PNG."
        types={PAPER_FILE.types}
        maxSize={PAPER_FILE.maxSize}
        value={
          !archivo
            ? { kind: 'none' }
            : send.isPending
              ? { kind: 'sending', name: archivo.name, share }
              : { kind: 'chosen', file: archivo }
        }
        onSelect={(file) => form.setFieldValue('archivo', file)}
        onRemove={() => form.setFieldValue('archivo', null)}
        error={(form.errors['archivo'] as string | undefined) ?? null}
      />
    </FormDrawer>
  );
}
