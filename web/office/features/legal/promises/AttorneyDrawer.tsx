import { Group } from '@mantine/core';
import { z } from 'zod';
import { AttorneyForm } from '#contract/legal/promises/model.ts';
import { OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { within } from '#web/office/ui/form/useFields.ts';
import { useRecordForm, type SendAs } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Form = z.object({
  por: z.number({ error: 'Elige por quién firma.' }).int(),
  apoderado: AttorneyForm.shape.apoderado.unwrap(),
});
type Filled = z.input<typeof Form>;

interface Props {
  /** Those for whom somebody else may sign. */
  people: readonly { value: number; label: string; company: boolean }[];
  /** Saves who signs for one of them. */
  save: (por: number, apoderado: Filled['apoderado'], as: SendAs) => Promise<unknown>;
  onClose: () => void;
}

/** Who signs for a buyer: with a power, or for a company. */
export function AttorneyDrawer({ people, save, onClose }: Props) {
  const first = people.find(({ company }) => company) ?? people[0];
  const form = useRecordForm({
    schema: Form,
    initial: {
      ...(first && { por: first.value }),
      apoderado: {
        clase: first?.company ? 'representante_legal' : 'apoderado',
        nombre: '',
        tipo_documento: 'cedula',
        documento: '',
        celular: '',
        poder: '',
      },
    },
    send: ({ por, apoderado }, as) => save(por, apoderado, as),
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
        name="por"
        label="Por quién firma"
        options={people.map(({ value, label }) => ({ value, label }))}
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
