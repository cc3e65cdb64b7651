import { Anchor } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { z } from 'zod';
import { login } from '#contract/company/auth/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { renewSession } from '#web/office/lib/session.ts';
import { CheckField, PasswordField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { AuthCard } from './AuthCard.tsx';
import { CardForm } from './CardForm.tsx';
import { mailFault } from './mailFault.ts';
import { useLanding } from './useLanding.ts';

const SignIn = login.body.extend({ remember: z.boolean() });

/** Signs in with mail and password, then returns to the page that the user wanted. */
export function SignInPage() {
  const client = useQueryClient();
  useLanding('sign-in');
  const form = useRecordForm({
    schema: SignIn,
    initial: {},
    check: ({ email, password }) => ({
      email: mailFault(email),
      password: password === null ? 'Escribe tu contraseña.' : null,
    }),
    send: async (body) => {
      await call(login, { body }, { hold: false });
      await renewSession(client);
    },
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
      <CardForm {...form.frame} submitLabel="Ingresar">
        <TextField
          of={form}
          name="email"
          label="Correo"
          type="email"
          autoComplete="username"
          inputMode="email"
        />
        <PasswordField of={form} name="password" label="Contraseña" autoComplete="current-password" />
        <CheckField
          of={form}
          name="remember"
          label="Recordarme en este equipo"
          description="Márcalo solo si nadie más lo usa."
        />
      </CardForm>
    </AuthCard>
  );
}
