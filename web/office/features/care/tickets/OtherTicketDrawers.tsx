import { z } from 'zod';
import { linkTickets, mergeTicket } from '#contract/care/tickets/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { TextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import type { TicketDrawerProps } from './TicketDrawers.tsx';

const Other = z.object({
  en: z.string().trim().min(3, { error: 'Escribe el número del otro ticket.' }).max(20),
});

const WAYS = {
  merge: {
    does: mergeTicket,
    verb: 'Unir',
    title: (code: string) => `Unir ${code} a otro`,
    done: (code: string) => `${code} quedó unido.`,
    told: 'Manda el otro. Cada cliente sigue viendo solo el suyo.',
  },
  link: {
    does: linkTickets,
    verb: 'Enlazar',
    title: (code: string) => `Enlazar ${code} con otro`,
    done: (code: string) => `${code} quedó enlazado.`,
    told: 'Cada uno sigue por su lado, y desde uno se llega al otro.',
  },
};

/** Merges a ticket into another, or links them. */
function OtherTicketDrawer({ ticket, onClose, way }: TicketDrawerProps & { way: keyof typeof WAYS }) {
  const { does, verb, title, done, told } = WAYS[way];
  const form = useRecordForm({
    schema: Other,
    initial: { en: '' },
    send: (body, as) => call(does, { params: { id: ticket.id }, body }, as),
    success: ({ data }) => done(data.code),
    onDone: onClose,
  });
  return (
    <FormDrawer title={title(ticket.code)} opened onClose={onClose} {...form.frame} submitLabel={verb}>
      <TextField
        of={form}
        name="en"
        label="Número del otro ticket"
        placeholder="TK-2026-00012"
        description={told}
        maxLength={20}
      />
    </FormDrawer>
  );
}

export const MergeTicketDrawer = (props: TicketDrawerProps) => <OtherTicketDrawer {...props} way="merge" />;
export const LinkTicketDrawer = (props: TicketDrawerProps) => <OtherTicketDrawer {...props} way="link" />;
