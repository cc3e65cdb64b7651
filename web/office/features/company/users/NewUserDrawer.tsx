import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { createUser, listUsers } from '#contract/company/users/endpoints.ts';
import { UserForm } from '#contract/company/users/people.ts';
import { zodErrors } from '#web/office/lib/formErrors.ts';
import { useAction } from '#web/office/lib/query.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { NEW_USER, wireOf, type UserValues } from './userForm.ts';
import { UserFields } from './UserFields.tsx';

/** Makes a user, who gets a mail to choose the first password. */
export function NewUserDrawer({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const save = useAction(createUser, {
    invalidates: [listUsers],
    success: ({ data }) => `Invitación enviada a ${data.email}.`,
    inline: true,
  });
  const form = useForm<UserValues>({
    initialValues: NEW_USER,
    validateInputOnBlur: true,
    validate: (values) => zodErrors(UserForm)(wireOf(values)),
  });
  return (
    <FormDrawer
      title="Invitar persona"
      opened
      onClose={onClose}
      form={form}
      onSubmit={(values) =>
        save.mutate(
          { body: wireOf(values) },
          {
            onSuccess: ({ data }) => {
              form.resetDirty();
              void navigate({ to: '/oficina/usuarios/$id', params: { id: data.id } });
            },
          },
        )
      }
      loading={save.isPending}
      submitError={save.error}
      submitLabel="Enviar invitación"
    >
      <UserFields form={form} own={false} />
    </FormDrawer>
  );
}
