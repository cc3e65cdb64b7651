import { Checkbox } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { changeSale, getSale } from '#contract/sales/sale/endpoints.ts';
import { showPhone } from '#contract/phone.ts';
import type { SaleRecord } from '#contract/sales/sale/model.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useFilled } from '#web/office/lib/useFilled.ts';
import { ContactFields } from '#web/office/ui/ContactFields.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { PersonFields, TermsFields, termsWire, wireOf, type SaleFormValues } from './SaleFormFields.tsx';

const valuesOf = ({ form }: SaleRecord): SaleFormValues => ({
  nombre: form.nombre,
  celular: showPhone(form.celular),
  email: form.email ?? '',
  tipo_documento: (form.tipo_documento ?? 'cedula') as SaleFormValues['tipo_documento'],
  cedula: form.cedula ?? '',
  sector_trabajo: form.sector_trabajo ?? '',
  estatus_laboral: form.estatus_laboral ?? '',
  forma_pago: form.forma_pago as SaleFormValues['forma_pago'],
  origen: form.origen ?? '',
  numero_camp: form.numero_camp ?? '',
  grupo_familiar: form.grupo_familiar.map((one) => ({ ...one, cedula: one.cedula ?? '' })),
});

/** Changes the form's data; later in the sale only what the checklist follows. */
export function EditSaleDrawer({ sale, onClose }: { sale: SaleRecord; onClose: () => void }) {
  const whole = sale.actions.edit?.disabled === null;
  const consented = sale.consents.some(({ kind }) => kind === 'datos');
  const [consent, setConsent] = useState(consented);
  const save = useAction(changeSale, {
    success: 'Datos guardados.',
    inline: true,
  });
  const form = useForm<SaleFormValues>({ initialValues: valuesOf(sale) });
  const { filled, reload } = useFilled(
    sale,
    queryOf(getSale, { params: { id: sale.id } }),
    ({ data }) => data,
    valuesOf,
  );

  const submit = (values: SaleFormValues) => {
    const { nombre, celular, email } = values;
    const contact = { nombre, celular, email: email.trim() || null };
    const body = whole
      ? consent
        ? { ...wireOf(values), ...(!consented && { consentimiento_datos: true as const }) }
        : contact
      : termsWire(values);
    save.mutate(
      { params: { id: sale.id }, body: { ...body, version: filled?.version } },
      { onSuccess: onClose },
    );
  };
  return (
    <FormDrawer
      title="Editar datos"
      opened
      onClose={onClose}
      form={form}
      onSubmit={submit}
      loading={save.isPending}
      submitError={save.error}
      reload={reload}
      submitLabel="Guardar cambios"
    >
      {whole ? (
        <>
          <ContactFields form={form} />
          {!consented && (
            <Checkbox
              label="El cliente autoriza el uso de sus datos personales (Ley 81 de 2019)"
              checked={consent}
              onChange={(event) => setConsent(event.currentTarget.checked)}
            />
          )}
          {consent && <PersonFields form={form} />}
        </>
      ) : (
        <TermsFields form={form} />
      )}
    </FormDrawer>
  );
}
