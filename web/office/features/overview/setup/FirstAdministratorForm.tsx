import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { PASSWORD_MIN, whyNotPassword } from '#contract/company/auth/rules.ts';
import { setUpAdministrator, setupState } from '#contract/overview/setup/endpoints.ts';
import { FirstAdministrator } from '#contract/overview/setup/model.ts';
import { call } from '#web/office/lib/call.ts';
import { keyOf } from '#web/office/lib/query.ts';
import { renewSession } from '#web/office/lib/session.ts';
import { PasswordField, TextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';

/** Step 2 of the setup: whoever has the code becomes the administrator and is signed in. */
export function FirstAdministratorForm({ code, onBack }: { code: string; onBack: () => void }) {
  const client = useQueryClient();
  const router = useRouter();
  const form = useRecordForm({
    schema: FirstAdministrator,
    initial: {},
    check: ({ name, email, password }) => ({
      password: whyNotPassword(password ?? '', [name ?? '', email ?? '']),
    }),
    send: (body) => call(setUpAdministrator, { body: { code, ...body } }, { hold: false }),
    onDone: async () => {
      client.removeQueries({ queryKey: keyOf(setupState) });
      await renewSession(client);
      void router.navigate({ to: '/oficina/puesta-en-marcha', replace: true });
    },
  });
  return (
    <RecordForm
      {...form.frame}
      submitLabel="Crear y entrar"
      beside={
        <Button variant="default" onClick={onBack}>
          Volver a la empresa
        </Button>
      }
    >
      <TextField of={form} name="name" label="Tu nombre" autoComplete="name" />
      <TextField
        of={form}
        name="email"
        label="Tu correo"
        description="Con él se ingresa a la oficina."
        type="email"
        autoComplete="username"
      />
      <PasswordField
        of={form}
        name="password"
        label="Contraseña"
        description={`Al menos ${PASSWORD_MIN} caracteres; varias palabras juntas funcionan bien.`}
        autoComplete="new-password"
      />
    </RecordForm>
  );
}
