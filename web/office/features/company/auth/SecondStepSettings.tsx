import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import {
  disableTotp,
  renewBackupCodes,
  secondStepSetup,
  setEmailCode,
} from '#contract/company/auth/endpoints.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { askConfirm } from '#web/office/ui/ask.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { BackupCodes } from './BackupCodes.tsx';
import { TotpSetup } from './TotpSetup.tsx';

/** Settings of the second step: an app, a code by mail, and backup codes for when neither is available. */
export function SecondStepSettings() {
  const [putting, setPutting] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { data, error } = useQuery(queryOf(secondStepSetup));

  const options = { hold: false };
  const told = { success: (answer: { success: string }) => answer.success };
  const mail = useAction(setEmailCode, { ...options, ...told });
  const totpOff = useAction(disableTotp, { ...options, ...told });
  const renew = useAction(renewBackupCodes, options);
  const setup = data?.data;

  async function takeOff() {
    const question = {
      title: 'Quitar la app de autenticación',
      text: 'También se anulan tus códigos de respaldo.',
      confirm: 'Quitar la app',
    };
    if (await askConfirm(question)) totpOff.mutate({});
  }
  async function mailOff() {
    const question = {
      title: 'Quitar el código por correo',
      text: 'Ya no podrás pedir un código al ingresar.',
      confirm: 'Quitar',
    };
    if (await askConfirm(question)) mail.mutate({ body: { enabled: false } });
  }
  async function newCodes() {
    const question = {
      title: 'Códigos de respaldo nuevos',
      text: 'Los anteriores dejan de servir.',
      confirm: 'Hacer códigos',
    };
    if (await askConfirm(question))
      renew.mutate({}, { onSuccess: (answer) => setCodes(answer.data.backup_codes) });
  }

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
              <Button
                size="compact-sm"
                variant="default"
                loading={totpOff.isPending}
                onClick={() => void takeOff()}
              >
                Quitar
              </Button>
            ) : (
              <Button size="compact-sm" onClick={() => setPutting(true)}>
                Poner
              </Button>
            )}
          </Method>
          <Method name="Código por correo" on={setup.email_code} text="Te llega cuando lo pides al ingresar.">
            {setup.email_code ? (
              <Button
                size="compact-sm"
                variant="default"
                loading={mail.isPending}
                onClick={() => void mailOff()}
              >
                Quitar
              </Button>
            ) : (
              <Button
                size="compact-sm"
                variant="default"
                loading={mail.isPending}
                onClick={() => mail.mutate({ body: { enabled: true } })}
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
              <Button
                size="compact-sm"
                variant="default"
                loading={renew.isPending}
                onClick={() => void newCodes()}
              >
                Hacer nuevos
              </Button>
            </Method>
          )}
        </Stack>
      )}

      <TotpSetup opened={putting} onClose={() => setPutting(false)} onCodes={setCodes} />
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
