import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { prospectStages } from '#contract/company/catalogs/salesLists.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { changeProspectStatus, listProspects } from '#contract/sales/prospects/endpoints.ts';
import type { ProspectRow } from '#contract/sales/prospects/model.ts';
import { isOpenStage, OPEN_STAGES, PROSPECT } from '#contract/sales/prospects/rules.ts';
import { listSaleStaff } from '#contract/sales/sale/endpoints.ts';
import { eachRow } from '#web/office/lib/bulk.ts';
import { call } from '#web/office/lib/call.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { useReasons, useWordOptions } from '#web/office/lib/formLists.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { askReason } from '#web/office/ui/ask.tsx';
import { ListOrBoard } from '#web/office/ui/table/ListOrBoard.tsx';
import type { BulkAction, FilterOf } from '#web/office/ui/table/types.ts';
import { useBulkForm } from '#web/office/ui/table/useBulkForm.ts';
import { AssignProspects } from './AssignProspects.tsx';
import { ContactDrawer } from './ContactDrawer.tsx';
import { NewProspectDrawer } from './NewProspectDrawer.tsx';
import { NextDayDrawer } from './NextDayDrawer.tsx';
import { QuickLink } from './quick/QuickLink.tsx';
import { prospectColumns } from './prospectColumns.tsx';
import type { ProspectsSearch } from './prospectsSearch.ts';
import { linkOptions } from '@tanstack/react-router';
import { useList } from '#web/office/lib/list.ts';

// Lazy, because it brings the drag-and-drop library.
const ProspectBoard = lazy(() =>
  import('./ProspectBoard.tsx').then((file) => ({ default: file.ProspectBoard })),
);

/** Prospects as a list or as a board by stage; "Hoy me toca" is the first tab. */
export function ProspectsPage({ search }: { search: ProspectsSearch }) {
  const patch = usePatchSearch();
  const mayCreate = useCan('ventas.crear');
  const { ver, nuevo } = search;
  const list = useList(listProspects, search, { enabled: ver !== 'tablero' });
  const filters = useProspectFilters();
  const passing = useBulkForm<ProspectRow>();
  const calling = useBulkForm<ProspectRow>();
  const mayPass = useCan('ventas.aprobar');
  const bulk = useBulk(passing.run, calling.run);
  const add = () => patch({ nuevo: '1' });
  const mayNote = useCan('ventas.editar');
  const [noting, setNoting] = useState<ProspectRow | null>(null);
  const columns = prospectColumns({
    onNote: mayNote ? setNoting : null,
    onAssign: mayPass ? (one) => void passing.run([one]) : null,
  });
  return (
    <>
      <PageHeader
        title="Prospectos"
        count={ver ? null : list.total}
        actions={
          <>
            <ListOrBoard ver={ver} />
            {mayCreate && <QuickLink />}
            {mayCreate && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
                Nuevo prospecto
              </Button>
            )}
          </>
        }
      />
      {ver === 'tablero' ? (
        <Suspense fallback={<PendingPage />}>
          <ProspectBoard search={search} filters={filters} onSearch={patch} />
        </Suspense>
      ) : (
        <DataTable
          id="prospectos"
          caption="Prospectos"
          list={list}
          columns={columns}
          filters={filters}
          views={[
            { label: 'Hoy me toca', search: { hoy: 1 } },
            { label: 'Abiertos', search: { etapa_id: [...OPEN_STAGES] } },
            { label: 'Sin contactar', search: { etapa_id: [PROSPECT.fresh] } },
            { label: 'Ganados', search: { etapa_id: [PROSPECT.won] } },
          ]}
          rowId={(one) => one.id}
          rowName={(one) => one.person.name}
          open={{ link: (one) => linkOptions({ to: '/oficina/prospectos/$id', params: { id: one.id } }) }}
          searchLabel="Nombre, celular o cédula"
          {...(bulk.length > 0 && { bulk })}
          empty={
            <EmptyState
              title="Aún no hay prospectos"
              text="Anota a quien preguntó, y la oficina te recuerda cuándo llamarle."
              action={mayCreate && <Button onClick={add}>Nuevo prospecto</Button>}
            />
          }
        />
      )}
      {nuevo && <NewProspectDrawer onClose={() => patch({ nuevo: undefined })} />}
      {noting && <ContactDrawer prospect={noting} onClose={() => setNoting(null)} />}
      {passing.open && <AssignProspects {...passing.open} />}
      {calling.open && <NextDayDrawer {...calling.open} />}
    </>
  );
}

type Run = BulkAction<ProspectRow>['run'];

/** What can be done with several open prospects. Each one is checked by itself. */
function useBulk(pass: Run, move: Run): BulkAction<ProspectRow>[] {
  const mayPass = useCan('ventas.aprobar');
  const mayEdit = useCan('ventas.editar');
  const reasons = useReasons('motivos_descarte');
  const whyNot = (rows: ProspectRow[]) =>
    rows.some(({ stage }) => isOpenStage(stage.id)) ? null : 'Los prospectos elegidos ya terminaron.';
  return [
    ...(mayPass ? [{ label: 'Asignar asesor', whyNot, run: pass }] : []),
    ...(mayEdit
      ? [
          { label: 'Cambiar el seguimiento', whyNot, run: move },
          { label: 'Descartar', whyNot, run: (rows: ProspectRow[]) => discard(rows, reasons) },
        ]
      : []),
  ];
}

async function discard(rows: readonly ProspectRow[], suggestions: readonly string[]) {
  const motivo = await askReason({
    title: rows.length === 1 ? 'Descartar 1 prospecto' : `Descartar ${rows.length} prospectos`,
    text: 'El motivo queda en el historial de cada uno. Después se pueden retomar.',
    label: 'Motivo',
    required: true,
    suggestions,
    confirm: 'Descartar',
    danger: true,
  });
  if (motivo === null) return null;
  return eachRow(
    rows,
    ({ person }) => person.name,
    ({ id, version }) =>
      call(changeProspectStatus, {
        params: { id },
        body: { params: { estado_id: PROSPECT.discarded, motivo, version } },
      }),
  );
}

function useProspectFilters(): FilterOf<typeof listProspects>[] {
  const stages = useOptions(queryOf(prospectStages.list, {}));
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const staff = useOptions(queryOf(listSaleStaff));
  const origins = useWordOptions('origen');
  return [
    { key: 'hoy', label: 'Hoy toca', kind: 'flag' },
    {
      key: 'etapa_id',
      label: 'Etapa',
      kind: 'many',
      choices: stages.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      key: 'proyecto_id',
      label: 'Proyecto',
      kind: 'one',
      choices: projects.map(({ id, text }) => ({ value: id, label: text })),
    },
    {
      key: 'asesor_id',
      label: 'Asesor',
      kind: 'one',
      choices: [
        { value: 0, label: 'Sin asesor' },
        ...staff.filter((one) => one.adviser).map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
    {
      key: 'origen',
      label: 'Origen',
      kind: 'one',
      choices: origins,
    },
  ];
}
