import { Box } from '@mantine/core';
import { changePassword } from '#contract/company/auth/endpoints.ts';
import { PASSWORD_MIN, whyNotPassword } from '#contract/company/auth/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { useUser } from '#web/office/lib/session.ts';
import { PasswordField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { Section } from '#web/office/ui/Section.tsx';

/** Changes the user's password and ends the other sessions. */
export function ChangePassword() {
  const user = useUser();
  const form = useRecordForm({
    schema: changePassword.body,
    initial: {},
    check: ({ current, password }) => ({
      current: current === null ? 'Escribe tu contraseña actual.' : null,
      password: whyNotPassword(password ?? '', [user.name, user.email]),
    }),
    send: (body) => call(changePassword, { body }, { hold: false }),
    success: ({ success }) => success,
    onDone: () => form.clear(),
  });
  return (
    <Section
      title="Contraseña"
      text={`Al menos ${PASSWORD_MIN} caracteres. Al cambiarla se cierran tus demás sesiones.`}
    >
      <Box maw={400}>
        <RecordForm {...form.frame} submitLabel="Cambiar contraseña">
          <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordField of={form} name="current" label="Contraseña actual" autoComplete="current-password" />
          <PasswordField of={form} name="password" label="Contraseña nueva" autoComplete="new-password" />
        </RecordForm>
      </Box>
    </Section>
  );
}
