import { Button, Group, NativeSelect, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listProjectOptions } from '#contract/projects/projects/endpoints.ts';
import { permitMatrix } from '#contract/works/permits/endpoints.ts';
import type { PermitMatrix } from '#contract/works/permits/model.ts';
import { PERMIT } from '#contract/works/permits/rules.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf, useOptions } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { PermitsSearch } from './permitsSearch.ts';

type Type = PermitMatrix['tipos'][number];
type Row = PermitMatrix['filas'][number];
/** Opens the form of a new permit: the type, and what it is for. */
type OnNew = ((of: string) => void) | null;

interface PermitMatrixTabProps {
  by: 'modelo' | 'vivienda';
  search: PermitsSearch;
  onNew: OnNew;
}

/** What the models, or the houses, of one project have and lack. */
export function PermitMatrixTab({ by, search, onNew }: PermitMatrixTabProps) {
  const patch = usePatchSearch();
  const projects = useOptions(queryOf(listProjectOptions, {}));
  const projectId = search.proyecto_id ?? projects[0]?.id;
  const { data, error } = useQuery({
    ...queryOf(permitMatrix, { query: { proyecto_id: projectId ?? 0, por: by } }),
    enabled: projectId !== undefined,
  });
  const matrix = data?.data;
  return (
    <Stack gap="md">
      <Group gap="md" align="flex-end">
        <NativeSelect
          label="Proyecto"
          data={projects.map(({ id, text }) => ({ value: String(id), label: text }))}
          value={String(projectId ?? '')}
          onChange={(event) => patch({ proyecto_id: Number(event.currentTarget.value) })}
        />
        {matrix && <Held by={by} matrix={matrix} />}
      </Group>
      {error && <Text c="red">{sentence(error)}</Text>}
      {!matrix && !error && <PendingPage />}
      {matrix &&
        (by === 'modelo' ? (
          <ByModel matrix={matrix} onNew={onNew} />
        ) : (
          <ByHouse matrix={matrix} onNew={onNew} />
        ))}
    </Stack>
  );
}

/** How many stand still. */
function Held({ by, matrix: { filas } }: { by: 'modelo' | 'vivienda'; matrix: PermitMatrix }) {
  const held = filas.filter(({ detenida }) => detenida).length;
  if (held === 0)
    return (
      <Text size="sm">
        {by === 'modelo' ? 'Ningún modelo tiene viviendas detenidas.' : 'Ninguna vivienda está detenida.'}
      </Text>
    );
  const text =
    by === 'modelo'
      ? held === 1
        ? 'Un modelo tiene viviendas detenidas por un permiso.'
        : `${held} modelos tienen viviendas detenidas por un permiso.`
      : held === 1
        ? '1 vivienda está detenida por un permiso.'
        : `${held} viviendas están detenidas por un permiso.`;
  return (
    <Text size="sm" fw={600}>
      {text}
    </Text>
  );
}

/** Rows: the types of permits. Columns: the project and its models. */
const ByModel = ({ matrix: { tipos, filas }, onNew }: { matrix: PermitMatrix; onNew: OnNew }) => (
  <ShortTable
    label="Permisos por modelo"
    rows={tipos}
    rowId={({ id }) => id}
    rowHeads
    columns={[
      { title: 'Trámite', render: ({ name }) => name },
      ...filas.map((row) => ({
        title: row.name,
        head: (
          <>
            {row.name}
            {row.detenida && <Stopped />}
          </>
        ),
        render: (type: Type) => <CellOf type={type} row={row} onNew={onNew} />,
      })),
    ]}
  />
);

/** Rows: the houses. Columns: the types of permits that a house needs. */
const ByHouse = ({ matrix: { tipos, filas, mas }, onNew }: { matrix: PermitMatrix; onNew: OnNew }) =>
  filas.length === 0 ? (
    <EmptyState title="No hay viviendas" text="Registra las viviendas del proyecto para ver sus permisos." />
  ) : (
    <>
      <ShortTable
        label="Permisos por vivienda"
        rows={filas}
        rowId={({ id }) => id}
        rowHeads
        columns={[
          {
            title: 'Vivienda',
            render: (row) => (
              <>
                {row.name}
                <Text size="xs" c="dimmed">
                  {row.modelo}
                </Text>
                {row.detenida && <Stopped />}
              </>
            ),
          },
          ...tipos.map((type) => ({
            title: type.name,
            render: (row: Row) => <CellOf type={type} row={row} onNew={onNew} />,
          })),
        ]}
      />
      {mas > 0 && <Text size="sm">Hay {mas} viviendas más: fíltralas en la lista.</Text>}
    </>
  );

const Stopped = () => (
  <div>
    <StatePill tone="negative" label="Obra detenida" />
  </div>
);

const FROM = { proyecto: 'del proyecto', modelo: 'del modelo', vivienda: '' } as const;

function CellOf({ type, row, onNew }: { type: Type; row: Row; onNew: OnNew }) {
  const patch = usePatchSearch();
  const cell = row.celdas[String(type.id)];
  if (!cell) {
    if (type.nivel !== row.nivel) return <Text c="dimmed">—</Text>;
    return onNew ? (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Falta: empezar ${type.name} de ${row.name}`}
        onClick={() => onNew(`${type.id}-${row.nivel}-${row.id}`)}
      >
        Falta
      </Button>
    ) : (
      <StatePill tone="attention" label="Falta" />
    );
  }
  const day = cell.estado.id === PERMIT.approved || cell.estado.id === PERMIT.expired ? cell.vence : cell.previsto; // prettier-ignore
  const word = day === cell.vence ? 'vence' : 'previsto';
  return (
    <Stack gap={2} align="flex-start">
      <UnstyledButton
        aria-label={`${type.name} de ${row.name}: ${cell.estado.name}`}
        onClick={() => patch({ permiso: cell.permiso_id })}
      >
        <StatePill catalog="permit" state={cell.estado} />
      </UnstyledButton>
      {day !== null && (
        <Text size="xs" c="dimmed" component="div">
          {word} <DateText day={day} />
        </Text>
      )}
      {cell.nivel !== row.nivel && (
        <Text size="xs" c="dimmed">
          {FROM[cell.nivel]}
        </Text>
      )}
    </Stack>
  );
}
