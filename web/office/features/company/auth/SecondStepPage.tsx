import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { secondStep, secondStepMethods, sendEmailCode } from '#contract/company/auth/endpoints.ts';
import type { SecondStepMethod } from '#contract/company/auth/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { logout, renewSession } from '#web/office/lib/session.ts';
import { TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { toast } from '#web/office/ui/toast.tsx';
import { AuthCard } from './AuthCard.tsx';
import { BackupCodes } from './BackupCodes.tsx';
import { CardForm } from './CardForm.tsx';
import { TotpSteps } from './TotpSetup.tsx';
import { useLanding } from './useLanding.ts';

const Typed = secondStep.body.pick({ code: true });

const SOURCES: Record<SecondStepMethod, string> = {
  totp: 'el de tu aplicación de autenticación',
  correo: 'el que pediste por correo',
  respaldo: 'uno de tus códigos de respaldo',
};

/** Text such as "Escribe un código: a, b o c." */
function sourcesOf(methods: readonly SecondStepMethod[]): string {
  const parts = methods.map((method) => SOURCES[method]);
  const last = parts.pop();
  return `Escribe un código: ${parts.length > 0 ? `${parts.join(', ')} o ` : ''}${last}.`;
}

/** The second step of signing in: a code from the app, the mail or the backup codes. */
export function SecondStepPage() {
  const client = useQueryClient();
  const router = useRouter();
  useLanding('second-step');
  const { data: ways } = useQuery(queryOf(secondStepMethods));
  const mail = useMutation({
    mutationFn: () => call(sendEmailCode),
    onSuccess: ({ success }) => toast.success(success),
  });
  const form = useRecordForm({
    schema: Typed,
    initial: {},
    check: ({ code }) => ({ code: code?.trim() ? null : 'Escribe el código.' }),
    send: async (body) => {
      await call(secondStep, { body }, { hold: false });
      await renewSession(client);
    },
  });
  const methods = ways?.data.methods ?? [];
  const leave = async () => {
    await logout(client);
    await router.navigate({ to: '/ingresar' });
  };

  if (ways && methods.length === 0) return <FirstApp onLeave={leave} />;
  return (
    <AuthCard
      title="Segundo paso"
      text={methods.length > 0 ? sourcesOf(methods) : 'Escribe el código de tu segundo paso.'}
      footer={
        <Button variant="subtle" size="compact-sm" onClick={() => void leave()}>
          Ingresar con otra cuenta
        </Button>
      }
    >
      <CardForm
        {...form.frame}
        submitLabel="Confirmar"
        below={
          methods.includes('correo') && (
            <Button
              variant="default"
              fullWidth
              mt="md"
              loading={mail.isPending}
              onClick={() => mail.mutate()}
            >
              Enviar un código a {ways?.data.email}
            </Button>
          )
        }
      >
        <TextField
          of={form}
          name="code"
          label="Código"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
        />
      </CardForm>
    </AuthCard>
  );
}

/** The role requires a second step and the user has none: sets up an app, whose code also completes the sign-in. */
function FirstApp({ onLeave }: { onLeave: () => Promise<void> }) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <AuthCard
      title="Pon tu segundo paso"
      text="Tu rol entra con contraseña y con un código de tu teléfono. Se pone una sola vez, ahora."
      footer={
        <Button variant="subtle" size="compact-sm" onClick={() => void onLeave()}>
          Ingresar con otra cuenta
        </Button>
      }
    >
      {codes === null && <TotpSteps onCodes={setCodes} />}
      <BackupCodes codes={codes} onDone={() => void renewSession(client)} />
    </AuthCard>
  );
}
