import { USER_TYPE } from '#contract/company/users/model.ts';
import { useNavigate } from '@tanstack/react-router';
import { createUser } from '#contract/company/users/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { UserFieldsForm, withPartner } from './userForm.ts';
import { UserFields } from './UserFields.tsx';

/** Creates a user, who gets a mail to choose the first password. */
export function NewUserDrawer({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useRecordForm({
    schema: UserFieldsForm,
    initial: { user_type_id: USER_TYPE.staff, role_ids: [], project_ids: [] },
    send: (body, as) => call(createUser, { body: withPartner(body) }, as),
    success: ({ data }) => `Invitación enviada a ${data.email}.`,
    onDone: ({ data }) => void navigate({ to: '/oficina/usuarios/$id', params: { id: data.id } }),
  });
  return (
    <FormDrawer
      title="Invitar persona"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Enviar invitación"
    >
      <UserFields of={form} own={false} />
    </FormDrawer>
  );
}
