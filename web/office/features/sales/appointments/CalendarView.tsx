import { ActionIcon, Alert, Button, Group, NativeSelect, Text } from '@mantine/core';
import { useNarrow } from '#web/office/lib/useNarrow.ts';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { changeAppointmentStatus, getCalendar } from '#contract/sales/appointments/endpoints.ts';
import type { AppointmentRow, Calendar } from '#contract/sales/appointments/model.ts';
import { APPOINTMENT } from '#contract/sales/appointments/rules.ts';
import { addDays, isoWeek, isoWeekday, longDay, panamaDay, panamaTime, weekText } from '#contract/dates.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { CalendarTasks } from '#web/office/features/company/tasks/CalendarTasks.tsx';
import { queryOf, useAction, useOptions } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { toast } from '#web/office/ui/toast.tsx';
import { Agenda } from './Agenda.tsx';
import { calendarAsked, type AppointmentsSearch } from './appointmentsSearch.ts';
import { CalendarGrid } from './CalendarGrid.tsx';
import type { GridColumn } from './gridLayout.ts';

interface Props {
  search: AppointmentsSearch;
  onSearch: (patch: Record<string, unknown>) => void;
}

/** The calendar of a week, of a day, or of a day by person. Phones get a list by day. */
export function CalendarView({ search, onSearch }: Props) {
  const today = useToday();
  const creates = useCan('citas.crear');
  const phone = useNarrow();
  const day = search.dia ?? today;
  const week = search.ver === undefined;
  const asked = calendarAsked(search, today);
  const { desde: from, hasta: to } = asked;
  const query = useQuery({
    ...queryOf(getCalendar, { query: asked }),
    placeholderData: (before) => before,
  });
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const move = useAction(changeAppointmentStatus);
  const calendar = query.data?.data;
  const go = (days: number) => onSearch({ dia: addDays(day, days) });

  function drop(
    row: AppointmentRow,
    target: { day: string; time: string; agentId: number },
    undoable = true,
  ) {
    const before = {
      day: panamaDay(row.starts_at),
      time: panamaTime(row.starts_at),
      agentId: row.agent.id,
    };
    move.mutate(
      {
        params: { id: row.id },
        body: {
          params: {
            estado_id: APPOINTMENT.moved,
            fecha: target.day,
            hora_inicio: target.time,
            agente_id: target.agentId,
          },
        },
      },
      {
        onSuccess: ({ data }) => {
          const when = `${longDay(target.day)}, ${target.time}`;
          if (undoable)
            toast.undo(`Cita movida al ${when}. El cliente recibe el aviso en unos minutos.`, () =>
              drop(data, before, false),
            );
          else toast.success(`La cita volvió al ${when}.`);
        },
      },
    );
  }

  return (
    <>
      <Group justify="space-between" mb="sm" gap="xs">
        <Group gap="xs">
          <Button variant="default" onClick={() => onSearch({ dia: undefined })}>
            Hoy
          </Button>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={week ? 'Semana anterior' : 'Día anterior'}
            onClick={() => go(week ? -7 : -1)}
          >
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={week ? 'Semana siguiente' : 'Día siguiente'}
            onClick={() => go(week ? 7 : 1)}
          >
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
          <Text fw={600} aria-live="polite">
            {week ? weekText(isoWeek(day)) : longDay(day)}
          </Text>
        </Group>
        <Group gap="xs">
          <NativeSelect
            aria-label="Proyecto"
            value={String(search.proyecto_id ?? '')}
            onChange={({ currentTarget }) =>
              onSearch({ proyecto_id: Number(currentTarget.value) || undefined })
            }
            data={[
              { value: '', label: 'Todos los proyectos' },
              ...projects.map(({ id, text }) => ({ value: String(id), label: text })),
            ]}
          />
          <NativeSelect
            aria-label="Quién atiende"
            value={String(search.agente_id ?? '')}
            onChange={({ currentTarget }) =>
              onSearch({ agente_id: Number(currentTarget.value) || undefined })
            }
            data={[
              { value: '', label: 'Todas las personas' },
              ...(calendar?.agents ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        </Group>
      </Group>
      <CalendarTasks from={from} to={to} />
      {calendar?.cut && (
        <Alert color="yellow" variant="light" mb="sm">
          Hay más citas de las que caben: elige un proyecto o una persona.
        </Alert>
      )}
      {query.error ? (
        <Alert color="red" variant="light" title={sentence(query.error)} />
      ) : !calendar ? (
        <PendingPage />
      ) : phone ? (
        <Agenda calendar={calendar} from={from} to={to} onOpen={(row) => onSearch({ cita: row.id })} />
      ) : (
        <CalendarGrid
          calendar={calendar}
          columns={columnsOf(calendar, {
            from,
            to,
            people: search.ver === 'personas',
            agentId: search.agente_id,
          })}
          today={today}
          onOpen={(row) => onSearch({ cita: row.id })}
          onMove={drop}
          onNew={
            creates
              ? (column, time) =>
                  onSearch({
                    nueva: 1,
                    fecha: column.day,
                    hora: time,
                    con: column.agentId ?? search.agente_id,
                  })
              : null
          }
        />
      )}
    </>
  );
}

function columnsOf(
  calendar: Calendar,
  { from, to, people, agentId }: { from: string; to: string; people: boolean; agentId: number | undefined },
): GridColumn[] {
  const closedOn = (day: string) => calendar.closed.find((one) => one.day === day)?.name ?? null;
  if (people) {
    const busy = new Set([
      ...calendar.hours.map(({ agente_id }) => agente_id),
      ...calendar.appointments.map(({ agent }) => agent.id),
    ]);
    return calendar.agents
      .filter(({ id }) => (agentId === undefined ? busy.has(id) : id === agentId))
      .map(({ id, name }) => ({
        key: String(id),
        day: from,
        agentId: id,
        title: name,
        closed:
          closedOn(from) ??
          (calendar.away.some((one) => one.agente_id === id) ? 'Fuera de la oficina' : null),
      }));
  }
  const columns: GridColumn[] = [];
  for (let day = from; day <= to; day = addDays(day, 1))
    columns.push({
      key: day,
      day,
      agentId: null,
      title: `${longDay(day).split(' ')[0]} ${Number(day.slice(8))}`,
      closed: closedOn(day) ?? (isoWeekday(day) === 7 ? 'Domingo' : null),
    });
  return columns;
}
