import { Checkbox, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { changePerson, getPerson } from '#contract/overview/person/endpoints.ts';
import type { Person } from '#contract/overview/person/model.ts';
import { showPhone } from '#web/office/lib/format.ts';
import { useAction } from '#web/office/lib/query.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** Who a person is and how they are reached; what was before stays in the history. */
export function PersonDrawer({ person, onClose }: { person: Person; onClose: () => void }) {
  const { identity, actions } = person;
  const save = useAction(changePerson, {
    invalidates: [getPerson],
    success: 'Datos guardados.',
    inline: true,
  });
  const form = useForm({
    initialValues: {
      nombre: identity.nombre,
      celular: showPhone(identity.celular),
      email: identity.email ?? '',
      tipo_documento: identity.tipo_documento ?? 'cedula',
      cedula: identity.cedula ?? '',
      consentimiento_datos: false,
    },
    validate: {
      nombre: (text) => (text.trim() ? null : 'Escribe el nombre.'),
      celular: (text) => (text.trim() ? null : 'Escribe el celular.'),
    },
  });
  const fixed = actions.identity?.disabled ?? null;
  const newDocument = identity.cedula === null && form.values.cedula.trim() !== '';
  return (
    <FormDrawer
      title={`Editar a ${identity.nombre}`}
      opened
      onClose={onClose}
      form={form}
      onSubmit={({ nombre, celular, email, tipo_documento, cedula, consentimiento_datos }) =>
        save.mutate(
          {
            params: { id: person.id },
            body: {
              celular,
              email: email.trim() || null,
              ...(fixed === null && { nombre }),
              ...(fixed === null && cedula.trim() && { cedula, tipo_documento: tipo_documento as 'cedula' }),
              ...(consentimiento_datos && { consentimiento_datos: true as const }),
              version: person.version,
            },
          },
          { onSuccess: onClose },
        )
      }
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Guardar datos"
    >
      <TextInput
        label="Nombre completo"
        required
        disabled={fixed !== null}
        {...form.getInputProps('nombre')}
      />
      <TextInput label="Celular" required inputMode="tel" {...form.getInputProps('celular')} />
      <TextInput label="Correo" inputMode="email" {...form.getInputProps('email')} />
      <Group grow align="flex-start">
        <NativeSelect
          label="Documento"
          disabled={fixed !== null}
          data={[
            { value: 'cedula', label: 'Cédula' },
            { value: 'pasaporte', label: 'Pasaporte' },
            { value: 'ruc', label: 'RUC' },
          ]}
          {...form.getInputProps('tipo_documento')}
        />
        <TextInput label="Número" disabled={fixed !== null} {...form.getInputProps('cedula')} />
      </Group>
      {fixed && (
        <Text size="sm" c="dimmed">
          {fixed}
        </Text>
      )}
      {newDocument && (
        <Checkbox
          label="La persona autoriza el uso de sus datos personales (Ley 81 de 2019)"
          {...form.getInputProps('consentimiento_datos', { type: 'checkbox' })}
        />
      )}
    </FormDrawer>
  );
}
