import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { RoleChange, type Role } from '#contract/company/roles/roles.ts';
import { changeRole, getRole, listRoles } from '#contract/company/roles/rolesEndpoints.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useFilled } from '#web/office/lib/useFilled.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const valuesOf = (role: Role) => ({
  display_name: role.display_name,
  description: role.description,
  requires_second_step: role.requires_second_step,
});

/** Name, purpose and second step of a role. */
export function EditRoleDrawer({ role, onClose }: { role: Role; onClose: () => void }) {
  const save = useAction(changeRole, {
    invalidates: [getRole, listRoles],
    inline: true,
    success: (answer) => answer.success,
  });
  const form = useForm({
    initialValues: valuesOf(role),
    validateInputOnBlur: true,
    validate: zodErrors(RoleChange.omit({ version: true })),
  });
  const { filled, reload } = useFilled(
    role,
    queryOf(getRole, { params: { id: role.id } }),
    ({ data }) => data,
    valuesOf,
  );
  return (
    <FormDrawer
      title={`Cambiar «${role.display_name}»`}
      opened
      onClose={onClose}
      form={form}
      submitLabel="Guardar"
      loading={save.isPending}
      submitError={save.error}
      reload={reload}
      onSubmit={(values) =>
        save.mutate(
          { params: { id: role.id }, body: { ...values, version: (filled ?? role).version } },
          { onSuccess: onClose },
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
      <Checkbox
        label="Pide segundo paso al ingresar"
        description="Vale desde el próximo ingreso de cada persona."
        {...form.getInputProps('requires_second_step', { type: 'checkbox' })}
      />
    </FormDrawer>
  );
}
