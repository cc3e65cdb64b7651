import { changeOrder, getOrder } from '#contract/care/ticketOrders/endpoints.ts';
import { OrderChange, type Order } from '#contract/care/ticketOrders/model.ts';
import { call } from '#web/office/lib/call.ts';
import { DayField, LongTextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

type Of = Pick<Order, 'id' | 'version' | 'what' | 'due_on'>;
const Fields = OrderChange.omit({ version: true });
const valuesOf = ({ what, due_on, version }: Of) => ({ trabajo: what, vence: due_on, version });

/** Changes what an order asks for, or until when; its contractor is told. */
export function EditOrderDrawer({ order, onClose }: { order: Of; onClose: () => void }) {
  const params = { id: order.id };
  const form = useRecordForm({
    schema: Fields,
    initial: valuesOf(order),
    reread: async () => valuesOf((await call(getOrder, { params })).data),
    send: (body, as, version) =>
      call(changeOrder, { params, body: { ...body, version: version ?? order.version } }, as),
    success: 'Orden guardada. El contratista recibe el aviso.',
    onDone: onClose,
  });
  return (
    <FormDrawer title="Editar orden" opened onClose={onClose} {...form.frame} submitLabel="Guardar orden">
      <LongTextField of={form} name="trabajo" label="Qué hay que hacer" maxLength={2000} />
      <DayField of={form} name="vence" label="Hasta cuándo" />
    </FormDrawer>
  );
}
