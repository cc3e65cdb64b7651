import { Group } from '@mantine/core';
import { z } from 'zod';
import { setAttorney } from '#contract/legal/promises/endpoints.ts';
import { AttorneyForm, type PromiseRecord } from '#contract/legal/promises/model.ts';
import { call } from '#web/office/lib/call.ts';
import { OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';

import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** The main buyer has no id of their own in a sale. */
const MAIN = 0;
const Form = z.object({
  comprador: z.number().int(),
  apoderado: AttorneyForm.shape.apoderado.unwrap(),
});

/** Who signs for a buyer: with a power, or for a company. */
export function AttorneyDrawer({ promise, onClose }: { promise: PromiseRecord; onClose: () => void }) {
  const buyers = (promise.frozen?.buyers ?? []).filter(({ role }) => role === 'comprador');
  const first = buyers.find(({ document_type }) => document_type === 'ruc') ?? buyers[0];
  const form = useRecordForm({
    schema: Form,
    initial: {
      comprador: first?.buyer_id ?? MAIN,
      apoderado: {
        clase: first?.document_type === 'ruc' ? 'representante_legal' : 'apoderado',
        nombre: '',
        tipo_documento: 'cedula',
        documento: '',
        celular: '',
        poder: '',
      },
    },
    send: ({ comprador, apoderado }, as) =>
      call(
        setAttorney,
        {
          params: { id: promise.id },
          body: { comprador_id: comprador === MAIN ? null : comprador, apoderado },
        },
        as,
      ),
    success: 'Anotado quién firma.',
    onDone: onClose,
  });
  const attorney = within(form, 'apoderado');
  return (
    <FormDrawer
      title="Firma otra persona"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar quién firma"
    >
      <OptionField
        of={form}
        name="comprador"
        label="Por quién firma"
        options={buyers.map(({ buyer_id, name }) => ({ value: buyer_id ?? MAIN, label: name }))}
      />
      <OptionField
        of={attorney}
        name="clase"
        label="Con qué poder"
        options={[
          { value: 'apoderado', label: 'Apoderado, con un poder' },
          { value: 'representante_legal', label: 'Representante legal de la empresa' },
        ]}
      />
      <TextField of={attorney} name="nombre" label="Nombre completo" maxLength={120} />
      <Group grow align="flex-start">
        <OptionField
          of={attorney}
          name="tipo_documento"
          label="Documento"
          options={[
            { value: 'cedula', label: 'Cédula' },
            { value: 'pasaporte', label: 'Pasaporte' },
          ]}
        />
        <TextField of={attorney} name="documento" label="Número" maxLength={40} />
      </Group>
      <TextField of={attorney} name="celular" label="Celular" type="tel" />
      <TextField of={attorney} name="email" label="Correo" type="email" />
      <TextField of={attorney} name="poder" label="Datos del poder" maxLength={300} />
    </FormDrawer>
  );
}
