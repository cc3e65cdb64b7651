import { useNavigate } from '@tanstack/react-router';
import { CUSTOMER_ROLE, NewRole } from '#contract/company/roles/roles.ts';
import { createRole, listRoles } from '#contract/company/roles/rolesEndpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { CheckField, LongTextField, SearchField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface NewRoleDrawerProps {
  /** The role to copy by default; null: none. */
  copyOf: number | null;
  onClose: () => void;
}

/** Creates a role, empty or as a copy. Then opens its page to choose the permissions. */
export function NewRoleDrawer({ copyOf, onClose }: NewRoleDrawerProps) {
  const navigate = useNavigate();
  const roles = useOptions(queryOf(listRoles, {}));
  const form = useRecordForm({
    schema: NewRole,
    initial: { copy_of: copyOf },
    send: (body, as) => call(createRole, { body }, as),
    success: ({ success }) => success,
    onDone: ({ data }) => {
      onClose();
      void navigate({ to: '/oficina/roles/$id', params: { id: data.id } });
    },
  });
  return (
    <FormDrawer title="Nuevo rol" opened onClose={onClose} {...form.frame} submitLabel="Crear rol">
      <TextField of={form} name="display_name" label="Nombre" maxLength={60} />
      <LongTextField of={form} name="description" label="Para qué es" maxLength={300} />
      <SearchField
        of={form}
        name="copy_of"
        label="Empezar con los permisos de"
        description="Después se cambian uno por uno."
        placeholder="Ninguno: empezar desde cero"
        clearable
        options={roles
          .filter(({ id }) => id !== CUSTOMER_ROLE)
          .map(({ id, display_name }) => ({ value: id, label: display_name }))}
      />
      <CheckField
        of={form}
        name="requires_second_step"
        label="Pide segundo paso al ingresar"
        description="Un código de su app o de su correo, además de la contraseña."
      />
    </FormDrawer>
  );
}
