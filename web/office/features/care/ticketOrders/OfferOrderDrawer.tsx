import { useQuery } from '@tanstack/react-query';
import { listOrderOptions, offerOrder } from '#contract/care/ticketOrders/endpoints.ts';
import { NewOrder } from '#contract/care/ticketOrders/model.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { DayField, LongTextField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface OfferOrderDrawerProps {
  ticket: { id: number; title: string; description: string };
  onClose: () => void;
}

/** Offers a ticket's work to a contractor; who built that part of the house is proposed. */
export function OfferOrderDrawer({ ticket, onClose }: OfferOrderDrawerProps) {
  const params = { id: ticket.id };
  const today = useToday();
  const options = useQuery(queryOf(listOrderOptions, { params })).data?.data;
  const form = useRecordForm({
    schema: NewOrder,
    initial: { trabajo: ticket.title },
    proposed: options && { contratista_id: options.suggested_id, vence: options.due_on },
    send: (body, as) => call(offerOrder, { params, body }, as),
    success: 'Orden ofrecida. El contratista recibe el aviso.',
    onDone: onClose,
  });
  return (
    <FormDrawer
      title="Ofrecer orden de trabajo"
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Ofrecer orden"
    >
      <OptionField
        of={form}
        name="contratista_id"
        label="Contratista"
        nothing="Elige el contratista"
        options={(options?.contractors ?? []).map(({ id, name, why }) => ({
          value: id,
          label: why ? `${name}, ${why}` : name,
        }))}
      />
      <LongTextField
        of={form}
        name="trabajo"
        label="Qué hay que hacer"
        description="El contratista ve esto, las fotografías del ticket, el lugar y a quién llamar. Nada más del cliente."
        maxLength={2000}
      />
      <DayField of={form} name="vence" label="Hasta cuándo" minDate={today} />
    </FormDrawer>
  );
}
