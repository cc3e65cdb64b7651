import { QueryClient, useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoint, page } from '#contract/endpoint.ts';
import { exportsOf } from '#contract/exports.ts';
import { pageBy } from '#contract/paging.ts';
import type { ListState } from '../lib/list.ts';
import { DataTable } from './DataTable.tsx';
import { EmptyState } from './EmptyState.tsx';
import type { ColumnOf, FilterOf } from './table/types.ts';
import { renderInFrame } from './testFrame.tsx';

const Row = z.object({ id: z.number(), codigo: z.string() });
type Row = z.infer<typeof Row>;
const listRows = endpoint({
  method: 'GET',
  path: '/api/rows',
  access: 'staff',
  summary: 'Filas',
  query: pageBy('codigo').extend({
    q: z.string().optional(),
    estado: z.coerce.number().optional(),
    vencidos: z.enum(['1', '0']).optional(),
  }),
  answer: page(Row),
  exports: exportsOf(Row, {
    title: 'Filas',
    permission: 'ventas.exportar',
    columns: [
      { key: 'codigo', title: 'Código', type: 'text', value: (row) => row.codigo },
      { key: 'precio', title: 'Precio', type: 'money', value: (row) => row.id * 100_00 },
    ],
  }),
});
const rowsOf = (...ids: number[]): Row[] => ids.map((id) => ({ id, codigo: `PC-${id}` }));
const load = vi.fn<(search: Record<string, unknown>) => Promise<Row[]>>();
const onOpen = vi.fn<(row: Row) => void>();
const onBulk = vi.fn<(rows: Row[], target: object) => void>();

function Page({ start = {} }: { start?: Record<string, unknown> }) {
  const [search, setSearch] = useState(start);
  const query = useQuery({
    queryKey: ['rows', search],
    queryFn: async () => {
      const data = await load(search);
      const pagination = {
        count: data.length,
        current_page: 1,
        links: { previous: null, next: null },
        per_page: 25,
        total: 60,
        total_pages: 3,
      };
      return { data, meta: { pagination } };
    },
  });
  const list: ListState<typeof listRows> = {
    list: listRows,
    asked: { query: search },
    narrowing: Object.keys(search).filter((key) => key !== 'page'),
    search,
    onSearch: (patch) => setSearch((before) => ({ ...before, ...patch })),
    query,
    rows: query.data?.data ?? [],
    pagination: query.data?.meta.pagination,
    total: query.data?.meta.pagination.total ?? null,
  };
  return (
    <>
      <output data-testid="search">{JSON.stringify(search)}</output>
      <DataTable
        id="prueba"
        caption="Pre-contratos"
        list={list}
        columns={[
          { key: 'codigo', title: 'Código', render: (row) => row.codigo, sortable: true },
          { key: 'precio', title: 'Precio', money: (row) => row.id * 100_00, sum: true },
        ]}
        rowId={(row) => row.id}
        rowName={(row) => row.codigo}
        open={{ show: onOpen }}
        searchLabel="Nombre o código"
        filters={[
          { key: 'estado', label: 'Estado', kind: 'one', choices: [{ value: 3, label: 'En revisión' }] },
        ]}
        views={[{ label: 'Vencidos', search: { vencidos: 1 } }]}
        bulk={[
          { label: 'Asignar', whyNot: (rows) => (rows.length > 1 ? 'De uno en uno.' : null), run: onBulk },
        ]}
        empty={<EmptyState title="Aún no hay pre-contratos" text="Llegan del formulario." />}
      />
    </>
  );
}

beforeEach(() => {
  localStorage.clear();
  for (const mock of [load, onOpen, onBulk]) mock.mockReset();
  load.mockResolvedValue(rowsOf(1, 2, 3));
});

describe('DataTable, by keyboard', () => {
  it('moves between rows with the arrows and opens one with Enter', async () => {
    const user = userEvent.setup();
    renderInFrame(<Page />);
    await screen.findByText('PC-1');
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toHaveTextContent('PC-1');
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}');
    expect(onOpen).toHaveBeenCalledExactlyOnceWith({ id: 2, codigo: 'PC-2' });
  });

  it('selects with x, and says why an action is not available', async () => {
    const user = userEvent.setup();
    renderInFrame(<Page />);
    await screen.findByText('PC-1');
    await user.keyboard('{ArrowDown}x');
    const bar = screen.getByRole('region', { name: 'Filas elegidas' });
    expect(bar).toHaveTextContent('1 elegida');
    await user.click(within(bar).getByRole('button', { name: 'Asignar' }));
    expect(onBulk).toHaveBeenCalledExactlyOnceWith(rowsOf(1), { all: false, search: {}, total: 60 });

    await user.click(screen.getByRole('checkbox', { name: 'Elegir PC-3' }));
    const refused = within(bar).getByRole('button', { name: /Asignar/ });
    expect(refused).toHaveAccessibleDescription('De uno en uno.');
    await user.click(refused);
    expect(onBulk).toHaveBeenCalledOnce();
  });

  it('focuses the search box with /, and typing there does not act on rows', async () => {
    const user = userEvent.setup();
    renderInFrame(<Page start={{ page: 3 }} />);
    await screen.findByText('PC-1');
    await user.keyboard('/xx');
    expect(screen.getByRole('searchbox')).toHaveValue('xx');
    expect(screen.queryByRole('region', { name: 'Filas elegidas' })).toBeNull();
    // A new search starts at the first page.
    await waitFor(() => expect(screen.getByTestId('search')).toHaveTextContent('{"q":"xx"}'));
  });

  it('shows its shortcuts with ?', async () => {
    const user = userEvent.setup();
    renderInFrame(<Page />);
    await screen.findByText('PC-1');
    await user.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Teclas de la lista' })).toBeVisible();
  });
});

describe('DataTable, over its query', () => {
  it('names the empty view, and offers a button to leave it', async () => {
    const user = userEvent.setup();
    load.mockImplementation(async (search) => (search['vencidos'] ? [] : rowsOf(1)));
    renderInFrame(<Page start={{ vencidos: 1 }} />);
    expect(await screen.findByText('Nada en «Vencidos»')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Ver todo' }));
    expect(await screen.findByText('PC-1')).toBeVisible();
  });

  it('opens a saved view by a filter that has no chip', async () => {
    const user = userEvent.setup();
    renderInFrame(<Page />);
    await screen.findByText('PC-1');
    await user.click(screen.getByRole('tab', { name: 'Vencidos' }));
    expect(screen.getByTestId('search')).toHaveTextContent('{"vencidos":1}');
    expect(screen.getByRole('tab', { name: 'Vencidos' })).toHaveAttribute('aria-selected', 'true');
  });

  it('sums a money column of the page', async () => {
    renderInFrame(<Page />);
    const sums = (await screen.findByText('Suma de esta página')).closest('tr')!;
    expect(sums).toHaveTextContent('USD 600.00');
  });

  it('keeps the rows during a refetch, and clears them when a filter changes', async () => {
    const user = userEvent.setup();
    const client = new QueryClient();
    renderInFrame(<Page />, client);
    await screen.findByText('PC-1');

    let answer: (rows: Row[]) => void = () => undefined;
    const slow = () => new Promise<Row[]>((resolve) => (answer = resolve));
    load.mockImplementationOnce(slow);
    void client.invalidateQueries();
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    expect(screen.getByText('PC-1')).toBeVisible();
    answer(rowsOf(9));
    await screen.findByText('PC-9');

    load.mockImplementationOnce(slow);
    await user.click(screen.getByRole('button', { name: 'Filtro' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Estado' }));
    await user.click(await screen.findByRole('radio', { name: 'En revisión' }));
    expect(screen.queryByText('PC-9')).toBeNull();
    expect(screen.getByRole('status', { name: 'Cargando' })).toBeVisible();
    answer([]);
    expect(await screen.findByText('Nada coincide')).toBeVisible();
    expect(screen.getByText('Ninguna fila cumple con Estado: En revisión.')).toBeVisible();

    await user.click(
      within(screen.getByText('Nada coincide').parentElement!).getByRole('button', {
        name: 'Quitar filtros',
      }),
    );
    await screen.findByText('PC-1');
    expect(screen.getByTestId('search')).toHaveTextContent('{}');
  });

  it('clears the selection when the rows change', async () => {
    const user = userEvent.setup();
    renderInFrame(<Page />);
    await user.click(await screen.findByRole('checkbox', { name: 'Elegir PC-1' }));
    await user.click(screen.getByRole('button', { name: 'Página 2' }));
    expect(screen.queryByRole('region', { name: 'Filas elegidas' })).toBeNull();
  });

  it('makes unknown columns and filters a type error', () => {
    type Columns = ColumnOf<typeof listRows>[];
    type Filters = FilterOf<typeof listRows>[];
    type Views = Parameters<typeof DataTable<typeof listRows>>[0]['views'];
    const sorted = {
      key: 'codigo',
      title: 'Código',
      sortable: true,
      render: (row: Row) => row.codigo,
    } as const;
    const columns: Columns = [
      sorted,
      // @ts-expect-error -- the list does not sort by that column
      { ...sorted, key: 'precio' },
      // @ts-expect-error -- the answer has no such field
      { key: 'codigo', title: 'Otro', render: (row) => row.otro },
      // @ts-expect-error -- the export of the list has no such column
      { key: 'color', title: 'Color', render: () => '' },
      { key: 'color', exported: false, title: 'Color', render: () => '' },
    ];
    const filters: Filters = [
      { key: 'vencidos', label: 'Vencidos', kind: 'flag' },
      { key: 'cuales', asks: 'estado', label: 'Estado', kind: 'text' },
      // @ts-expect-error -- the list has no such filter
      { key: 'color', label: 'Color', kind: 'text' },
    ];
    const views: Views = [
      { label: 'Uno', search: { estado: 1, order_column: 'codigo' } },
      // @ts-expect-error -- the list has no such filter
      { label: 'Dos', search: { color: 'rojo' } },
      // @ts-expect-error -- the list does not sort by that column
      { label: 'Tres', search: { order_column: 'precio' } },
    ];
    expect([columns, filters, views].map((some) => some?.length)).toEqual([5, 3, 3]);
  });

  it('shows what to do when there are no rows at all', async () => {
    load.mockResolvedValue([]);
    renderInFrame(<Page />);
    expect(await screen.findByText('Aún no hay pre-contratos')).toBeVisible();
  });
});
