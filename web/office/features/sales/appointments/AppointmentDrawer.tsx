import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getAppointment,
  noteAppointment,
  changeAppointmentStatus,
} from '#contract/sales/appointments/endpoints.ts';
import type { Appointment } from '#contract/sales/appointments/model.ts';
import { APPOINTMENT } from '#contract/sales/appointments/rules.ts';
import { longDay, panamaDay, panamaTime, showInstant } from '#contract/dates.ts';
import { PhoneLinks } from '#web/office/ui/PhoneLinks.tsx';
import { saleName } from '#contract/sales/sale/saleName.ts';
import { RecordTalk } from '#web/office/features/company/comments/RecordTalk.tsx';
import { call } from '#web/office/lib/call.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useTransitions } from '#web/office/lib/useTransitions.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { LongTextField } from '#web/office/ui/form/fields.tsx';
import { RecordForm } from '#web/office/ui/form/RecordForm.tsx';
import { useRecordForm } from '#web/office/ui/form/useRecordForm.ts';
import { ReasonedButton } from '#web/office/ui/ReasonedButton.tsx';
import { RecordDrawer, type Beside } from '#web/office/ui/RecordDrawer.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { MoveForm } from './MoveForm.tsx';

interface Props {
  id: number;
  onClose: () => void;
  /** Set when opened from the list; absent from the calendar. */
  beside?: Beside | undefined;
}

/** Shows one appointment: its details, actions and history. */
export function AppointmentDrawer({ id, onClose, beside }: Props) {
  const { data, error } = useQuery(queryOf(getAppointment, { params: { id } }));
  return (
    <RecordDrawer
      of={['cita', id]}
      title={data ? `Cita de ${data.data.name}` : 'Cita'}
      onClose={onClose}
      record={data?.data}
      error={error}
      beside={beside}
    >
      {(one) => (
        <>
          <Body key={one.id} one={one} />
          <RecordTalk reference="cita" id={one.id} />
        </>
      )}
    </RecordDrawer>
  );
}

function Body({ one }: { one: Appointment }) {
  const [moving, setMoving] = useState(false);
  const actions = useTransitions({
    offers: one.transitions,
    status: changeAppointmentStatus,
    version: one.version,
    danger: [APPOINTMENT.noShow, APPOINTMENT.cancelledByCustomer, APPOINTMENT.cancelledByCompany],
  });
  // Moving an appointment needs a new time, so it has its own form.
  const moves = one.transitions.some(({ estado_id }) => estado_id === APPOINTMENT.moved);
  const others = actions.filter(({ key }) => !key.startsWith(`${APPOINTMENT.moved}-`));
  const buttonOf = ({ key, label, whyNot, onRun, danger, loading = false }: (typeof others)[number]) => (
    <ReasonedButton
      key={key}
      variant={danger ? 'outline' : 'filled'}
      whyNot={whyNot}
      onClick={onRun}
      loading={loading}
      {...(danger && { color: 'red' })}
    >
      {label}
    </ReasonedButton>
  );
  return (
    <Stack gap="md">
      <Group gap="xs">
        <StatePill catalog="appointment" state={one.state} />
        {one.moved > 0 && (
          <Text size="xs" c="dimmed">
            {one.moved === 1 ? 'Cambió una vez' : `Cambió ${one.moved} veces`}
          </Text>
        )}
      </Group>
      <div>
        <Text fw={600}>
          {longDay(panamaDay(one.starts_at))}, {panamaTime(one.starts_at)}–{panamaTime(one.ends_at)}
        </Text>
        <Text size="sm" c="dimmed">
          {one.house ?? one.project.name} · {one.house === null ? 'atiende' : 'va'} {one.agent.name}
        </Text>
      </div>
      <Stack gap={4}>
        <PhoneLinks phone={one.phone} size="sm" />
        {one.email && (
          <Anchor href={`mailto:${one.email}`} size="sm">
            {one.email}
          </Anchor>
        )}
        {one.ticket_id !== null && (
          <PageLink to="/oficina/tickets/$id" params={{ id: one.ticket_id }} size="sm">
            Ver el ticket
          </PageLink>
        )}
        {one.sale && (
          <PageLink to="/oficina/ventas/$id" params={{ id: one.sale.id }} size="sm">
            {saleName(one.sale)}
          </PageLink>
        )}
      </Stack>
      {one.reason && <Alert color="gray" variant="light" title={one.reason} />}
      {moving ? (
        <MoveForm one={one} onDone={() => setMoving(false)} />
      ) : (
        <Group gap="xs">
          {others.filter(({ danger }) => !danger).map(buttonOf)}
          {moves && (
            <Button variant="default" onClick={() => setMoving(true)}>
              Mover
            </Button>
          )}
          {others.filter(({ danger }) => danger).map(buttonOf)}
        </Group>
      )}
      <Note one={one} />
      <section aria-label="Historia">
        <Text fw={600} size="sm" mb={4}>
          Historia
        </Text>
        <Stack gap={4}>
          {one.history.map((line) => (
            <Text size="sm" key={line.at + line.to}>
              <Text span c="dimmed" size="xs" className="figures">
                {showInstant(line.at)}
              </Text>{' '}
              {line.to}, {line.by}
              {line.reason && `: ${line.reason}`}
            </Text>
          ))}
        </Stack>
      </section>
    </Stack>
  );
}

const NoteForm = noteAppointment.body.omit({ version: true });
const noteOf = ({ note, version }: Appointment) => ({ comentario: note, version });

export function Note({ one }: { one: Appointment }) {
  const params = { id: one.id };
  const form = useRecordForm({
    schema: NoteForm,
    initial: noteOf(one),
    reread: async () => noteOf((await call(getAppointment, { params })).data),
    send: (body, as, version) => call(noteAppointment, { params, body: { ...body, version } }, as),
    success: 'Nota guardada.',
    onDone: ({ data }) => form.fill(noteOf(data)),
  });
  if (one.transitions.length === 0) return one.note ? <Text size="sm">{one.note}</Text> : null;
  return (
    <RecordForm {...form.frame} submitLabel="Guardar nota" quiet>
      <LongTextField of={form} name="comentario" label="Nota de la cita" maxLength={500} />
    </RecordForm>
  );
}
