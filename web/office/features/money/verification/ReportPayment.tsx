import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { reportPaymentForCustomer } from '#contract/money/verification/endpoints.ts';
import { PROOF_FILE } from '#contract/company/files/files.ts';
import type { Payment } from '#contract/money/payments/model.ts';
import { moneyText } from '#web/office/lib/format.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { FileSlot } from '#web/office/ui/FileSlot.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';

interface ReportPaymentProps {
  payment: Payment;
  onDone: () => void;
}

/** What the customer brought to the office; somebody else then confirms it. */
export function ReportPayment({ payment, onDone }: ReportPaymentProps) {
  const save = useAction(reportPaymentForCustomer, {
    success: 'Pago registrado. Otra persona debe confirmarlo.',
    inline: true,
  });
  const [cents, setCents] = useState<number | null>(payment.due_centavos);
  const [file, setFile] = useState<File | null>(null);
  const [reference, setReference] = useState('');
  const [bankId, setBankId] = useState('');
  const bankList = useOptions(queryOf(banks.list, {}));
  const submit = () => {
    const body = new FormData();
    if (cents !== null) body.set('monto_pagado', moneyText(cents));
    if (reference.trim()) body.set('referencia', reference.trim());
    if (bankId) body.set('banco_id', bankId);
    if (file) body.set('archivo_comprobante', file);
    save.mutate({ params: { id: payment.id }, body }, { onSuccess: onDone });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="sm">
        <MoneyInput label="Monto pagado" required centavos={cents} onCentavos={setCents} />
        <NativeSelect
          label="Banco desde el que pagó"
          value={bankId}
          onChange={(event) => setBankId(event.currentTarget.value)}
          data={[
            { value: '', label: 'No lo dice' },
            ...bankList.map(({ id, nombre }) => ({ value: String(id), label: nombre })),
          ]}
        />
        <TextInput
          label="Número de la transferencia o del depósito"
          maxLength={60}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
        <FileSlot
          label="Comprobante"
          required
          types={PROOF_FILE.types}
          maxSize={PROOF_FILE.maxSize}
          value={file ? { kind: 'chosen', file } : { kind: 'none' }}
          onSelect={setFile}
          onRemove={() => setFile(null)}
          error={null}
        />
        {save.error && (
          <Text size="sm" c="red" role="alert">
            {sentence(save.error)}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            Cancelar
          </Button>
          <Button type="submit" loading={save.isPending}>
            Registrar pago
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
