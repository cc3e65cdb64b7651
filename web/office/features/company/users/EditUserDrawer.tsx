import { Alert } from '@mantine/core';
import { useForm } from '@mantine/form';
import { changeUser, getUser } from '#contract/company/users/endpoints.ts';
import { UserForm, type UserRecord } from '#contract/company/users/people.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useFilled } from '#web/office/lib/useFilled.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { valuesOf, wireOf, type UserValues } from './userForm.ts';
import { UserFields } from './UserFields.tsx';
import { TOUCHED } from './users.api.ts';

/** Changes who somebody is and what they may. Of oneself only name, address and telephone. */
export function EditUserDrawer({ user, onClose }: { user: UserRecord; onClose: () => void }) {
  const save = useAction(changeUser, { invalidates: TOUCHED, success: 'Usuario guardado.', inline: true });
  const before = valuesOf(user);
  const form = useForm<UserValues>({
    initialValues: before,
    validateInputOnBlur: true,
    validate: (values) => zodErrors(UserForm)(wireOf(values)),
  });
  const { filled, reload } = useFilled(
    user,
    queryOf(getUser, { params: { id: user.id } }),
    ({ data }) => data,
    valuesOf,
  );
  const submit = (values: UserValues) => {
    const { name, email, phone, ...places } = wireOf(values);
    const body = { name, email, phone, ...(!user.self && places), version: filled?.version };
    save.mutate({ params: { id: user.id }, body }, { onSuccess: onClose });
  };
  const moved = form.values.email.trim().toLowerCase() !== user.email.toLowerCase();
  return (
    <FormDrawer
      title={`Editar a ${user.name}`}
      opened
      onClose={onClose}
      form={form}
      onSubmit={submit}
      loading={save.isPending}
      submitError={save.error}
      reload={reload}
      submitLabel="Guardar usuario"
    >
      {moved && (
        <Alert variant="light" color="yellow" title="Cambia el correo con el que ingresa">
          Sus sesiones se cierran y se avisa a los dos correos.
        </Alert>
      )}
      <UserFields form={form} own={user.self} />
    </FormDrawer>
  );
}
