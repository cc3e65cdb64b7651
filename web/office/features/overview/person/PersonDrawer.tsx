import { Group, Text } from '@mantine/core';
import { changePerson, getPerson } from '#contract/overview/person/endpoints.ts';
import type { Person } from '#contract/overview/person/model.ts';
import { call } from '#web/office/lib/call.ts';
import { showPhone } from '#web/office/lib/format.ts';
import { CheckField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const Identity = changePerson.body.omit({ version: true });
const DOCUMENTS = [
  { value: 'cedula', label: 'Cédula' },
  { value: 'pasaporte', label: 'Pasaporte' },
  { value: 'ruc', label: 'RUC' },
];

const valuesOf = ({ identity, version }: Person) => ({
  ...identity,
  celular: showPhone(identity.celular),
  tipo_documento: (identity.tipo_documento ?? 'cedula') as 'cedula',
  version,
});

/** Edits a person's identity and contact data; the history keeps the old values. */
export function PersonDrawer({ person, onClose }: { person: Person; onClose: () => void }) {
  const { identity, actions } = person;
  const fixed = actions.identity?.disabled ?? null;
  const params = { id: person.id };
  const form = useRecordForm({
    schema: Identity,
    initial: valuesOf(person),
    check: ({ nombre, celular }) => ({
      nombre: nombre?.trim() ? null : 'Escribe el nombre.',
      celular: celular?.trim() ? null : 'Escribe el celular.',
    }),
    reread: async () => valuesOf((await call(getPerson, { params })).data),
    send: ({ nombre, tipo_documento, cedula, ...reached }, as, version) =>
      call(
        changePerson,
        {
          params,
          body: {
            ...reached,
            ...(fixed === null && { nombre, ...(cedula?.trim() && { cedula, tipo_documento }) }),
            version,
          },
        },
        as,
      ),
    success: 'Datos guardados.',
    onDone: onClose,
  });
  const newDocument = identity.cedula === null && form.values.cedula?.trim();
  return (
    <FormDrawer
      title={`Editar a ${identity.nombre}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar datos"
    >
      <TextField of={form} name="nombre" label="Nombre completo" required disabled={fixed !== null} />
      <TextField of={form} name="celular" label="Celular" required inputMode="tel" />
      <TextField of={form} name="email" label="Correo" inputMode="email" />
      <Group grow align="flex-start">
        <OptionField
          of={form}
          name="tipo_documento"
          label="Documento"
          disabled={fixed !== null}
          options={DOCUMENTS}
        />
        <TextField of={form} name="cedula" label="Número" disabled={fixed !== null} />
      </Group>
      {fixed && (
        <Text size="sm" c="dimmed">
          {fixed}
        </Text>
      )}
      {newDocument && (
        <CheckField
          of={form}
          name="consentimiento_datos"
          label="La persona autoriza el uso de sus datos personales (Ley 81 de 2019)"
        />
      )}
    </FormDrawer>
  );
}
