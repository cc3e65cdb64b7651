import { useState } from 'react';
import { z } from 'zod';
import { quickAnswersOfTicket, writeOnTicket } from '#contract/care/tickets/endpoints.ts';
import { TICKET_PHOTOS } from '#contract/care/tickets/photos.ts';
import { QuickMenu, useQuick } from '#web/office/features/care/inbox/QuickMenu.tsx';
import { Photos } from '#web/office/features/works/jobs/Photos.tsx';
import { formOf } from '#web/office/features/works/jobs/sending.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { CheckField, LongTextField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import type { TicketDrawerProps } from './TicketDrawers.tsx';

const Write = z.object({
  texto: z.string().trim().min(1, { error: 'Escribe el mensaje.' }).max(4000),
  a_todos: z.boolean(),
});

/** Writes to the customer of a ticket; a slash and a few letters bring the quick answers. */
export function WriteTicketDrawer({ ticket, onClose }: TicketDrawerProps) {
  const params = { id: ticket.id };
  const [photos, setPhotos] = useState<File[]>([]);
  const form = useRecordForm({
    schema: Write,
    initial: { texto: '', a_todos: false },
    send: (values, as) => call(writeOnTicket, { params, body: formOf(values, photos) }, as),
    success: 'Mensaje enviado.',
    onDone: onClose,
  });
  const quick = useQuick(queryOf(quickAnswersOfTicket, { params }), String(form.form.values.texto ?? ''));
  const pick = (text: string) => form.form.setFieldValue('texto', text);
  return (
    <FormDrawer
      title={`Escribir sobre ${ticket.code}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Enviar"
    >
      <LongTextField
        of={form}
        name="texto"
        label="Mensaje para el cliente"
        description="Escribe / y el atajo para usar una respuesta rápida."
        minRows={4}
        maxLength={4000}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || !quick?.[0]) return;
          event.preventDefault();
          pick(quick[0].text);
        }}
      />
      {quick && <QuickMenu found={quick} onPick={pick} />}
      <Photos files={photos} most={TICKET_PHOTOS.maxCount} error={null} onChange={setPhotos} />
      {ticket.merged.length > 0 && (
        <CheckField of={form} name="a_todos" label="También a los clientes de los tickets unidos" />
      )}
    </FormDrawer>
  );
}
