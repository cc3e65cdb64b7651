import { Anchor, Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useRouter } from '@tanstack/react-router';
import { resetPassword } from '#contract/company/auth/endpoints.ts';
import { PASSWORD_MIN, whyNotPassword } from '#contract/company/auth/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { Refusal } from '#web/office/lib/refusal.ts';
import { ErrorTable } from '#web/office/ui/ErrorTable.tsx';
import { toast } from '#web/office/ui/toast.tsx';
import { AuthCard, BackToSignIn } from './AuthCard.tsx';
import type { MailedToken } from './useMailedToken.ts';
import { useSubmit } from './useSubmit.ts';

/** Sets the password with a mailed link; afterwards one signs in with it. */
export function NewPasswordForm({ token, kind }: MailedToken) {
  const router = useRouter();
  const form = useForm({
    initialValues: { password: '' },
    validateInputOnBlur: true,
    validate: { password: (password) => whyNotPassword(password) },
  });
  const { sending, refused, onSubmit } = useSubmit(form, async ({ password }: { password: string }) => {
    const { success } = await call(resetPassword, { body: { token, password } }, { hold: false });
    toast.success(success);
    await router.navigate({ to: '/ingresar' });
  });
  const spent = refused instanceof Refusal && refused.code === 'TOKEN';

  return (
    <AuthCard
      title={kind === 'clave' ? 'Contraseña nueva' : 'Elige tu contraseña'}
      text={`Usa al menos ${PASSWORD_MIN} caracteres; varias palabras juntas funcionan bien.`}
      footer={<BackToSignIn>Volver a ingresar</BackToSignIn>}
    >
      <form noValidate onSubmit={form.onSubmit(onSubmit)}>
        <Stack gap="md">
          <ErrorTable error={refused} labels={{ password: 'Contraseña', token: 'Enlace' }} />
          {spent && kind === 'clave' && (
            <Anchor component={Link} to="/ingresar/recuperar" reloadDocument size="sm">
              Pedir otro enlace
            </Anchor>
          )}
          <PasswordInput
            label="Contraseña nueva"
            name="password"
            autoComplete="new-password"
            required
            visibilityToggleButtonProps={{ 'aria-label': 'Ver la contraseña' }}
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={sending} fullWidth>
            Guardar contraseña
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}
