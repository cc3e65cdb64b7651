import { Button, Modal, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { prove, secondStepSetup, sendEmailCode } from '#contract/company/auth/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { answerProof, askedForProof, watchProof } from '#web/office/lib/proof.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { PasswordField, TextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { toast } from '#web/office/ui/toast.tsx';

/** Asks for the password, and the second step if enabled, when a call requires it; the waiting call then continues. */
export function ProofDialog() {
  const asked = useSyncExternalStore(watchProof, askedForProof);
  return (
    <Modal opened={asked} onClose={() => answerProof(false)} title="Confirma que eres tú" zIndex={500}>
      {asked && <ProofForm />}
    </Modal>
  );
}

export function ProofForm() {
  const { data } = useQuery(queryOf(secondStepSetup));
  const withCode = data !== undefined && (data.data.totp || data.data.email_code);
  const form = useRecordForm({
    schema: prove.body,
    initial: {},
    send: (body) => call(prove, { body }, { hold: false }),
    onDone: () => answerProof(true),
  });
  const mail = useMutation({
    mutationFn: () => call(sendEmailCode, undefined, { hold: false }),
    onSuccess: ({ success }) => toast.success(success),
  });
  return (
    <RecordForm
      {...form.frame}
      submitLabel="Confirmar"
      beside={
        <Button variant="default" onClick={() => answerProof(false)}>
          Cancelar
        </Button>
      }
    >
      <Text size="sm">Este cambio es delicado: escribe otra vez tu contraseña.</Text>
      <PasswordField
        of={form}
        name="password"
        label="Tu contraseña"
        autoComplete="current-password"
        data-autofocus
      />
      {withCode && (
        <TextField
          of={form}
          name="code"
          label="Código de tu segundo paso"
          autoComplete="one-time-code"
          maxLength={40}
          required
        />
      )}
      {data?.data.email_code && (
        <Button variant="subtle" size="compact-sm" loading={mail.isPending} onClick={() => mail.mutate()}>
          Enviarme un código por correo
        </Button>
      )}
    </RecordForm>
  );
}
