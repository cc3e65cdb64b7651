import { Text } from '@mantine/core';
import { listAudit, listAuditActors } from '#contract/company/audit/endpoints.ts';
import { COUNT_LIMIT } from '#contract/paging.ts';
import { actorName, dataText, recordName } from '#contract/company/audit/model.ts';
import { ENTITY_LABELS, entityLabel } from '#contract/company/audit/entities.ts';
import { actionLabel, DEEDS } from '#contract/company/audit/words.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { besideOf } from '#web/office/ui/RecordDrawer.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { AuditDrawer } from './AuditDrawer.tsx';
import type { AuditSearch } from './auditSearch.ts';
import { useList } from '#web/office/lib/list.ts';

const columns: ColumnOf<typeof listAudit>[] = [
  {
    key: 'que',
    title: 'Qué',
    width: 260,
    phone: 'heading',
    render: (line) => `${actionLabel(line.action)}: ${line.subject ?? entityLabel(line.entity)}`,
  },
  { key: 'quien', title: 'Quién', width: 200, render: (line) => actorName(line) },
  { key: 'momento', title: 'Cuándo', width: 160, render: (line) => <DateText instant={line.at} /> },
  { key: 'numero', title: 'Número', width: 110, phone: 'hidden', render: (line) => line.entity_id },
  {
    key: 'detalle',
    title: 'Detalle',
    width: 320,
    render: (line) => (
      <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
        {dataText(line.data)}
      </Text>
    ),
  },
  { key: 'ip', title: 'Desde', width: 130, phone: 'hidden', render: (line) => line.ip ?? '' },
];

/** The audit log: who changed, read or exported what, when and from where. Entries never change. */
export function AuditPage({ search }: { search: AuditSearch }) {
  const patch = usePatchSearch();
  const { linea } = search;
  const list = useList(listAudit, search);
  const people = useOptions(queryOf(listAuditActors));
  const shown = list.rows.find(({ id }) => id === linea);
  const total = list.total;
  return (
    <>
      <PageHeader
        title="Auditoría"
        count={total}
        text={
          total === COUNT_LIMIT
            ? 'Hay más de las que se pasan a mano: usa los filtros para llegar a las que buscas.'
            : 'Quién hizo, leyó o exportó qué. Se escribe sola y nadie la puede cambiar.'
        }
      />
      <DataTable
        id="auditoria"
        caption="Auditoría"
        list={list}
        columns={columns}
        filters={[
          {
            key: 'que',
            label: 'Tipo',
            kind: 'one',
            choices: Object.entries(DEEDS).map(([value, label]) => ({ value, label })),
          },
          {
            key: 'usuario_id',
            label: 'Persona',
            kind: 'one',
            choices: people.map(({ id, name, active }) => ({
              value: id,
              label: active ? name : `${name} (ya no trabaja aquí)`,
            })),
          },
          {
            key: 'registro',
            label: 'Registro',
            kind: 'one',
            choices: Object.entries(ENTITY_LABELS).map(([value, label]) => ({ value, label })),
          },
          { key: 'registro_id', label: 'Número', kind: 'text' },
          { key: 'desde', label: 'Desde', kind: 'day' },
          { key: 'hasta', label: 'Hasta', kind: 'day' },
        ]}
        views={[
          { label: 'Lecturas de documentos', search: { que: 'vio', registro: 'archivo' } },
          { label: 'Exportaciones', search: { que: 'exporto' } },
          { label: 'Entradas y salidas', search: { que: 'entro' } },
        ]}
        rowId={(line) => line.id}
        rowName={(line) => `${actionLabel(line.action)}: ${recordName(line)}`}
        open={{ show: (line) => patch({ linea: line.id }) }}
        searchLabel="Persona, número, dirección IP o solicitud"
        empty={<EmptyState title="Aún no hay nada" text="La primera acción de alguien aparece aquí." />}
      />
      {shown && (
        <AuditDrawer
          line={shown}
          onClose={() => patch({ linea: undefined })}
          beside={besideOf(list.rows, shown.id, (id) => patch({ linea: id }))}
          onRecord={() =>
            patch({ linea: undefined, page: undefined, registro: shown.entity, registro_id: shown.entity_id })
          }
        />
      )}
    </>
  );
}
