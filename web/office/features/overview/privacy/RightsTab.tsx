import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { listRights, RIGHT_STATES, RIGHTS, type RightRow } from '#contract/overview/privacy/rights.ts';
import { useList } from '#web/office/lib/list.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { NewRightDrawer } from './NewRightDrawer.tsx';
import type { PrivacySearch } from './privacySearch.ts';
import { RightDrawer } from './RightDrawer.tsx';

const TONES = { abierta: 'attention', atendida: 'positive', negada: 'negative' } as const;
/** The state of a request; an open one that is late says so. */
export const RightState = ({ state, late }: Pick<RightRow, 'state' | 'late'>) => (
  <StatePill tone={late ? 'negative' : TONES[state]} label={late ? 'Tarde' : RIGHT_STATES[state]} />
);

const columns: ColumnOf<typeof listRights>[] = [
  { key: 'id', title: 'Persona', width: 240, phone: 'heading', render: (one) => one.person.name },
  { key: 'derecho', title: 'Derecho', width: 190, render: (one) => RIGHTS[one.kind] },
  { key: 'estado', title: 'Estado', width: 120, render: (one) => <RightState {...one} /> },
  { key: 'recibida', title: 'Recibida', width: 120, render: (one) => <DateText day={one.received_on} /> },
  {
    key: 'due_on',
    title: 'Responder hasta',
    width: 150,
    sortable: true,
    render: (one) => <DateText day={one.due_on} />,
  },
  { key: 'cerrada', title: 'Respondida', width: 120, render: (one) => <DateText day={one.closed_on} /> },
];

/** Requests of people about their data, with the days that the law gives. */
export function RightsTab({ search }: { search: PrivacySearch }) {
  const patch = usePatchSearch();
  const creating = useDrawer('derecho-nuevo');
  const edits = useCan('administracion.editar');
  const list = useList(listRights, search);
  const { derecho } = search;
  const add = edits ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => creating.open()}>
      Nueva solicitud
    </Button>
  ) : null;
  return (
    <>
      {add && (
        <Group justify="flex-end" mb="sm">
          {add}
        </Group>
      )}
      <DataTable
        id="derechos-de-datos"
        caption="Derechos de datos"
        list={list}
        columns={columns}
        rowId={(one) => one.id}
        rowName={(one) => `${RIGHTS[one.kind]} de ${one.person.name}`}
        open={{ show: (one) => patch({ derecho: one.id }) }}
        searchLabel="Nombre"
        empty={
          <EmptyState
            title="No hay solicitudes"
            text="Anota aquí a quien pide ver, corregir, borrar o llevarse sus datos, y el sistema cuenta el plazo."
            action={add}
          />
        }
      />
      {creating.opened && edits && <NewRightDrawer onClose={creating.close} />}
      {derecho !== undefined && (
        <RightDrawer key={derecho} id={derecho} onClose={() => patch({ derecho: undefined })} />
      )}
    </>
  );
}
