import { Anchor } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { resetPassword } from '#contract/company/auth/endpoints.ts';
import { PASSWORD_MIN, whyNotPassword } from '#contract/company/auth/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { Refusal } from '#web/office/lib/refusal.ts';
import { PasswordField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { AuthCard, BackToSignIn } from './AuthCard.tsx';
import { CardForm } from './CardForm.tsx';
import type { MailedToken } from './useMailedToken.ts';

const Chosen = resetPassword.body.pick({ password: true });

/** Sets the password with the token of a mail; afterwards the user signs in. */
export function NewPasswordForm({ token, kind }: MailedToken) {
  const router = useRouter();
  const form = useRecordForm({
    schema: Chosen,
    initial: {},
    check: ({ password }) => ({ password: whyNotPassword(password ?? '') }),
    send: ({ password }) => call(resetPassword, { body: { token, password } }, { hold: false }),
    success: ({ success }) => success,
    onDone: () => void router.navigate({ to: '/ingresar' }),
  });
  const refused = form.frame.submitError;
  const spent = refused instanceof Refusal && refused.code === 'TOKEN';

  return (
    <AuthCard
      title={kind === 'clave' ? 'Contraseña nueva' : 'Elige tu contraseña'}
      text={`Usa al menos ${PASSWORD_MIN} caracteres; varias palabras juntas funcionan bien.`}
      footer={<BackToSignIn>Volver a ingresar</BackToSignIn>}
    >
      <CardForm {...form.frame} submitLabel="Guardar contraseña">
        {spent && kind === 'clave' && (
          <Anchor component={Link} to="/ingresar/recuperar" reloadDocument size="sm">
            Pedir otro enlace
          </Anchor>
        )}
        <PasswordField of={form} name="password" label="Contraseña nueva" autoComplete="new-password" />
      </CardForm>
    </AuthCard>
  );
}
