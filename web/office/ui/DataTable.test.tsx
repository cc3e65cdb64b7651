import { QueryClient, useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DataTable } from './DataTable.tsx';
import { EmptyState } from './EmptyState.tsx';
import { renderInFrame } from './testFrame.tsx';

interface Row {
  id: number;
  codigo: string;
}
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
  return (
    <>
      <output data-testid="search">{JSON.stringify(search)}</output>
      <DataTable
        id="prueba"
        caption="Pre-contratos"
        query={query}
        columns={[{ key: 'codigo', title: 'Código', render: (row) => row.codigo, sortable: true }]}
        rowId={(row) => row.id}
        rowName={(row) => row.codigo}
        open={{ show: onOpen }}
        search={search}
        onSearch={(patch) => setSearch((before) => ({ ...before, ...patch }))}
        searchLabel="Nombre o código"
        filters={[
          { key: 'estado', label: 'Estado', kind: 'one', choices: [{ value: 3, label: 'En revisión' }] },
        ]}
        views={[{ label: 'Vencidos', search: { vencidos: '1' } }]}
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
  it('walks the rows with the arrows and opens one with Enter', async () => {
    const user = userEvent.setup();
    renderInFrame(<Page />);
    await screen.findByText('PC-1');
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toHaveTextContent('PC-1');
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}');
    expect(onOpen).toHaveBeenCalledExactlyOnceWith({ id: 2, codigo: 'PC-2' });
  });

  it('selects with x, and says why an action cannot be had', async () => {
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

  it('goes to the search box with / and types there without acting on rows', async () => {
    const user = userEvent.setup();
    renderInFrame(<Page start={{ page: 3 }} />);
    await screen.findByText('PC-1');
    await user.keyboard('/xx');
    expect(screen.getByRole('searchbox')).toHaveValue('xx');
    expect(screen.queryByRole('region', { name: 'Filas elegidas' })).toBeNull();
    // A new search begins at the first page.
    await waitFor(() => expect(screen.getByTestId('search')).toHaveTextContent('{"q":"xx"}'));
  });

  it('explains itself with ?', async () => {
    const user = userEvent.setup();
    renderInFrame(<Page />);
    await screen.findByText('PC-1');
    await user.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Teclas de la lista' })).toBeVisible();
  });
});

describe('DataTable, over its query', () => {
  it('says that a view hides all, and offers to leave it', async () => {
    const user = userEvent.setup();
    load.mockImplementation(async (search) => (search['vencidos'] ? [] : rowsOf(1)));
    renderInFrame(<Page start={{ vencidos: '1' }} />);
    expect(await screen.findByText('Nada coincide')).toBeVisible();
    await user.click(
      within(screen.getByText('Nada coincide').parentElement!).getByRole('button', {
        name: 'Quitar filtros',
      }),
    );
    expect(await screen.findByText('PC-1')).toBeVisible();
  });

  it('keeps the rows while it asks again, and clears them when a filter changes', async () => {
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

    await user.click(
      within(screen.getByText('Nada coincide').parentElement!).getByRole('button', {
        name: 'Quitar filtros',
      }),
    );
    await screen.findByText('PC-1');
    expect(screen.getByTestId('search')).toHaveTextContent('{}');
  });

  it('lets go of a selection when the rows are others', async () => {
    const user = userEvent.setup();
    renderInFrame(<Page />);
    await user.click(await screen.findByRole('checkbox', { name: 'Elegir PC-1' }));
    await user.click(screen.getByRole('button', { name: 'Página 2' }));
    expect(screen.queryByRole('region', { name: 'Filas elegidas' })).toBeNull();
  });

  it('shows what to do when there is nothing at all', async () => {
    load.mockResolvedValue([]);
    renderInFrame(<Page />);
    expect(await screen.findByText('Aún no hay pre-contratos')).toBeVisible();
  });
});
