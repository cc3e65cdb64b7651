import { changeReceiver, findIssued } from '#contract/money/issuedInvoices/endpoints.ts';
import { ReceiverForm, type Issued } from '#contract/money/issuedInvoices/model.ts';
import { call } from '#web/office/lib/call.ts';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { ReceiverFields } from './ReceiverFields.tsx';

/** Corrects the receiver of an invoice that the provider does not have. */
export function ReceiverDrawer({ invoice, onClose }: { invoice: Issued; onClose: () => void }) {
  const params = { id: invoice.id };
  const form = useRecordForm({
    schema: ReceiverForm,
    initial: invoice,
    reread: async () => (await call(findIssued, { params })).data,
    send: (body, as, version) => call(changeReceiver, { params, body: { ...body, version } }, as),
    success: 'Cliente corregido. Envía la factura de nuevo.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Corregir el cliente"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Guardar cliente"
    >
      <ReceiverFields of={form} />
    </FormDrawer>
  );
}
