import { Checkbox, Select, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { CUSTOMER_ROLE, NewRole } from '#contract/company/roles/roles.ts';
import { createRole, listRoles } from '#contract/company/roles/rolesEndpoints.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface NewRoleDrawerProps {
  /** The role to begin with; null: from nothing, unless one is chosen. */
  copyOf: number | null;
  onClose: () => void;
}

/** A role from nothing or as a copy; its page opens next, to choose what it allows. */
export function NewRoleDrawer({ copyOf, onClose }: NewRoleDrawerProps) {
  const navigate = useNavigate();
  const roles = useOptions(queryOf(listRoles, {}));
  const create = useAction(createRole, {
    invalidates: [listRoles],
    inline: true,
    success: (answer) => answer.success,
  });
  const form = useForm({
    initialValues: { display_name: '', description: '', requires_second_step: false, copy_of: copyOf },
    validateInputOnBlur: true,
    validate: zodErrors(NewRole),
  });
  return (
    <FormDrawer
      title="Nuevo rol"
      opened
      onClose={onClose}
      form={form}
      submitLabel="Crear rol"
      loading={create.isPending}
      submitError={create.error}
      onSubmit={(body) =>
        create.mutate(
          { body },
          {
            onSuccess: ({ data }) => {
              form.reset();
              onClose();
              void navigate({ to: '/oficina/roles/$id', params: { id: data.id } });
            },
          },
        )
      }
    >
      <TextInput label="Nombre" required maxLength={60} {...form.getInputProps('display_name')} />
      <Textarea
        label="Para qué es"
        autosize
        minRows={2}
        maxLength={300}
        {...form.getInputProps('description')}
      />
      <Select
        label="Empezar con los permisos de"
        description="Después se cambian uno por uno."
        placeholder="Ninguno: de la nada"
        clearable
        searchable
        data={roles
          .filter(({ id }) => id !== CUSTOMER_ROLE)
          .map(({ id, display_name }) => ({ value: String(id), label: display_name }))}
        value={form.values.copy_of === null ? null : String(form.values.copy_of)}
        onChange={(value) => form.setFieldValue('copy_of', value === null ? null : Number(value))}
        error={form.errors['copy_of']}
      />
      <Checkbox
        label="Pide segundo paso al ingresar"
        description="Un código de su app o de su correo, además de la contraseña."
        {...form.getInputProps('requires_second_step', { type: 'checkbox' })}
      />
    </FormDrawer>
  );
}
