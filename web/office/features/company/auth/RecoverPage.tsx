import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconMailCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { forgotPassword } from '#contract/company/auth/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { ErrorTable } from '#web/office/ui/ErrorTable.tsx';
import { AuthCard, BackToSignIn } from './AuthCard.tsx';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { useMailedToken } from './useMailedToken.ts';
import { useSubmit } from './useSubmit.ts';

/** Asks for the link by mail; with a link, sets the password. */
export function RecoverPage() {
  const mailed = useMailedToken();
  return mailed ? <NewPasswordForm {...mailed} /> : <AskForm />;
}

function AskForm() {
  const [sent, setSent] = useState<string | null>(null);
  const form = useForm({
    initialValues: { email: '' },
    validate: {
      email: (email) =>
        /^\S+@\S+$/.test(email.trim()) ? null : 'Escribe tu correo, por ejemplo ana@empresa.com.',
    },
  });
  const { sending, refused, onSubmit } = useSubmit(form, async (body: { email: string }) => {
    const { success } = await call(forgotPassword, { body }, { hold: false });
    setSent(success);
  });

  return (
    <AuthCard
      title="Recuperar contraseña"
      text="Te mandamos un enlace a tu correo para poner otra."
      footer={<BackToSignIn>Volver a ingresar</BackToSignIn>}
    >
      {sent ? (
        <Alert variant="light" color="brand" icon={<IconMailCheck aria-hidden />}>
          {sent}
        </Alert>
      ) : (
        <form noValidate onSubmit={form.onSubmit(onSubmit)}>
          <Stack gap="md">
            <ErrorTable error={refused} labels={{ email: 'Correo' }} />
            <TextInput
              label="Correo"
              type="email"
              name="email"
              autoComplete="username"
              inputMode="email"
              required
              {...form.getInputProps('email')}
            />
            <Button type="submit" loading={sending} fullWidth>
              Mandar el enlace
            </Button>
          </Stack>
        </form>
      )}
    </AuthCard>
  );
}
