import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { changePassword, listSessions } from '#contract/company/auth/endpoints.ts';
import { PASSWORD_MIN, whyNotPassword } from '#contract/company/auth/rules.ts';
import { applyServerErrors } from '#web/office/lib/formErrors.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useUser } from '#web/office/lib/session.ts';
import { ErrorTable } from '#web/office/ui/ErrorTable.tsx';
import { Section } from '#web/office/ui/Section.tsx';

const eye = { 'aria-label': 'Ver la contraseña' };

/** Another password; the other sessions end. */
export function ChangePassword() {
  const user = useUser();
  const change = useAction(changePassword, {
    invalidates: [listSessions],
    success: (answer) => answer.success,
    inline: true,
    hold: false,
  });
  const form = useForm({
    initialValues: { current: '', password: '' },
    validateInputOnBlur: true,
    validate: {
      current: (current) => (current === '' ? 'Escribe tu contraseña actual.' : null),
      password: (password) => whyNotPassword(password, [user.name, user.email]),
    },
  });
  const submit = (body: typeof form.values) =>
    change.mutate(
      { body },
      { onSuccess: () => form.reset(), onError: (error) => applyServerErrors(form, error) },
    );

  return (
    <Section
      title="Contraseña"
      text={`Al menos ${PASSWORD_MIN} caracteres. Al cambiarla se cierran tus demás sesiones.`}
    >
      <form noValidate onSubmit={form.onSubmit(submit)}>
        <Stack gap="sm" maw={400}>
          <ErrorTable
            error={change.error}
            labels={{ current: 'Contraseña actual', password: 'Contraseña nueva' }}
          />
          <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordInput
            label="Contraseña actual"
            autoComplete="current-password"
            required
            visibilityToggleButtonProps={eye}
            {...form.getInputProps('current')}
          />
          <PasswordInput
            label="Contraseña nueva"
            autoComplete="new-password"
            required
            visibilityToggleButtonProps={eye}
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
            Cambiar contraseña
          </Button>
        </Stack>
      </form>
    </Section>
  );
}
