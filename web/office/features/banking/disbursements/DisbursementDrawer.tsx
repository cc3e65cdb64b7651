import { Text } from '@mantine/core';
import {
  confirmDisbursement,
  requestDisbursement,
  type DisbursementRow,
} from '#contract/banking/disbursements/disbursements.ts';
import { call } from '#web/office/lib/call.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField, MoneyField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface DisbursementDrawerProps {
  row: DisbursementRow;
  onClose: () => void;
}

/** Requests a disbursement from the bank, or confirms that it arrived. */
export const DisbursementDrawer = (props: DisbursementDrawerProps) =>
  props.row.may_confirm ? <Confirm {...props} /> : <Request {...props} />;

function Request({ row, onClose }: DisbursementDrawerProps) {
  const today = useToday();
  const form = useRecordForm({
    schema: requestDisbursement.body,
    initial: { solicitado: today },
    send: (body, as) => call(requestDisbursement, { params: { id: row.id }, body }, as),
    success: 'Desembolso solicitado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={`Solicitar a ${row.bank.name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Registrar solicitud"
    >
      <Text size="sm">
        Se presentó al banco la escritura inscrita con la carta promesa original de {row.name}.
      </Text>
      <DayField of={form} name="solicitado" label="Fecha de la solicitud" maxDate={today} />
      <LongTextField of={form} name="notas" label="Notas" maxLength={500} />
    </FormDrawer>
  );
}

const Received = confirmDisbursement.body.omit({ version: true });

function Confirm({ row, onClose }: DisbursementDrawerProps) {
  const today = useToday();
  const form = useRecordForm({
    schema: Received,
    initial: {
      recibido: today,
      monto_centavos: row.letter.amount_centavos,
      version: row.disbursement?.version,
    },
    send: (body, as, version) =>
      call(confirmDisbursement, { params: { id: row.id }, body: { ...body, version } }, as),
    success: 'Desembolso confirmado.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={`Dinero de ${row.bank.name}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Confirmar desembolso"
    >
      <DayField of={form} name="recibido" label="Recibido el" maxDate={today} />
      <MoneyField of={form} name="monto_centavos" label="Monto recibido" />
      <TextField of={form} name="transferencia" label="Número de la transferencia" maxLength={60} />
    </FormDrawer>
  );
}
