import { Button, Code, CopyButton, Group, Loader, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { beginTotp, confirmTotp } from '#contract/company/auth/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { ErrorTable } from '#web/office/ui/ErrorTable.tsx';
import { TextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';

const Typed = confirmTotp.body.pick({ code: true });

interface TotpSetupProps {
  opened: boolean;
  onClose: () => void;
  /** Called with the backup codes, which are shown only once. */
  onCodes: (codes: string[]) => void;
}

/** Sets up an authenticator app: scan, then type its code. Nothing is saved until the code is right. */
export function TotpSetup({ opened, onClose, onCodes }: TotpSetupProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Activar la app de autenticación">
      <TotpSteps onClose={onClose} onCodes={onCodes} />
    </Modal>
  );
}

/** The steps without a dialog, for a sign-in that requires a second step from a user who has none. */
export function TotpSteps({ onClose, onCodes }: Pick<TotpSetupProps, 'onCodes'> & { onClose?: () => void }) {
  // Each opening of the dialog gets a new secret, which is never cached.
  const begun = useQuery({
    queryKey: ['totp-setup'],
    queryFn: () => call(beginTotp, {}, { hold: false }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const setup = begun.data?.data;
  const form = useRecordForm({
    schema: Typed,
    initial: {},
    check: ({ code }) => ({
      code: /^\d{6}$/.test(code?.replaceAll(' ', '') ?? '') ? null : 'Escribe los 6 números de la app.',
    }),
    send: ({ code }) => call(confirmTotp, { body: { setup: setup?.setup ?? '', code } }, { hold: false }),
    onDone: ({ data }) => {
      onClose?.();
      onCodes(data.backup_codes);
    },
  });
  const picture = useMemo(() => setup && `data:image/svg+xml,${encodeURIComponent(setup.qr)}`, [setup]);

  if (begun.error) return <ErrorTable error={begun.error} />;
  if (!setup) return <Loader aria-label="Preparando" />;
  return (
    <RecordForm
      {...form.frame}
      submitLabel="Confirmar"
      beside={
        onClose && (
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
        )
      }
    >
      <Text size="sm">1. Escanea este código con tu app (Google Authenticator, Authy u otra).</Text>
      <img
        src={picture}
        alt="Código QR para la app de autenticación"
        width={200}
        height={200}
        style={{ alignSelf: 'center', background: '#fff', padding: 8, borderRadius: 8 }}
      />
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" c="dimmed">
          O escribe la clave:
        </Text>
        <Code style={{ overflowWrap: 'anywhere' }}>{setup.secret}</Code>
        <CopyButton value={setup.secret}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="subtle" onClick={copy}>
              {copied ? 'Copiada' : 'Copiar'}
            </Button>
          )}
        </CopyButton>
      </Group>
      <TextField
        of={form}
        name="code"
        label="2. Escribe el código que muestra la app"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
      />
    </RecordForm>
  );
}
