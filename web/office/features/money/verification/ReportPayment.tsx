import { z } from 'zod';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { PROOF_FILE } from '#contract/company/files/files.ts';
import { moneyText } from '#contract/money.ts';
import { reportPaymentForCustomer } from '#contract/money/verification/endpoints.ts';
import type { Payment } from '#contract/money/payments/model.ts';
import { upload } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { FileField, MoneyTextField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { formDataOf } from '#web/office/ui/form/values.ts';

const WithProof = reportPaymentForCustomer.body.extend({
  archivo_comprobante: z.file({ error: 'Elige el comprobante.' }),
});

interface ReportPaymentProps {
  payment: Payment;
  onDone: () => void;
}

/** Reports a payment whose proof the customer brought to the office. Another user confirms it. */
export function ReportPayment({ payment, onDone }: ReportPaymentProps) {
  const bankList = useOptions(queryOf(banks.list, {}));
  const form = useRecordForm({
    schema: WithProof,
    initial: { monto_pagado: moneyText(payment.due_centavos) },
    check: ({ monto_pagado }) => ({ monto_pagado: monto_pagado === null ? 'Escribe el monto.' : null }),
    send: ({ referencia, ...body }, as) => {
      const sent = formDataOf({ ...body, referencia: referencia || undefined });
      return upload(reportPaymentForCustomer, { params: { id: payment.id }, body: sent }, as);
    },
    success: 'Pago registrado. Otra persona debe confirmarlo.',
    onDone,
  });
  return (
    <RecordForm {...form.frame} submitLabel="Registrar pago" onCancel={onDone}>
      <MoneyTextField of={form} name="monto_pagado" label="Monto pagado" required />
      <OptionField
        of={form}
        name="banco_id"
        label="Banco desde el que pagó"
        nothing="No lo dice"
        options={bankList.map(({ id, nombre }) => ({ value: id, label: nombre }))}
      />
      <TextField
        of={form}
        name="referencia"
        label="Número de la transferencia o del depósito"
        maxLength={60}
      />
      <FileField of={form} name="archivo_comprobante" label="Comprobante" field={PROOF_FILE} />
    </RecordForm>
  );
}
