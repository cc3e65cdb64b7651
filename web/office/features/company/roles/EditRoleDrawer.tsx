import { NewRole, type Role } from '#contract/company/roles/roles.ts';
import { changeRole, getRole } from '#contract/company/roles/rolesEndpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { CheckField, LongTextField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

const RoleWords = NewRole.omit({ copy_of: true });

/** Edits a role's name, purpose and second step. */
export function EditRoleDrawer({ role, onClose }: { role: Role; onClose: () => void }) {
  const params = { id: role.id };
  const form = useRecordForm({
    schema: RoleWords,
    initial: role,
    reread: async () => (await call(getRole, { params })).data,
    send: (body, as, version = role.version) => call(changeRole, { params, body: { ...body, version } }, as),
    success: ({ success }) => success,
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={`Cambiar «${role.display_name}»`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar"
    >
      <TextField of={form} name="display_name" label="Nombre" maxLength={60} />
      <LongTextField of={form} name="description" label="Para qué es" maxLength={300} />
      <CheckField
        of={form}
        name="requires_second_step"
        label="Pide segundo paso al ingresar"
        description="Vale desde el próximo ingreso de cada persona."
      />
    </FormDrawer>
  );
}
