import { Anchor, Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '#web/office/lib/call.ts';
import { applyServerErrors } from '#web/office/lib/formErrors.ts';
import { takeLanding } from '#web/office/lib/routeMemory.ts';
import { renewSession } from '#web/office/lib/session.ts';
import { loginEndpoint } from '#web/office/lib/sessionEndpoints.ts';
import { ErrorTable } from '#web/office/ui/ErrorTable.tsx';
import { AuthCard } from './AuthCard.tsx';

/** E-mail and password. Whoever comes in lands where they were. */
export function SignInPage() {
  const client = useQueryClient();
  const router = useRouter();
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<Error | null>(null);
  const form = useForm({
    initialValues: { email: '', password: '', remember: false },
    validate: {
      email: (email) =>
        /^\S+@\S+$/.test(email.trim()) ? null : 'Escribe tu correo, por ejemplo ana@empresa.com.',
      password: (password) => (password === '' ? 'Escribe tu contraseña.' : null),
    },
  });

  const submit = async (values: typeof form.values) => {
    setSending(true);
    setRefused(null);
    try {
      const body = { ...values, email: values.email.trim() };
      const { two_factor } = await call(loginEndpoint, { body }, { hold: false });
      if (two_factor)
        return await router.navigate({ to: '/ingresar/verificar', search: { recordar: values.remember } });
      await renewSession(client);
      router.history.replace(takeLanding());
    } catch (error) {
      applyServerErrors(form, error);
      setRefused(error as Error);
    } finally {
      setSending(false);
    }
  };

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
      <form noValidate onSubmit={form.onSubmit((values) => void submit(values))}>
        <Stack gap="md">
          <ErrorTable error={refused} labels={{ email: 'Correo', password: 'Contraseña' }} />
          <TextInput
            label="Correo"
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            required
            data-autofocus
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
