import { Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  confirmDisbursement,
  requestDisbursement,
  type DisbursementRow,
} from '#contract/banking/disbursements/disbursements.ts';
import { useAction } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayInput } from '#web/office/ui/DayInput.tsx';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { MoneyInput } from '#web/office/ui/MoneyInput.tsx';

/** Asks the bank for the money, or confirms that it came. */
export function DisbursementDrawer({ row, onClose }: { row: DisbursementRow; onClose: () => void }) {
  return row.may_confirm ? <Confirm row={row} onClose={onClose} /> : <Request row={row} onClose={onClose} />;
}

function Request({ row, onClose }: { row: DisbursementRow; onClose: () => void }) {
  const today = useToday();
  const save = useAction(requestDisbursement, {
    success: 'Desembolso solicitado.',
    inline: true,
  });
  const form = useForm({ initialValues: { solicitado: today, notas: '' } });
  return (
    <FormDrawer
      title={`Solicitar a ${row.bank.name}`}
      opened
      onClose={onClose}
      form={form}
      submitLabel="Registrar solicitud"
      loading={save.isPending}
      submitError={save.error}
      onSubmit={(body) => save.mutate({ params: { id: row.id }, body }, { onSuccess: onClose })}
    >
      <Text size="sm">
        Se presentó al banco la escritura inscrita con la carta promesa original de {row.name}.
      </Text>
      <DayInput
        label="Fecha de la solicitud"
        required
        maxDate={today}
        value={form.values.solicitado}
        onChange={(day) => form.setFieldValue('solicitado', day)}
        error={form.errors['solicitado']}
      />
      <Textarea label="Notas" autosize minRows={2} maxLength={500} {...form.getInputProps('notas')} />
    </FormDrawer>
  );
}

function Confirm({ row, onClose }: { row: DisbursementRow; onClose: () => void }) {
  const today = useToday();
  const save = useAction(confirmDisbursement, {
    success: 'Desembolso confirmado.',
    inline: true,
  });
  const form = useForm({
    initialValues: { recibido: today, monto_centavos: row.letter.amount_centavos, transferencia: '' },
    validate: {
      transferencia: (text: string) =>
        text.trim().length < 3 ? 'Escribe el número de la transferencia.' : null,
    },
  });
  return (
    <FormDrawer
      title={`Dinero de ${row.bank.name}`}
      opened
      onClose={onClose}
      form={form}
      submitLabel="Confirmar desembolso"
      loading={save.isPending}
      submitError={save.error}
      onSubmit={(values) =>
        save.mutate(
          { params: { id: row.id }, body: { ...values, version: row.disbursement?.version } },
          { onSuccess: onClose },
        )
      }
    >
      <DayInput
        label="Recibido el"
        required
        maxDate={today}
        value={form.values.recibido}
        onChange={(day) => form.setFieldValue('recibido', day)}
        error={form.errors['recibido']}
      />
      <MoneyInput
        label="Monto recibido"
        required
        centavos={form.values.monto_centavos}
        onCentavos={(cents) => form.setFieldValue('monto_centavos', cents ?? 0)}
        error={form.errors['monto_centavos']}
      />
      <TextInput
        label="Número de la transferencia"
        required
        maxLength={60}
        {...form.getInputProps('transferencia')}
      />
    </FormDrawer>
  );
}
