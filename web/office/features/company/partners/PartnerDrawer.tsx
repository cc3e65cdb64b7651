import { Group, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import {
  changePartner,
  createPartner,
  getPartner,
  listPartners,
} from '#contract/company/partners/partnerEndpoints.ts';
import { PartnerForm, type PartnerKind, type PartnerRecord } from '#contract/company/partners/partners.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useFilled } from '#web/office/lib/useFilled.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { PARTNER_WORDS } from './partnerWords.ts';

const EMPTY = {
  name: '',
  ruc: '',
  dv: '',
  legal_representative: '',
  representative_document: '',
  registry_sheet: '',
  property_number: '',
  location_code: '',
  phone: '',
  email: '',
  notes: '',
};
type Values = typeof EMPTY;

const valuesOf = (partner: PartnerRecord): Values => ({
  name: partner.name,
  ruc: partner.ruc,
  dv: partner.dv,
  legal_representative: partner.legal_representative ?? '',
  representative_document: partner.representative_document ?? '',
  registry_sheet: partner.registry_sheet ?? '',
  property_number: partner.property_number ?? '',
  location_code: partner.location_code ?? '',
  phone: partner.phone ?? '',
  email: partner.email ?? '',
  notes: partner.notes,
});

/** What is empty of an address or a telephone is not there; the rest the server reads so by itself. */
const wireOf = (values: Values) => ({
  ...values,
  phone: values.phone.trim() || null,
  email: values.email.trim() || null,
});

interface PartnerDrawerProps {
  kind: PartnerKind;
  /** null: a new one. */
  partner: PartnerRecord | null;
  onClose: () => void;
}

/** The data of a company that builds or contracts. */
export function PartnerDrawer({ kind, partner, onClose }: PartnerDrawerProps) {
  const navigate = useNavigate();
  const words = PARTNER_WORDS[kind];
  const touched = { invalidates: [listPartners, getPartner], inline: true } as const;
  const create = useAction(createPartner, { ...touched, success: `Se agregó el ${words.one}.` });
  const change = useAction(changePartner, { ...touched, success: 'Datos guardados.' });
  const save = partner ? change : create;
  const form = useForm<Values>({
    initialValues: partner ? valuesOf(partner) : EMPTY,
    validateInputOnBlur: true,
    validate: (values) => zodErrors(PartnerForm)(wireOf(values)),
  });
  const { filled, reload } = useFilled(
    partner,
    partner && queryOf(getPartner, { params: { id: partner.id } }),
    ({ data }) => data,
    valuesOf,
  );
  const submit = (values: Values) => {
    const body = wireOf(values);
    if (partner)
      change.mutate(
        { params: { id: partner.id }, body: { ...body, version: filled?.version } },
        { onSuccess: onClose },
      );
    else
      create.mutate(
        { body: { ...body, kind } },
        {
          onSuccess: ({ data }) => {
            form.resetDirty();
            void navigate({ href: `/oficina/${words.path}/${data.id}` });
          },
        },
      );
  };
  return (
    <FormDrawer
      title={partner ? `Editar ${partner.name}` : words.add}
      opened
      onClose={onClose}
      form={form}
      onSubmit={submit}
      loading={save.isPending}
      submitError={save.error}
      reload={reload}
      submitLabel={partner ? 'Guardar datos' : 'Agregar'}
    >
      <TextInput label="Nombre" required {...form.getInputProps('name')} />
      <Group gap="sm" align="flex-start" wrap="nowrap">
        <TextInput label="RUC" required flex={1} {...form.getInputProps('ruc')} />
        <TextInput
          label="DV"
          required
          w={80}
          inputMode="numeric"
          maxLength={2}
          {...form.getInputProps('dv')}
        />
      </Group>
      <TextInput label="Representante legal" {...form.getInputProps('legal_representative')} />
      <TextInput
        label="Cédula o pasaporte del representante"
        {...form.getInputProps('representative_document')}
      />
      <TextInput
        label="Ficha o folio"
        description="En el Registro Público."
        {...form.getInputProps('registry_sheet')}
      />
      {kind === 'contratante' && (
        <Group gap="sm" align="flex-start" wrap="nowrap">
          <TextInput label="Finca madre" flex={1} {...form.getInputProps('property_number')} />
          <TextInput label="Código de ubicación" flex={1} {...form.getInputProps('location_code')} />
        </Group>
      )}
      <TextInput label="Teléfono" type="tel" {...form.getInputProps('phone')} />
      <TextInput label="Correo" type="email" {...form.getInputProps('email')} />
      <Textarea label="Notas" autosize minRows={2} maxLength={2000} {...form.getInputProps('notes')} />
    </FormDrawer>
  );
}
