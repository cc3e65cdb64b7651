import { Button, NativeSelect, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listHouseOptions } from '#contract/projects/houses/endpoints.ts';
import { findProject, listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { getHouseList } from '#contract/works/materials/endpoints.ts';
import type { HouseListLine } from '#contract/works/materials/model.ts';
import { quantityText } from '#contract/works/materials/rules.ts';
import { getUsage } from '#contract/works/stock/endpoints.ts';
import type { UsageRow } from '#contract/works/stock/model.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { useDrawer } from '#web/office/lib/useDrawer.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable, type ShortColumn } from '#web/office/ui/ShortTable.tsx';
import { HouseListDrawer } from '../materials/HouseListDrawer.tsx';
import type { UsageSearch } from './stockSearch.ts';

/** What a house used beside what it should, and the list of each model that says so. */
export function UsagePage({ search }: { search: UsageSearch }) {
  const patch = usePatchSearch();
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const projectId = search.proyecto_id ?? (typeof projects[0]?.id === 'number' ? projects[0].id : undefined);
  return (
    <>
      <PageHeader title="Consumo por vivienda" count={null} actions={null} />
      {projectId === undefined ? (
        <EmptyState title="No hay proyectos" text="Los materiales se presupuestan por modelo de vivienda." />
      ) : (
        <Chosen
          key={projectId}
          projectId={projectId}
          search={search}
          projects={projects.map(({ id, text }) => ({ value: String(id), label: text }))}
          onProject={(id) => patch({ proyecto_id: id, modelo_id: undefined, vivienda_id: undefined })}
        />
      )}
    </>
  );
}

interface ChosenProps {
  projectId: number;
  search: UsageSearch;
  projects: { value: string; label: string }[];
  onProject: (id: number) => void;
}

function Chosen({ projectId, search, projects, onProject }: ChosenProps) {
  const patch = usePatchSearch();
  const houses = useOptions(queryOf(listHouseOptions, { params: { projectId } }));
  const models = useQuery(queryOf(findProject, { params: { id: projectId } })).data?.data.models ?? [];
  const { modelo_id, vivienda_id } = search;
  const house = houses.find(({ id }) => id === vivienda_id);
  const model = models.find(({ id }) => id === modelo_id);
  const choose = (chosen: string) => {
    const id = chosen.length > 1 ? Number(chosen.slice(1)) : undefined;
    patch({
      vivienda_id: chosen.startsWith('v') ? id : undefined,
      modelo_id: chosen.startsWith('m') ? id : undefined,
    });
  };
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} mb="md">
        <NativeSelect
          label="Proyecto"
          value={String(projectId)}
          data={projects}
          onChange={({ currentTarget }) => onProject(Number(currentTarget.value))}
        />
        <NativeSelect
          label="Vivienda o modelo"
          value={
            vivienda_id === undefined ? (modelo_id === undefined ? '' : `m${modelo_id}`) : `v${vivienda_id}`
          }
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          data={[
            { value: '', label: 'Elige' },
            { group: 'Viviendas', items: houses.map(({ id, name }) => ({ value: `v${id}`, label: name })) },
            { group: 'Modelos', items: models.map(({ id, name }) => ({ value: `m${id}`, label: name })) },
          ]}
        />
      </SimpleGrid>
      {vivienda_id !== undefined ? (
        <Usage houseId={vivienda_id} name={house?.name ?? 'Vivienda'} />
      ) : modelo_id !== undefined ? (
        <HouseList model={{ id: modelo_id, name: model?.name ?? 'Modelo' }} />
      ) : (
        <EmptyState
          title="Elige una vivienda"
          text="Verás lo que usó de cada material al lado de lo que lleva su modelo. De un modelo, su lista."
        />
      )}
    </>
  );
}

function Usage({ houseId, name }: { houseId: number; name: string }) {
  const query = useQuery(queryOf(getUsage, { query: { vivienda_id: houseId } }));
  if (query.error) throw query.error;
  const rows = query.data?.data;
  if (!rows) return <PendingPage />;
  const sees = rows.some(({ used_centavos }) => used_centavos !== null);
  const columns: ShortColumn<UsageRow>[] = [
    { title: 'Material', render: (row) => row.name },
    { title: 'Debe usar', align: 'right', render: (row) => quantityText(row.budget, row.unit) },
    { title: 'Usó', align: 'right', render: (row) => quantityText(row.used, row.unit) },
    {
      title: 'Queda',
      align: 'right',
      render: (row) =>
        row.left < 0 ? (
          <Text size="sm" fw={700}>
            {quantityText(-row.left, row.unit)} de más
          </Text>
        ) : (
          quantityText(row.left, row.unit)
        ),
    },
    ...(sees
      ? [
          { title: 'Presupuesto', money: (row: UsageRow) => row.budget_centavos, sum: true },
          { title: 'Usado', money: (row: UsageRow) => row.used_centavos, sum: true },
        ]
      : []),
  ];
  return (
    <Section
      title={name}
      {...(sees && { text: 'El presupuesto va al precio usual; lo usado, a lo que costó. Sin ITBMS.' })}
    >
      {rows.length === 0 ? (
        <EmptyState title="Sin materiales" text="Su modelo no tiene lista y no se le ha entregado nada." />
      ) : (
        <ShortTable
          label={`Consumo de ${name}`}
          rows={rows}
          rowId={({ id }) => id}
          rowHeads
          marked={({ left }) => left < 0}
          columns={columns}
        />
      )}
    </Section>
  );
}

function HouseList({ model }: { model: { id: number; name: string } }) {
  const writes = useCan('materiales.aprobar');
  const drawer = useDrawer('lista');
  const query = useQuery(queryOf(getHouseList, { query: { modelo_id: model.id } }));
  if (query.error) throw query.error;
  const rows = query.data?.data;
  if (!rows) return <PendingPage />;
  const sees = rows.some(({ cents }) => cents !== null);
  const columns: ShortColumn<HouseListLine>[] = [
    { title: 'Material', render: (row) => row.name },
    { title: 'Por vivienda', align: 'right', render: (row) => quantityText(row.quantity, row.unit) },
    ...(sees
      ? [
          { title: 'Precio usual', money: (row: HouseListLine) => row.price_centavos },
          { title: 'Monto', money: (row: HouseListLine) => row.cents, sum: true },
        ]
      : []),
  ];
  return (
    <>
      <Section
        title={`Modelo ${model.name}`}
        text="Lo que lleva cada vivienda del modelo: contra esto se aprueban las solicitudes."
        actions={
          writes ? (
            <Button variant="default" size="compact-md" onClick={() => drawer.open()}>
              Escribir materiales
            </Button>
          ) : null
        }
      >
        {rows.length === 0 ? (
          <EmptyState
            title="Aún no hay lista"
            text="Sin ella, toda solicitud de sus viviendas va a gerencia."
          />
        ) : (
          <ShortTable
            label={`Materiales del modelo ${model.name}`}
            rows={rows}
            rowId={({ id }) => id}
            rowHeads
            columns={columns}
          />
        )}
      </Section>
      {drawer.opened && writes && <HouseListDrawer model={model} lines={rows} onClose={drawer.close} />}
    </>
  );
}
