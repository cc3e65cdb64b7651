import { Checkbox } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { createSale } from '#contract/sales/sale/endpoints.ts';
import { HouseFields } from '#web/office/features/projects/projects/HouseFields.tsx';
import { useAction } from '#web/office/lib/query.ts';
import { ContactFields } from '#web/office/ui/ContactFields.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { EMPTY_FORM, PersonFields, wireOf, type SaleFormValues } from './SaleFormFields.tsx';

type Values = SaleFormValues & {
  proyecto_id: string;
  modelo_id: string;
  lote_id: string;
  consentimiento_datos: boolean;
  consentimiento_apc: boolean;
};

/** A walk-in's pre-contract: the customer gets a link and goes on from the phone. */
export function NewSaleDrawer({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const save = useAction(createSale, {
    success: 'Pre-contrato creado.',
    inline: true,
  });
  const form = useForm<Values>({
    initialValues: {
      ...EMPTY_FORM,
      proyecto_id: '',
      modelo_id: '',
      lote_id: '',
      consentimiento_datos: false,
      consentimiento_apc: false,
    },
    validate: {
      nombre: (text) => (text.trim() ? null : 'Escribe el nombre del cliente.'),
      celular: (text) => (text.trim() ? null : 'Escribe el celular.'),
      modelo_id: (id) => (id ? null : 'Elige el modelo.'),
    },
  });
  const { values } = form;

  const submit = (all: Values) => {
    const { consentimiento_datos, consentimiento_apc, modelo_id, lote_id, nombre, celular, email } = all;
    const contact = { nombre, celular, email: email.trim() || null };
    const body = {
      ...(consentimiento_datos ? { ...wireOf(all), consentimiento_datos, consentimiento_apc } : contact),
      modelo_id: Number(modelo_id),
      ...(lote_id && { lote_id: Number(lote_id) }),
    };
    save.mutate(
      { body },
      { onSuccess: ({ data }) => void navigate({ to: '/oficina/ventas/$id', params: { id: data.id } }) },
    );
  };
  return (
    <FormDrawer
      title="Nuevo pre-contrato"
      opened
      onClose={onClose}
      form={form}
      onSubmit={submit}
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Crear pre-contrato"
    >
      <HouseFields form={form} lotHint="Queda apartado 30 minutos." noLot="Sin lote por ahora" />
      <ContactFields form={form} />
      <Checkbox
        label="El cliente autoriza el uso de sus datos personales (Ley 81 de 2019)"
        description="Sin esto solo se guardan nombre, celular y correo."
        {...form.getInputProps('consentimiento_datos', { type: 'checkbox' })}
      />
      {values.consentimiento_datos && (
        <>
          <PersonFields form={form} />
          <Checkbox
            label="Autoriza consultar su historial en la APC"
            {...form.getInputProps('consentimiento_apc', { type: 'checkbox' })}
          />
        </>
      )}
    </FormDrawer>
  );
}
