import { useNavigate } from '@tanstack/react-router';
import { z } from 'zod';
import { createSale } from '#contract/sales/sale/endpoints.ts';
import { OfficeForm } from '#contract/sales/sale/form.ts';
import { HouseFields, houseOfProject } from '#web/office/features/projects/projects/HouseFields.tsx';
import type { houseOfWord } from '#web/office/features/projects/projects/startHouse.ts';
import { call } from '#web/office/lib/call.ts';
import { ContactFields } from '#web/office/ui/ContactFields.tsx';
import { CheckField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { PersonFields, termsOfSector, wireOf } from './SaleFormFields.tsx';

const WalkIn = OfficeForm.extend({
  proyecto_id: z.number().nullable(),
  modelo_id: z.number({ error: 'Elige el modelo.' }),
  lote_id: z.number().optional(),
  consentimiento_datos: z.boolean(),
  consentimiento_apc: z.boolean(),
});

interface NewSaleDrawerProps {
  /** The lot that the customer wants. */
  starts?: ReturnType<typeof houseOfWord>;
  onClose: () => void;
}

/** Creates a walk-in's pre-contract. The customer gets a link and continues on the phone. */
export function NewSaleDrawer({ starts, onClose }: NewSaleDrawerProps) {
  const navigate = useNavigate();
  const form = useRecordForm({
    schema: WalkIn,
    initial: { tipo_documento: 'cedula', forma_pago: 'hipoteca', grupo_familiar: [], ...starts },
    check: ({ celular }) => ({ celular: celular?.trim() ? null : 'Escribe el celular.' }),
    onChange: (now, before) => ({ ...houseOfProject(now, before), ...termsOfSector(now, before) }),
    send: (typed, as) => {
      const {
        proyecto_id: _,
        modelo_id,
        lote_id,
        consentimiento_datos,
        consentimiento_apc,
        ...person
      } = typed;
      const { nombre, celular, email } = person;
      const body = consentimiento_datos
        ? { ...wireOf(person), consentimiento_datos, consentimiento_apc }
        : { nombre, celular, email: email || null };
      return call(createSale, { body: { ...body, modelo_id, lote_id } }, as);
    },
    success: 'Pre-contrato creado.',
    onDone: ({ data }) => void navigate({ to: '/oficina/ventas/$id', params: { id: data.id } }),
  });
  return (
    <FormDrawer
      title="Nuevo pre-contrato"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Crear pre-contrato"
    >
      <HouseFields of={form} lotHint="Queda apartado 30 minutos." noLot="Sin lote por ahora" />
      <ContactFields of={form} />
      <CheckField
        of={form}
        name="consentimiento_datos"
        label="El cliente autoriza el uso de sus datos personales (Ley 81 de 2019)"
        description="Sin esto solo se guardan nombre, celular y correo."
      />
      {form.values.consentimiento_datos && (
        <>
          <PersonFields of={form} />
          <CheckField of={form} name="consentimiento_apc" label="Autoriza consultar su historial en la APC" />
        </>
      )}
    </FormDrawer>
  );
}
