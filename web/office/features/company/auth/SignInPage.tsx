import { Anchor, Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { login } from '#contract/company/auth/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { renewSession } from '#web/office/lib/session.ts';
import { ErrorTable } from '#web/office/ui/ErrorTable.tsx';
import { AuthCard } from './AuthCard.tsx';
import { useLanding } from './useLanding.ts';
import { useSubmit } from './useSubmit.ts';

/** E-mail and password. Whoever comes in lands where they were. */
export function SignInPage() {
  const client = useQueryClient();
  useLanding('sign-in');
  const form = useForm({
    initialValues: { email: '', password: '', remember: false },
    validate: {
      email: (email) =>
        /^\S+@\S+$/.test(email.trim()) ? null : 'Escribe tu correo, por ejemplo ana@empresa.com.',
      password: (password) => (password === '' ? 'Escribe tu contraseña.' : null),
    },
  });
  const { sending, refused, onSubmit } = useSubmit(form, async (body: typeof form.values) => {
    await call(login, { body }, { hold: false });
    await renewSession(client);
  });

  return (
    <AuthCard
      title="Ingresar"
      text="Oficina de la promotora"
      footer={
        <Anchor component={Link} to="/ingresar/recuperar" inherit>
          Olvidé mi contraseña
        </Anchor>
      }
    >
      <form noValidate onSubmit={form.onSubmit(onSubmit)}>
        <Stack gap="md">
          <ErrorTable error={refused} labels={{ email: 'Correo', password: 'Contraseña' }} />
          <TextInput
            label="Correo"
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            required
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Contraseña"
            name="password"
            autoComplete="current-password"
            required
            visibilityToggleButtonProps={{ 'aria-label': 'Ver la contraseña' }}
            {...form.getInputProps('password')}
          />
          <Checkbox
            label="Recordarme en este equipo"
            description="Márcalo solo si nadie más lo usa."
            {...form.getInputProps('remember', { type: 'checkbox' })}
          />
          <Button type="submit" loading={sending} fullWidth>
            Ingresar
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}
