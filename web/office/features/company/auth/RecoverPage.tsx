import { Alert } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { forgotPassword } from '#contract/company/auth/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { AuthCard, BackToSignIn } from './AuthCard.tsx';
import { CardForm } from './CardForm.tsx';
import { mailFault } from './mailFault.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { useMailedToken } from './useMailedToken.ts';

/** Asks for a recovery mail; with its token, sets the password. */
export function RecoverPage() {
  const mailed = useMailedToken();
  return mailed ? <NewPasswordForm {...mailed} /> : <AskForm />;
}

function AskForm() {
  const [sent, setSent] = useState<string | null>(null);
  const form = useRecordForm({
    schema: forgotPassword.body,
    initial: {},
    check: ({ email }) => ({ email: mailFault(email) }),
    send: (body) => call(forgotPassword, { body }, { hold: false }),
    onDone: ({ success }) => setSent(success),
  });
  return (
    <AuthCard
      title="Recuperar contraseña"
      text="Te enviamos un enlace a tu correo para poner otra."
      footer={<BackToSignIn>Volver a ingresar</BackToSignIn>}
    >
      {sent ? (
        <Alert variant="light" color="brand" icon={<IconMailCheck aria-hidden />}>
          {sent}
        </Alert>
      ) : (
        <CardForm {...form.frame} submitLabel="Enviar el enlace">
          <TextField
            of={form}
            name="email"
            label="Correo"
            type="email"
            autoComplete="username"
            inputMode="email"
          />
        </CardForm>
      )}
    </AuthCard>
  );
}
