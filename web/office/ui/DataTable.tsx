/**
 * A list page. Every list page has this order:
 *   1. search:  const XSearch = searchOf(listX, { fila: filterId }): the parameters of the endpoint and of the page
 *   2. route (routes/oficina/x/index.tsx): validateSearch: XSearch, staticData, component,
 *               loaderDeps: ({ search }) => search, loader: ({ context, deps }) => preloadList(context, listX, deps)
 *   3. columns: const columns: ColumnOf<typeof listX>[] = [{ key: 'codigo', title: 'Código', render: (row) => row.codigo, sortable: true, phone: 'heading' }, …]
 *   4. filters: const filters: FilterOf<typeof listX>[] = [{ key: 'estado', label: 'Estado', kind: 'many', choices }]
 *   5. list:    const list = useList(listX, search)
 *   6. page:    <PageHeader title="Pre-contratos" count={list.total} actions={<Button …/>} />
 *               <DataTable id="precontratos" caption="Pre-contratos" list={list} columns={columns} filters={filters}
 *                 rowId={(row) => row.id} rowName={(row) => row.codigo}
 *                 open={{ link: (row) => linkOptions({ to: '/oficina/ventas/$id', params: { id: row.id } }) }}
 *                 searchLabel="Nombre, cédula o código" views={[{ label: 'Abiertas', search: { estado: [2] } }]}
 *                 bulk={[{ label: 'Asignar', whyNot: () => null, run: (rows) => eachRow(rows, nameOf, (row) => call(…)) }]}
 *                   (an action with a form of its own: `useBulkForm`)
 *                 empty={<EmptyState title="Aún no hay pre-contratos" text="…" action={…} />} />
 * The URL holds filters, sort, page, open view and open drawer. A changed filter shows a skeleton; a background refetch keeps
 * the rows. Columns, widths, density, page size and saved views belong to the user, on every device.
 * A sort column, filter or view that the endpoint does not declare is a type error. "Exportar" appears if the endpoint declares
 * `exports` (contract/exports.ts); the column keys come from it. On a phone each row is a card.
 */
import { Alert, Button, Stack } from '@mantine/core';
import { useNarrow } from '#web/office/lib/useNarrow.ts';
import { useRouter } from '@tanstack/react-router';
import { useMemo, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { PAGE_SIZES } from '#contract/company/userSettings/settings.ts';
import type { ListFilter, ListSpec, ListState, RowOf, FilterKey } from '../lib/list.ts';
import { sentence } from '../lib/refusal.ts';
import { useTableSettings } from '../lib/tableSettings.ts';
import { addressOf } from './PageLink.tsx';
import { BulkBar } from './table/BulkBar.tsx';
import { Cards } from './table/Cards.tsx';
import type { Sums } from './table/cell.tsx';
import { ColumnMenu } from './table/ColumnMenu.tsx';
import { ExportMenu } from './table/ExportMenu.tsx';
import { Footer } from './table/Footer.tsx';
import { Grid } from './table/Grid.tsx';
import { KeysHelp } from './table/KeysHelp.tsx';
import { Nothing } from './table/Nothing.tsx';
import { hiddenOf, moved, ordered, shownColumns } from './table/layout.ts';
import { Skeletons } from './table/Skeletons.tsx';
import styles from './table/table.module.css';
import { Toolbar } from './table/Toolbar.tsx';
import type { BulkAction, ColumnOf, Filter, RowOpen, SavedView } from './table/types.ts';
import { useFirstLook } from './table/useFirstLook.ts';
import { useRowKeys } from './table/useRowKeys.ts';
import { useReturn } from './table/useReturn.ts';
import { useSelection } from './table/useSelection.ts';
import { Views } from './table/Views.tsx';
import { keysOf } from './table/viewState.ts';

interface DataTableProps<E extends ListSpec> {
  /** Storage key of the user's columns and views: lower-case letters, digits and hyphens. */
  id: string;
  /** Name of the table, for screen readers. */
  caption: string;
  list: ListState<E>;
  columns: readonly ColumnOf<E>[];
  rowId: (row: RowOf<E>) => string | number;
  /** Short name of a row: "PC-2026-00001". */
  rowName: (row: RowOf<E>) => string;
  open: RowOpen<RowOf<E>>;
  /** Shown if there are no rows at all. If a view or filter hides all rows, the table says which one. */
  empty: ReactNode;
  filters?: readonly Filter<FilterKey<E>>[];
  /** If present: a search box for `q`. The text names the fields that it searches. */
  searchLabel?: string;
  /** Tabs that the page defines. Users can save more of their own. */
  views?: readonly SavedView<ListFilter<E>>[];
  /** If present: rows can be selected. */
  bulk?: readonly BulkAction<RowOf<E>>[];
  /** The sums over the whole filter (`useSums`). Without them, the table adds up the rows of the page. */
  sums?: Sums;
  /** Buttons next to the search box. */
  tools?: ReactNode;
  /** Low rows under a head that stays in sight: for many columns of signs. */
  sheet?: boolean;
  /** Column widths, for a table that saves them with its own endpoint. */
  widths?: { known: Record<string, number>; keep: (widths: Record<string, number>) => void };
}

const NONE: readonly Filter[] = [];
const NO_VIEWS: readonly SavedView[] = [];

export function DataTable<const E extends ListSpec>(props: DataTableProps<E>) {
  const { id, caption, list, columns, rowId, rowName, open, bulk } = props;
  const { query, search, onSearch, rows, pagination } = list;
  const filters: readonly Filter[] = props.filters ?? NONE;
  const views = (props.views as readonly SavedView[] | undefined) ?? NO_VIEWS;
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined;
  const narrow = useNarrow();
  const root = useRef<HTMLDivElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const [help, setHelp] = useState(false);
  const settings = useTableSettings(id);
  const { prefs, change: remember } = settings;
  const keys = useMemo(() => keysOf(filters, views), [filters, views]);
  useFirstLook({ settings, search, keys, onSearch });
  const total = pagination?.total ?? rows.length;
  const { cols } = search;
  const chosen = useSelection(rows, rowId, JSON.stringify(list.asked));
  const { sums } = props;
  const tooMany = sums && Object.values(sums).includes(null);
  const sumLabel = tooMany
    ? 'Filtra para ver la suma'
    : sums === undefined && pagination && pagination.total_pages > 1
      ? 'Suma de esta página'
      : 'Suma';

  /** Every change except a page change goes back to the first page. */
  const change = (patch: Record<string, unknown>) => onSearch({ page: undefined, ...patch });
  const toPage = (page: number) => onSearch({ page: page === 1 ? undefined : page });
  const openRow = (row: RowOf<E>, aside = false) => {
    if (!open) return;
    if ('show' in open) open.show(row);
    else if (aside) window.open(addressOf(router, open.link(row)), '_blank', 'noopener');
    else void router?.navigate(open.link(row) as never);
  };
  const { active, setActive } = useRowKeys({
    count: rows.length,
    root,
    searchBox,
    onOpen: (index) => {
      leave(index);
      if (rows[index]) openRow(rows[index]);
    },
    onToggle: (index) => bulk && rows[index] && chosen.selection.toggle(rows[index]),
    onHelp: () => setHelp(true),
    onPage: (by) => {
      const to = (pagination?.current_page ?? 1) + by;
      if (to >= 1 && to <= (pagination?.total_pages ?? 1)) toPage(to);
    },
  });
  const leave = useReturn({ table: id, rows, rowId, root, setActive });
  const noteRow = (event: MouseEvent<HTMLDivElement>) => {
    const line = (event.target as Element).closest<HTMLElement>('[data-row]');
    if (line) leave(Number(line.dataset['row']));
  };

  const shown = useMemo(() => shownColumns(columns, prefs, cols), [columns, prefs, cols]);
  const names = shown.map(({ key }) => key);
  const inOrder = ordered(columns, prefs);
  /** A manual change copies the columns of the open view into the user's own columns. */
  const setColumns = (patch: Parameters<typeof remember>[0]) => {
    const own = { hidden: hiddenOf(columns, prefs), order: inOrder.map(({ key }) => key) };
    const fromView = cols !== undefined && {
      hidden: columns.slice(1).flatMap(({ key }) => (names.includes(key) ? [] : [key])),
      order: [...names, ...own.order.filter((key) => !names.includes(key))],
    };
    remember({ ...fromView, ...patch });
    if (cols !== undefined) onSearch({ cols: undefined });
  };
  const hidden = columns.slice(1).flatMap(({ key }) => (names.includes(key) ? [] : [key]));
  const order = [...names, ...inOrder.map(({ key }) => key).filter((key) => !names.includes(key))];
  const inMenu =
    cols === undefined ? inOrder : order.flatMap((key) => columns.filter((one) => one.key === key));
  const place = (key: string, to: number) => {
    const list = inMenu.map((one) => one.key);
    const from = list.indexOf(key);
    if (from > 0 && to > 0 && to < list.length) setColumns({ order: moved(list, from, to) });
  };

  const tools = (
    <>
      {props.tools}
      {query.data && <ExportMenu list={list.list} asked={list.asked} total={total} columns={names} />}
      {!narrow && (
        <ColumnMenu
          columns={inMenu.slice(1).map(({ key, title }) => ({ key, title, shown: names.includes(key) }))}
          density={prefs.density}
          onToggle={(key) =>
            setColumns({
              hidden: hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key],
            })
          }
          onMove={(key, by) => place(key, inMenu.findIndex((one) => one.key === key) + by)}
          onDensity={(density) => remember({ density })}
          onReset={() => setColumns({ hidden: null, order: [], widths: {}, density: 'normal' })}
        />
      )}
    </>
  );
  return (
    // Only notes which row is opened; the row's own link or button opens it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div ref={root} onClickCapture={noteRow}>
      <Stack gap="sm" mb="sm">
        <Views table={id} {...{ views, settings, search, keys }} columns={names} onChange={change} />
        <Toolbar
          {...{ search, filters, searchBox, tools }}
          onChange={change}
          searchLabel={props.searchLabel}
          sorts={narrow ? columns.filter((one) => one.sortable) : null}
          onHelp={() => setHelp(true)}
        />
      </Stack>
      {query.error && !query.data ? (
        <Alert color="red" variant="light" title={sentence(query.error)} role="alert">
          <Button size="compact-sm" variant="default" onClick={() => void query.refetch()}>
            Intentar de nuevo
          </Button>
        </Alert>
      ) : !query.data ? (
        <Skeletons cards={narrow} />
      ) : rows.length === 0 ? (
        <div className={styles.frame}>
          <Nothing {...{ list, filters, views, keys }} onChange={change} empty={props.empty} />
        </div>
      ) : narrow ? (
        <Cards
          {...{ caption, rows, rowId, rowName, open, active, sumLabel, sums }}
          columns={shown}
          onOpen={openRow}
          selection={bulk ? chosen.selection : null}
        />
      ) : (
        <Grid
          {...{ caption, rows, rowId, rowName, open, search, active, sumLabel, sums }}
          columns={shown}
          widths={props.widths?.known ?? prefs.widths}
          density={prefs.density}
          sheet={props.sheet ?? false}
          onOpen={openRow}
          onSort={change}
          onActive={setActive}
          onWidth={(key, width) => {
            const widths = { ...(props.widths?.known ?? prefs.widths), [key]: Math.min(width, 2000) };
            if (props.widths) props.widths.keep(widths);
            else remember({ widths });
          }}
          onMove={(key, before) =>
            place(
              key,
              inMenu.findIndex((one) => one.key === before),
            )
          }
          selection={bulk ? chosen.selection : null}
        />
      )}
      {pagination && (
        <Footer
          pagination={pagination}
          onPage={toPage}
          onPerPage={(per_page) => {
            const size = PAGE_SIZES.find((one) => one === per_page);
            if (size) remember({ per_page: size });
            change({ per_page });
          }}
        />
      )}
      {bulk && (
        <BulkBar
          rows={chosen.rows}
          all={chosen.all}
          {...{ total, search }}
          actions={bulk}
          onAll={
            chosen.selection.page === 'all' && total > rows.length && bulk.some((one) => one.takesAll)
              ? chosen.takeAll
              : null
          }
          onClear={chosen.clear}
        >
          <ExportMenu
            list={list.list}
            asked={list.asked}
            total={total}
            columns={names}
            {...(!chosen.all && { ids: chosen.rows.map(rowId) })}
          />
        </BulkBar>
      )}
      <KeysHelp opened={help} onClose={() => setHelp(false)} />
    </div>
  );
}
