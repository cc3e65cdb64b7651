import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { disableTotp, renewBackupCodes, secondStepSetup, setEmailCode } from '#contract/auth/endpoints.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { BackupCodes } from './BackupCodes.tsx';
import { PasswordPrompt } from './PasswordPrompt.tsx';
import { TotpSetup } from './TotpSetup.tsx';

type Dialog = 'totp' | 'totp-off' | 'mail-off' | 'codes' | null;

/** The second step of signing in: an app, a code by mail, and spare codes for when neither is at hand. */
export function SecondStepSettings() {
  const [dialog, setDialog] = useState<Dialog>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { data, error } = useQuery(queryOf(secondStepSetup));
  const close = () => setDialog(null);

  const options = { invalidates: [secondStepSetup], hold: false };
  const told = { success: (answer: { success: string }) => answer.success, inline: true };
  const mailOn = useAction(setEmailCode, { ...options, success: (answer) => answer.success });
  const mailOff = useAction(setEmailCode, { ...options, ...told });
  const totpOff = useAction(disableTotp, { ...options, ...told });
  const renew = useAction(renewBackupCodes, { ...options, inline: true });
  const setup = data?.data;

  return (
    <Section
      title="Segundo paso"
      text={
        setup?.required
          ? 'Tu rol lo pide para ingresar.'
          : 'Además de la contraseña, un código que solo tú puedes ver.'
      }
    >
      {error && !setup && <Text role="alert">{sentence(error)}</Text>}
      {!setup && !error && <Skeleton height={96} />}
      {setup && (
        <Stack gap="md">
          <Method
            name="App de autenticación"
            on={setup.totp}
            text="Un código nuevo cada 30 segundos en tu teléfono, también sin señal."
          >
            {setup.totp ? (
              <Button size="compact-sm" variant="default" onClick={() => setDialog('totp-off')}>
                Quitar
              </Button>
            ) : (
              <Button size="compact-sm" onClick={() => setDialog('totp')}>
                Poner
              </Button>
            )}
          </Method>
          <Method name="Código por correo" on={setup.email_code} text="Te llega cuando lo pides al ingresar.">
            {setup.email_code ? (
              <Button size="compact-sm" variant="default" onClick={() => setDialog('mail-off')}>
                Quitar
              </Button>
            ) : (
              <Button
                size="compact-sm"
                variant="default"
                loading={mailOn.isPending}
                onClick={() => mailOn.mutate({ body: { enabled: true } })}
              >
                Poner
              </Button>
            )}
          </Method>
          {(setup.totp || setup.email_code) && (
            <Method
              name="Códigos de respaldo"
              on={setup.backup_codes_left > 0}
              onLabel={`Quedan ${setup.backup_codes_left}`}
              text="Cada uno sirve una vez, si no tienes tu teléfono a mano."
            >
              <Button size="compact-sm" variant="default" onClick={() => setDialog('codes')}>
                Hacer nuevos
              </Button>
            </Method>
          )}
        </Stack>
      )}

      <TotpSetup opened={dialog === 'totp'} onClose={close} onCodes={setCodes} />
      <PasswordPrompt
        title="Quitar la app de autenticación"
        text="También se anulan tus códigos de respaldo."
        confirm="Quitar la app"
        opened={dialog === 'totp-off'}
        onClose={close}
        loading={totpOff.isPending}
        error={totpOff.error}
        onPassword={(password) => totpOff.mutate({ body: { password } }, { onSuccess: close })}
      />
      <PasswordPrompt
        title="Quitar el código por correo"
        text="Ya no podrás pedir un código al ingresar."
        confirm="Quitar"
        opened={dialog === 'mail-off'}
        onClose={close}
        loading={mailOff.isPending}
        error={mailOff.error}
        onPassword={(password) =>
          mailOff.mutate({ body: { enabled: false, password } }, { onSuccess: close })
        }
      />
      <PasswordPrompt
        title="Códigos de respaldo nuevos"
        text="Los anteriores dejan de servir."
        confirm="Hacer códigos"
        opened={dialog === 'codes'}
        onClose={close}
        loading={renew.isPending}
        error={renew.error}
        onPassword={(password) =>
          renew.mutate(
            { body: { password } },
            {
              onSuccess: (answer) => {
                close();
                setCodes(answer.data.backup_codes);
              },
            },
          )
        }
      />
      <BackupCodes codes={codes} onDone={() => setCodes(null)} />
    </Section>
  );
}

interface MethodProps {
  name: string;
  on: boolean;
  onLabel?: string;
  text: string;
  children: ReactNode;
}

function Method({ name, on, onLabel = 'Puesto', text, children }: MethodProps) {
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
      <div>
        <Group gap={8}>
          <Text size="sm" fw={500}>
            {name}
          </Text>
          <StatePill tone={on ? 'positive' : 'neutral'} label={on ? onLabel : 'No puesto'} />
        </Group>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </div>
      {children}
    </Group>
  );
}
