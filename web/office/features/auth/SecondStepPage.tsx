import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '#web/office/lib/call.ts';
import { applyServerErrors } from '#web/office/lib/formErrors.ts';
import { takeLanding } from '#web/office/lib/routeMemory.ts';
import { renewSession } from '#web/office/lib/session.ts';
import { secondStepEndpoint } from '#web/office/lib/sessionEndpoints.ts';
import { ErrorTable } from '#web/office/ui/ErrorTable.tsx';
import { AuthCard, BackToSignIn } from './AuthCard.tsx';

/** The second step: a code of the app, of the e-mail, or one of the spare ones. */
export function SecondStepPage({ remember }: { remember: boolean }) {
  const client = useQueryClient();
  const router = useRouter();
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<Error | null>(null);
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.trim() === '' ? 'Escribe el código.' : null) },
  });

  const submit = async ({ code }: { code: string }) => {
    setSending(true);
    setRefused(null);
    try {
      await call(
        secondStepEndpoint,
        { body: { code: code.replaceAll(/\s/g, ''), remember } },
        { hold: false },
      );
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
      title="Segundo paso"
      text="Escribe el código de tu aplicación, el que llegó a tu correo, o uno de tus códigos de respaldo."
      footer={<BackToSignIn>Ingresar con otra cuenta</BackToSignIn>}
    >
      <form noValidate onSubmit={form.onSubmit((values) => void submit(values))}>
        <Stack gap="md">
          <ErrorTable error={refused} labels={{ code: 'Código' }} />
          <TextInput
            label="Código"
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={20}
            required
            data-autofocus
            {...form.getInputProps('code')}
          />
          <Button type="submit" loading={sending} fullWidth>
            Confirmar
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}
