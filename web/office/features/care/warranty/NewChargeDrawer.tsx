import { useQuery } from '@tanstack/react-query';
import { getOrder } from '#contract/care/ticketOrders/endpoints.ts';
import { createCharge } from '#contract/care/warranty/endpoints.ts';
import { NewCharge } from '#contract/care/warranty/model.ts';
import { listContracts } from '#contract/works/contracts/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { LongTextField, MoneyField, OptionField, TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

/** Contracts that a charge offers: the newest. */
const OFFERED = 200;

interface NewChargeDrawerProps {
  /** The verified work order that it is about, which fills the form. */
  orderId?: number | null;
  onClose: () => void;
}

/** Asks for a repair to be charged to its contractor; somebody else approves it. */
export function NewChargeDrawer({ orderId = null, onClose }: NewChargeDrawerProps) {
  const order = useQuery({
    ...queryOf(getOrder, { params: { id: orderId ?? 0 } }),
    enabled: orderId !== null,
  }).data?.data;
  const contracts = useQuery(queryOf(listContracts, { query: { per_page: OFFERED } }));
  const form = useRecordForm({
    schema: NewCharge,
    initial: {},
    proposed: order && {
      contrato_id: order.contract?.id ?? null,
      documento: order.code,
      motivo: order.what.slice(0, 500),
    },
    // The order's house is of its own contract alone.
    send: (body, as) =>
      call(
        createCharge,
        {
          body: {
            ...body,
            ...(order?.contract?.id === Number(body.contrato_id) && { vivienda_id: order.house_id }),
          },
        },
        as,
      ),
    success: 'Cargo pedido. Otra persona lo aprueba.',
    onDone: onClose,
  });
  return (
    <FormDrawer title="Pedir cargo" opened onClose={onClose} {...form.frame} submitLabel="Pedir cargo">
      <OptionField
        of={form}
        name="contrato_id"
        label="Contrato"
        nothing="Elige el contrato"
        options={(contracts.data?.data ?? []).map(({ id, name, reference }) => ({
          value: id,
          label: `${reference} · ${name}`,
        }))}
      />
      <MoneyField of={form} name="monto_centavos" label="Costo de la reparación" />
      <TextField
        of={form}
        name="documento"
        label="Documento"
        description="La factura o el acta que lo prueba."
        maxLength={60}
      />
      <LongTextField of={form} name="motivo" label="Qué se reparó y por qué le toca" maxLength={500} />
    </FormDrawer>
  );
}
