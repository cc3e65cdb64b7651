import { Button, Code, CopyButton, Group, Loader, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { beginTotp, confirmTotp, secondStepSetup } from '#contract/company/auth/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { applyServerErrors } from '#web/office/lib/formErrors.ts';
import { useAction } from '#web/office/lib/query.ts';
import { ErrorTable } from '#web/office/ui/ErrorTable.tsx';

interface TotpSetupProps {
  opened: boolean;
  onClose: () => void;
  /** The spare codes, shown this once. */
  onCodes: (codes: string[]) => void;
}

/** Puts an authenticator app: scan, type its code. Nothing is kept before the code is right. */
export function TotpSetup({ opened, onClose, onCodes }: TotpSetupProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Poner la app de autenticación">
      <TotpSteps onClose={onClose} onCodes={onCodes} />
    </Modal>
  );
}

/** The same without a dialog around it: at a sign-in that asks for a second step of somebody who has none. */
export function TotpSteps({ onClose, onCodes }: Pick<TotpSetupProps, 'onCodes'> & { onClose?: () => void }) {
  // A secret of its own for every opening of the dialog, kept nowhere.
  const begun = useQuery({
    queryKey: ['totp-setup'],
    queryFn: () => call(beginTotp, {}, { hold: false }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const confirm = useAction(confirmTotp, { invalidates: [secondStepSetup], inline: true, hold: false });
  const form = useForm({
    initialValues: { code: '' },
    validate: {
      code: (code) => (/^\d{6}$/.test(code.replaceAll(' ', '')) ? null : 'Escribe los 6 números de la app.'),
    },
  });
  const setup = begun.data?.data;
  const picture = useMemo(() => setup && `data:image/svg+xml,${encodeURIComponent(setup.qr)}`, [setup]);

  if (begun.error) return <ErrorTable error={begun.error} />;
  if (!setup) return <Loader aria-label="Preparando" />;
  const submit = ({ code }: { code: string }) =>
    confirm.mutate(
      { body: { setup: setup.setup, code } },
      {
        onSuccess: (answer) => {
          onClose?.();
          onCodes(answer.data.backup_codes);
        },
        onError: (error) => applyServerErrors(form, error),
      },
    );
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack gap="sm">
        <ErrorTable error={confirm.error} labels={{ code: 'Código' }} />
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
        <TextInput
          label="2. Escribe el código que muestra la app"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          required
          {...form.getInputProps('code')}
        />
        <Group justify="flex-end" gap="xs">
          {onClose && (
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
          )}
          <Button type="submit" loading={confirm.isPending}>
            Confirmar
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
