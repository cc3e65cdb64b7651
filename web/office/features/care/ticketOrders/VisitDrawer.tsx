import { useQueryClient } from '@tanstack/react-query';
import { bookTicketVisit } from '#contract/care/ticketOrders/endpoints.ts';
import { NewVisit } from '#contract/care/ticketOrders/model.ts';
import { listAgents, listFreeTimes } from '#contract/sales/appointments/endpoints.ts';
import { TimeFields } from '#web/office/features/sales/appointments/TimeFields.tsx';
import { call } from '#web/office/lib/call.ts';
import { keyOf, queryOf, useOptions } from '#web/office/lib/query.ts';
import { LongTextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';

interface VisitDrawerProps {
  ticket: { id: number; projectId: number; assigneeId: number | null };
  onClose: () => void;
}

/** Books a colleague's visit to the house of a ticket, in the calendar of citas. */
export function VisitDrawer({ ticket, onClose }: VisitDrawerProps) {
  const client = useQueryClient();
  const agents = useOptions(queryOf(listAgents));
  const form = useRecordForm({
    schema: NewVisit,
    initial: { comentario: '' },
    // Who has the ticket, unless that is nobody who attends.
    proposed: agents.some(({ id }) => id === ticket.assigneeId)
      ? { agente_id: ticket.assigneeId }
      : undefined,
    check: ({ agente_id, fecha, hora_inicio }) => ({
      agente_id: agente_id === null ? 'Elige quién va.' : null,
      fecha: fecha ? null : 'Elige el día.',
      hora_inicio: hora_inicio ? null : 'Elige la hora.',
    }),
    send: async (body, as) => {
      try {
        return await call(bookTicketVisit, { params: { id: ticket.id }, body }, as);
      } catch (error) {
        // Another user may have taken the time: reload the free hours.
        void client.invalidateQueries({ queryKey: keyOf(listFreeTimes) });
        throw error;
      }
    },
    success: 'Visita agendada. Se avisó al cliente.',
    onDone: onClose,
  });
  return (
    <FormDrawer title="Agendar visita" opened onClose={onClose} {...form.frame} submitLabel="Agendar visita">
      <TimeFields of={form} projectId={ticket.projectId} anybody="Elige quién va" />
      <LongTextField
        of={form}
        name="comentario"
        label="Comentario"
        description="Para quien va. El cliente no lo ve."
        maxLength={500}
      />
    </FormDrawer>
  );
}
