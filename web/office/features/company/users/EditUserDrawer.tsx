import { Alert } from '@mantine/core';
import { changeUser, getUser } from '#contract/company/users/endpoints.ts';
import type { UserRecord } from '#contract/company/users/people.ts';
import { call } from '#web/office/lib/call.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { UserFieldsForm, valuesOf, withPartner } from './userForm.ts';
import { UserFields } from './UserFields.tsx';

/** Edits a user's identity and access. Users may change only their own name, mail and phone. */
export function EditUserDrawer({ user, onClose }: { user: UserRecord; onClose: () => void }) {
  const params = { id: user.id };
  const form = useRecordForm({
    schema: UserFieldsForm,
    initial: valuesOf(user),
    reread: async () => valuesOf((await call(getUser, { params })).data),
    send: ({ name, email, phone, ...places }, as, version) =>
      call(
        changeUser,
        { params, body: { name, email, phone, ...(!user.self && withPartner(places)), version } },
        as,
      ),
    success: 'Usuario guardado.',
    onDone: onClose,
  });
  const moved = form.values.email?.trim().toLowerCase() !== user.email.toLowerCase();
  return (
    <FormDrawer
      title={`Editar a ${user.name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar usuario"
    >
      {moved && (
        <Alert variant="light" color="yellow" title="Cambia el correo con el que ingresa">
          Sus sesiones se cierran y se avisa a los dos correos.
        </Alert>
      )}
      <UserFields of={form} own={user.self} />
    </FormDrawer>
  );
}
