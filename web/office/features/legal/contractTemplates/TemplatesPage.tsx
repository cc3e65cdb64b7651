import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import { listTemplates } from '#contract/legal/contractTemplates/endpoints.ts';
import { TEMPLATE_KIND_NAMES, TEMPLATE_KINDS } from '#contract/legal/contractTemplates/fields.ts';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { useList } from '#web/office/lib/list.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCanForCompany } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { DataTable } from '#web/office/ui/DataTable.tsx';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf, FilterOf } from '#web/office/ui/table/types.ts';
import { NewTemplateDrawer } from './TemplateDrawer.tsx';
import type { TemplatesSearch } from './templatesSearch.ts';

const columns: ColumnOf<typeof listTemplates>[] = [
  {
    key: 'name',
    title: 'Plantilla',
    sortable: true,
    width: 270,
    phone: 'heading',
    render: (one) => (one.archived ? `${one.name} (archivada)` : one.name),
  },
  { key: 'tipo', title: 'Tipo', width: 230, render: (one) => TEMPLATE_KINDS[one.kind] },
  {
    key: 'proyecto',
    title: 'Proyecto',
    width: 170,
    render: (one) => one.project?.name ?? 'Todos',
  },
  {
    key: 'forma_pago',
    title: 'Forma de pago',
    width: 130,
    render: (one) =>
      one.payment_form === null ? 'Las dos' : one.payment_form === 'contado' ? 'Contado' : 'Hipoteca',
  },
  {
    key: 'aprobada',
    title: 'Aprobada',
    width: 165,
    render: (one) =>
      one.approved ? (
        <>
          v{one.approved.number} · <DateText instant={one.approved.at} dayOnly />
        </>
      ) : (
        'Ninguna todavía'
      ),
  },
  {
    key: 'abierta',
    title: 'En preparación',
    width: 165,
    render: (one) =>
      one.open ? (
        <StatePill
          catalog="templateVersion"
          state={{ ...one.open.state, name: `v${one.open.number}: ${one.open.state.name}` }}
        />
      ) : (
        '—'
      ),
  },
];

/** The templates that promises and addenda are made from. */
export function TemplatesPage({ search }: { search: TemplatesSearch }) {
  const mayCreate = useCanForCompany('legal.crear');
  const creating = useDrawer('nueva');
  const list = useList(listTemplates, search);
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => creating.open()}>
      Nueva plantilla
    </Button>
  );
  const filters: FilterOf<typeof listTemplates>[] = [
    {
      key: 'tipo',
      label: 'Tipo',
      kind: 'one',
      choices: TEMPLATE_KIND_NAMES.map((value) => ({ value, label: TEMPLATE_KINDS[value] })),
    },
    {
      key: 'proyecto_id',
      label: 'Proyecto',
      kind: 'one',
      choices: projects.map(({ id, text }) => ({ value: id, label: text })),
    },
    { key: 'por_aprobar', label: 'Por aprobar', kind: 'flag' },
    { key: 'archivadas', label: 'Con las archivadas', kind: 'flag' },
  ];
  return (
    <>
      <PageHeader title="Plantillas de contratos" count={list.total} actions={mayCreate && add} />
      <DataTable
        id="plantillas-contratos"
        caption="Plantillas de contratos"
        list={list}
        columns={columns}
        filters={filters}
        rowId={(one) => one.id}
        rowName={(one) => one.name}
        open={{
          link: (one) => linkOptions({ to: '/oficina/plantillas-contratos/$id', params: { id: one.id } }),
        }}
        searchLabel="Nombre"
        empty={
          <EmptyState
            title="Aún no hay plantillas"
            text="Crea la plantilla de la promesa: trae un texto de partida que un abogado ajusta y otro aprueba."
            action={mayCreate ? add : null}
          />
        }
      />
      {mayCreate && creating.opened && <NewTemplateDrawer onClose={creating.close} />}
    </>
  );
}
