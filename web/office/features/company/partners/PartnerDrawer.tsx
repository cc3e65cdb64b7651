import { Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { changePartner, createPartner, getPartner } from '#contract/company/partners/partnerEndpoints.ts';
import {
  ITBMS_WITHHOLDING,
  PartnerForm,
  type PartnerKind,
  type PartnerRecord,
} from '#contract/company/partners/partners.ts';
import { call } from '#web/office/lib/call.ts';
import { LongTextField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { PARTNER_WORDS } from './partnerWords.ts';

interface PartnerDrawerProps {
  kind: PartnerKind;
  /** null: a new one. */
  partner: PartnerRecord | null;
  onClose: () => void;
}

/** The form of a contractor or contracting company. */
export function PartnerDrawer({ kind, partner, onClose }: PartnerDrawerProps) {
  const navigate = useNavigate();
  const words = PARTNER_WORDS[kind];
  const form = useRecordForm({
    schema: PartnerForm,
    initial: partner ?? {},
    reread: partner ? async () => (await call(getPartner, { params: { id: partner.id } })).data : undefined,
    send: (body, as, version) =>
      partner
        ? call(changePartner, { params: { id: partner.id }, body: { ...body, version } }, as)
        : call(createPartner, { body: { ...body, kind } }, as),
    success: partner ? 'Datos guardados.' : `Se agregó el ${words.one}.`,
    onDone: ({ data }) =>
      partner ? onClose() : void navigate({ to: `/oficina/${words.path}/$id`, params: { id: data.id } }),
  });
  return (
    <FormDrawer
      title={partner ? `Editar ${partner.name}` : words.add}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel={partner ? 'Guardar datos' : 'Agregar'}
    >
      <TextField of={form} name="name" label="Nombre" required />
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <TextField of={form} name="ruc" label="RUC" required flex={1} />
        <TextField of={form} name="dv" label="DV" required w={80} inputMode="numeric" maxLength={2} />
      </Group>
      <TextField of={form} name="legal_representative" label="Representante legal" />
      <TextField of={form} name="representative_document" label="Cédula o pasaporte del representante" />
      <TextField
        of={form}
        name="registry_sheet"
        label="Ficha o folio"
        description="En el Registro Público."
      />
      {kind === 'contratante' && (
        <Group gap="sm" align="flex-start" wrap="nowrap">
          <TextField of={form} name="property_number" label="Finca madre" flex={1} />
          <TextField of={form} name="location_code" label="Código de ubicación" flex={1} />
        </Group>
      )}
      <OptionField
        of={form}
        name="itbms_withholding"
        label={kind === 'contratante' ? 'Retiene ITBMS a sus contratistas' : 'Se le retiene ITBMS'}
        nothing={kind === 'contratante' ? 'Como en su última cuenta' : 'Como la empresa que paga'}
        options={Object.entries(ITBMS_WITHHOLDING).map(([value, label]) => ({ value, label }))}
      />
      <TextField of={form} name="phone" label="Teléfono" type="tel" />
      <TextField of={form} name="email" label="Correo" type="email" />
      <LongTextField of={form} name="notes" label="Notas" maxLength={2000} />
    </FormDrawer>
  );
}
