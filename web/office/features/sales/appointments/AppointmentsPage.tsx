import { Button, SegmentedControl } from '@mantine/core';
import { IconClock, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { useCan } from '#web/office/lib/session.ts';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { AppointmentDrawer } from './AppointmentDrawer.tsx';
import { AppointmentList } from './AppointmentList.tsx';
import type { AppointmentsSearch } from './appointmentsSearch.ts';
import { CalendarView } from './CalendarView.tsx';
import { NewAppointmentDrawer } from './NewAppointmentDrawer.tsx';

/** Search values that close the drawer of a new appointment. */
const CLOSED = { nueva: undefined, venta: undefined, fecha: undefined, hora: undefined, con: undefined };

/** Customers' visits: by week, by day, by person, or as a list. */
export function AppointmentsPage({ search }: { search: AppointmentsSearch }) {
  const patch = usePatchSearch();
  const navigate = useNavigate();
  const creates = useCan('citas.crear');
  return (
    <>
      <PageHeader
        title="Citas"
        count={null}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconClock size={16} aria-hidden />}
              onClick={() => void navigate({ to: '/oficina/citas/horarios' })}
            >
              Horarios
            </Button>
            {creates && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => patch({ nueva: 1 })}>
                Agendar cita
              </Button>
            )}
          </>
        }
      />
      <SegmentedControl
        aria-label="Cómo se ven las citas"
        mb="md"
        value={search.ver ?? 'semana'}
        onChange={(ver) => patch({ ver: ver === 'semana' ? undefined : ver, page: undefined })}
        data={[
          { value: 'semana', label: 'Semana' },
          { value: 'dia', label: 'Día' },
          { value: 'personas', label: 'Personas' },
          { value: 'lista', label: 'Lista' },
        ]}
      />
      {search.ver === 'lista' ? (
        <AppointmentList search={search} onSearch={patch} />
      ) : (
        <CalendarView search={search} onSearch={patch} />
      )}
      {search.cita !== undefined && search.ver !== 'lista' && (
        <AppointmentDrawer id={search.cita} onClose={() => patch({ cita: undefined })} />
      )}
      {search.nueva !== undefined && creates && (
        <NewAppointmentDrawer search={search} onClose={() => patch(CLOSED)} />
      )}
    </>
  );
}
