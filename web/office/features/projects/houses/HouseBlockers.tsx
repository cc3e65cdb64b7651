import { Alert, List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { houseBlockers, type HouseBlocker } from '#contract/projects/houses/blockers.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';

type HouseBlockersProps = { houseId: number; lotId?: never } | { lotId: number; houseId?: never };

/** The permits that hold a house up, for who may see permits; nothing when none does. */
export function HouseBlockers({ houseId, lotId }: HouseBlockersProps) {
  const sees = useCan('permisos.ver');
  const query = houseId === undefined ? { lote_id: lotId } : { vivienda_id: houseId };
  const { data } = useQuery({ ...queryOf(houseBlockers, { query }), enabled: sees });
  const blockers = data?.data ?? [];
  const works = blockers.filter(({ detiene }) => detiene === 'obra');
  const rest = blockers.filter(({ detiene }) => detiene === 'entrega');
  return (
    <>
      {works.length > 0 && <Blocked title="Obra detenida por permisos" color="red" blockers={works} />}
      {rest.length > 0 && <Blocked title="Falta para entregarla" color="gray" blockers={rest} />}
    </>
  );
}

interface BlockedProps {
  title: string;
  color: string;
  blockers: readonly HouseBlocker[];
}

const Blocked = ({ title, color, blockers }: BlockedProps) => (
  <Alert color={color} variant="light" title={title}>
    <List size="sm">
      {blockers.map((one) => (
        <List.Item key={one.tipo.id}>
          {one.permiso_id === null ? (
            `${one.tipo.name}: sin empezar`
          ) : (
            <>
              <PageLink to="/oficina/permisos" search={{ permiso: one.permiso_id }} underline="always">
                {one.tipo.name}
              </PageLink>
              {`: ${one.estado?.name.toLowerCase() ?? ''}`}
            </>
          )}
          {one.vencio && (
            <>
              {' el '}
              <DateText day={one.vencio} />
            </>
          )}
          {one.previsto && !one.vencio && (
            <>
              {', previsto para el '}
              <DateText day={one.previsto} />
            </>
          )}
        </List.Item>
      ))}
    </List>
  </Alert>
);
