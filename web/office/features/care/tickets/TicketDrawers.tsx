import { z } from 'zod';
import { assignTicket, changeTicket, getTicket, listTeams } from '#contract/care/tickets/endpoints.ts';
import type { Ticket } from '#contract/care/tickets/model.ts';
import { PART_NAMES } from '#contract/care/covers/parts.ts';
import { CONTACTS, COVERS, type ContactKind, type Cover } from '#contract/care/tickets/rules.ts';
import { call } from '#web/office/lib/call.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { MoneyField, OptionField } from '#web/office/ui/form/fields.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { FormDrawer } from '#web/office/ui/FormDrawer.tsx';
import { TicketFields, ticketShape } from './TicketFields.tsx';

export interface TicketDrawerProps {
  ticket: Ticket;
  onClose: () => void;
}

const Edit = z.object({
  ...ticketShape,
  cubre: z.string().nullable(),
  cotizacion_centavos: z.number().int().min(0).nullable(),
});
const valuesOf = (one: Ticket) => ({
  titulo: one.title,
  descripcion: one.description,
  departamento_id: one.department.id,
  categoria_id: one.category.id,
  prioridad_id: one.priority.id,
  contacto: one.contact_kind,
  contacto_nombre: one.contact_kind === 'comprador' ? '' : (one.contact ?? ''),
  contacto_celular: one.contact_kind === 'comprador' ? '' : (one.contact_phone ?? ''),
  garantia: one.cover !== null,
  parte: one.part,
  cubre: one.cover,
  cotizacion_centavos: one.quote_centavos,
  version: one.version,
});
const contactOf = (text: string | null) =>
  text !== null && text in CONTACTS ? (text as ContactKind) : undefined;
const partOf = (text: string | null) => PART_NAMES.find((part) => part === text);
const coverOf = (text: string | null) => (text !== null && text in COVERS ? (text as Cover) : undefined);

/** Changes what is known of a ticket. */
export function EditTicketDrawer({ ticket, onClose }: TicketDrawerProps) {
  const params = { id: ticket.id };
  const form = useRecordForm({
    schema: Edit,
    initial: valuesOf(ticket),
    reread: async () => valuesOf((await call(getTicket, { params })).data),
    send: (values, as, version) => {
      const { contacto, contacto_nombre, contacto_celular, descripcion, cubre, parte, ...rest } = values;
      const body = {
        ...rest,
        descripcion: descripcion ?? '',
        contacto: contactOf(contacto),
        contacto_nombre: contacto_nombre ?? '',
        ...(contacto_celular && { contacto_celular }),
        ...(partOf(parte) && { parte: partOf(parte) }),
        ...(coverOf(cubre) && { cubre: coverOf(cubre) }),
        ...(ticket.contact_email &&
          ticket.contact_kind !== 'comprador' && { contacto_email: ticket.contact_email }),
        version,
      };
      return call(changeTicket, { params, body }, as);
    },
    success: 'Ticket guardado.',
    onDone: onClose,
  });
  const { garantia, cubre } = form.form.values;
  return (
    <FormDrawer title="Editar ticket" opened onClose={onClose} {...form.frame} submitLabel="Guardar ticket">
      <TicketFields of={form} kept={ticket.category.id} />
      {garantia === true && (
        <OptionField
          of={form}
          name="cubre"
          label="Garantía"
          options={Object.entries(COVERS).map(([value, label]) => ({ value, label }))}
        />
      )}
      {garantia === true && cubre === 'fuera' && (
        <MoneyField of={form} name="cotizacion_centavos" label="Monto de la cotización" />
      )}
    </FormDrawer>
  );
}

const Assign = z.object({ departamento_id: z.number().int(), asignado_id: z.number().int().nullable() });

/** Gives a ticket to somebody, or to whoever of the department has least. */
export function AssignTicketDrawer({ ticket, onClose }: TicketDrawerProps) {
  const teams = useOptions(queryOf(listTeams));
  const form = useRecordForm({
    schema: Assign,
    initial: { departamento_id: ticket.department.id, asignado_id: null, version: ticket.version },
    send: ({ departamento_id, asignado_id }, as, version) =>
      call(
        assignTicket,
        {
          params: { id: ticket.id },
          body: { departamento_id, ...(asignado_id !== null && { asignado_id }), version },
        },
        as,
      ),
    success: ({ data }) =>
      data.assignee ? `${data.code}: ${data.assignee.name}.` : `${data.code} espera a alguien.`,
    onDone: onClose,
  });
  const chosen = teams.find(({ id }) => id === Number(form.form.values.departamento_id));
  return (
    <FormDrawer
      title={`Asignar ${ticket.code}`}
      opened
      onClose={onClose}
      {...form.frame}
      submitLabel="Asignar"
    >
      <OptionField
        of={form}
        name="departamento_id"
        label="Departamento"
        options={teams.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <OptionField
        of={form}
        name="asignado_id"
        label="A quién"
        nothing="A quien tiene menos"
        options={(chosen?.members ?? []).map(({ id, name, open, away }) => ({
          value: id,
          label: away ? `${name} · ausente` : `${name} · ${open === 1 ? '1 abierto' : `${open} abiertos`}`,
        }))}
      />
    </FormDrawer>
  );
}
