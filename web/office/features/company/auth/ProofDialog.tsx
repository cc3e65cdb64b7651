import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { prove, secondStepSetup, sendEmailCode } from '#contract/company/auth/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { applyServerErrors } from '#web/office/lib/formErrors.ts';
import { answerProof, askedForProof, watchProof } from '#web/office/lib/proof.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { ErrorTable } from '#web/office/ui/ErrorTable.tsx';
import { toast } from '#web/office/ui/toast.tsx';

/** Asks for the password, and the second step where one is on, when a call wants it; what waited then goes on. */
export function ProofDialog() {
  const asked = useSyncExternalStore(watchProof, askedForProof);
  return (
    <Modal opened={asked} onClose={() => answerProof(false)} title="Confirma que eres tú" zIndex={500}>
      {asked && <ProofForm />}
    </Modal>
  );
}

function ProofForm() {
  const { data } = useQuery(queryOf(secondStepSetup));
  const [error, setError] = useState<Error | null>(null);
  const form = useForm({ initialValues: { password: '', code: '' } });
  const withCode = data !== undefined && (data.data.totp || data.data.email_code);
  const send = useMutation({
    meta: { inline: true },
    mutationFn: (body: { password: string; code: string }) => call(prove, { body }, { hold: false }),
    onSuccess: () => answerProof(true),
    onError: (refused: Error) => {
      setError(refused);
      applyServerErrors(form, refused);
    },
  });
  const mail = useMutation({
    mutationFn: () => call(sendEmailCode, undefined, { hold: false }),
    onSuccess: ({ success }) => toast.success(success),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.stopPropagation();
        form.onSubmit((values) => send.mutate(values))(event);
      }}
    >
      <Stack gap="sm">
        <Text size="sm">
          Este cambio toca la forma en que se entra a tu cuenta: escribe otra vez tu contraseña.
        </Text>
        <ErrorTable error={error} labels={{ password: 'Contraseña', code: 'Código' }} />
        <PasswordInput
          label="Tu contraseña"
          autoComplete="current-password"
          required
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': 'Ver la contraseña' }}
          {...form.getInputProps('password')}
        />
        {withCode && (
          <TextInput
            label="Código de tu segundo paso"
            autoComplete="one-time-code"
            maxLength={40}
            required
            {...form.getInputProps('code')}
          />
        )}
        {data?.data.email_code && (
          <Button variant="subtle" size="compact-sm" loading={mail.isPending} onClick={() => mail.mutate()}>
            Mandarme un código por correo
          </Button>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => answerProof(false)}>
            Cancelar
          </Button>
          <Button type="submit" loading={send.isPending}>
            Confirmar
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
