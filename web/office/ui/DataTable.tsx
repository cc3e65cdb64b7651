/**
 * A list page, in the order every list page has:
 *   1. route (routes/oficina/x/index.tsx): validateSearch: ListSearch.extend({ estado: filterIds }), staticData, component
 *   2. query:   const query = useQuery(queryOf(listX, { query: search }))
 *   3. columns: const columns: Column<Row>[] = [{ key: 'codigo', title: 'Código', render: (row) => row.codigo, sortable: true, phone: 'heading' }, …]
 *   4. filters: const filters: Filter[] = [{ key: 'estado', label: 'Estado', kind: 'many', choices }]
 *   5. page:    <PageHeader title="Pre-contratos" count={query.data?.meta.pagination.total ?? null} actions={<Button …/>} />
 *               <DataTable id="precontratos" caption="Pre-contratos" query={query} columns={columns} filters={filters}
 *                 rowId={(row) => row.id} rowName={(row) => row.codigo} open={{ href: (row) => `/oficina/ventas/${row.id}` }}
 *                 search={search} onSearch={usePatchSearch()} searchLabel="Nombre, cédula o código"
 *                 empty={<EmptyState title="Aún no hay pre-contratos" text="…" action={…} />} />
 * Filters, sort and page live in the address. A changed filter shows a skeleton, a background refresh keeps the rows.
 */
import { Alert, Button, Stack } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useDataTableColumns, type DataTableColumn } from 'mantine-datatable';
import { useRef, useState, type ReactNode } from 'react';
import { WIDTHS } from '#web/design/tokens.ts';
import type { ListSearch } from '../lib/listSearch.ts';
import { sentence } from '../lib/refusal.ts';
import { EmptyState } from './EmptyState.tsx';
import { PageLink } from './PageLink.tsx';
import { BulkBar } from './table/BulkBar.tsx';
import { Cards } from './table/Cards.tsx';
import { ColumnMenu } from './table/ColumnMenu.tsx';
import { Footer } from './table/Footer.tsx';
import { Grid } from './table/Grid.tsx';
import { KeysHelp } from './table/KeysHelp.tsx';
import { Skeletons } from './table/Skeletons.tsx';
import styles from './table/table.module.css';
import { Toolbar } from './table/Toolbar.tsx';
import type { BulkAction, Column, Filter, ListQuery, RowOpen, SavedView } from './table/types.ts';
import { useRowKeys } from './table/useRowKeys.ts';
import { Views } from './table/Views.tsx';

interface DataTableProps<Row> {
  /** Under this name the person's columns are remembered on the device. */
  id: string;
  /** What the rows are, for screen readers. */
  caption: string;
  query: ListQuery<Row>;
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string | number;
  /** How a row is called: "PC-2026-00001". */
  rowName: (row: Row) => string;
  open: RowOpen<Row>;
  search: ListSearch & Record<string, unknown>;
  onSearch: (patch: Record<string, unknown>) => void;
  /** What stands here while there is nothing at all; with filters on, the table says that nothing matches. */
  empty: ReactNode;
  filters?: readonly Filter[];
  /** Present: a search box over `q`; the text says what it looks through. */
  searchLabel?: string;
  views?: readonly SavedView[];
  /** Present: rows can be selected. */
  bulk?: readonly BulkAction<Row>[];
  /** Buttons beside the search box: export, for instance. */
  tools?: ReactNode;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { id, caption, query, columns, rowId, rowName, open, search, onSearch, filters = [], bulk } = props;
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined;
  const narrow = useMediaQuery(`(max-width: ${WIDTHS.tablet}px)`, false, { getInitialValueInEffect: false });
  const root = useRef<HTMLDivElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const [help, setHelp] = useState(false);
  const rows = query.data?.data ?? [];
  const pagination = query.data?.meta?.pagination;
  const storageKey = `llave-tabla-${id}`;

  // What was selected under other filters is out of sight, and nobody may act on it unseen.
  const shown = JSON.stringify(search);
  const [selection, setSelection] = useState<{ shown: string; rows: Row[] }>({ shown, rows: [] });
  const selected = selection.shown === shown ? selection.rows : [];
  const setSelected = (list: Row[]) => setSelection({ shown, rows: list });

  /** Anything but the page itself begins again at the first page. */
  const change = (patch: Record<string, unknown>) => onSearch({ page: undefined, ...patch });
  const openRow = (row: Row) => {
    if (!open) return;
    if ('show' in open) open.show(row);
    else if (router) router.history.push(open.href(row));
  };
  const has = (row: Row) => selected.some((one) => rowId(one) === rowId(row));
  const toggle = (row: Row) =>
    setSelected(has(row) ? selected.filter((one) => rowId(one) !== rowId(row)) : [...selected, row]);
  const { active, setActive } = useRowKeys({
    count: rows.length,
    root,
    searchBox,
    onOpen: (index) => rows[index] && openRow(rows[index]),
    onToggle: (index) => bulk && rows[index] && toggle(rows[index]),
    onHelp: () => setHelp(true),
  });

  const heading = (row: Row, content: ReactNode) => {
    if (!open) return content;
    if ('show' in open)
      return (
        <button type="button" className={styles.asLink} onClick={() => open.show(row)}>
          {content}
        </button>
      );
    return (
      <PageLink href={open.href(row)} className={styles.link}>
        {content}
      </PageLink>
    );
  };
  const [hidden, setHidden] = useLocalStorage<string[]>({
    key: `llave-tabla-${id}-ocultas`,
    defaultValue: columns.filter((one) => one.startsHidden).map((one) => one.key),
    getInitialValueInEffect: false,
  });
  const layout = useDataTableColumns<Row>({
    key: storageKey,
    getInitialValueInEffect: false,
    columns: columns.map((column, index): DataTableColumn<Row> => ({
      accessor: column.key,
      title: column.title,
      render: (row) => (index === 0 ? heading(row, column.render(row)) : column.render(row)),
      sortable: column.sortable ?? false,
      textAlign: column.align ?? 'left',
      resizable: true,
      hidden: index > 0 && hidden.includes(column.key),
      ...(column.width !== undefined && { width: column.width }),
    })),
  });
  const columnMenu = (
    <ColumnMenu
      columns={columns.slice(1).map(({ key, title }) => ({ key, title, shown: !hidden.includes(key) }))}
      onToggle={(key) => {
        setHidden(hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key]);
        // Widths chosen for other columns would leave a gap or squeeze these.
        layout.resetColumnsWidth();
      }}
      onReset={() => {
        setHidden(columns.filter((one) => one.startsHidden).map((one) => one.key));
        layout.resetColumnsWidth();
      }}
    />
  );

  return (
    <div ref={root}>
      <Stack gap="sm" mb="sm">
        {props.views && <Views views={props.views} search={search} filters={filters} onChange={change} />}
        <Toolbar
          {...{ search, filters, searchBox }}
          onChange={change}
          searchLabel={props.searchLabel}
          sorts={narrow ? columns.filter((one) => one.sortable) : null}
          onHelp={() => setHelp(true)}
          tools={
            <>
              {props.tools}
              {!narrow && columnMenu}
            </>
          }
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
          <Nothing {...{ search, filters }} onChange={change} empty={props.empty} />
        </div>
      ) : narrow ? (
        <Cards
          {...{ caption, rows, columns, rowId, rowName, open, heading, active }}
          onOpen={openRow}
          selection={bulk ? { has, toggle } : null}
        />
      ) : (
        <Grid
          {...{ storageKey, caption, rows, rowId, rowName, open, search, active }}
          columns={layout.effectiveColumns}
          onOpen={openRow}
          onChange={change}
          onActive={setActive}
          selection={bulk ? { rows: selected, set: setSelected } : null}
        />
      )}
      {pagination && (
        <Footer
          pagination={pagination}
          onPage={(page) => onSearch({ page: page === 1 ? undefined : page })}
          onPerPage={(per_page) => change({ per_page })}
        />
      )}
      {bulk && selected.length > 0 && (
        <BulkBar rows={selected} actions={bulk} onClear={() => setSelected([])} />
      )}
      <KeysHelp opened={help} onClose={() => setHelp(false)} />
    </div>
  );
}

interface NothingProps {
  search: ListSearch & Record<string, unknown>;
  filters: readonly Filter[];
  onChange: (patch: Record<string, unknown>) => void;
  empty: ReactNode;
}

/** No rows: because of the filters, or because there is nothing yet. */
function Nothing({ search, filters, onChange, empty }: NothingProps) {
  const keys = ['q', ...filters.map((one) => one.key)];
  if (keys.every((key) => search[key] === undefined)) return empty;
  return (
    <EmptyState
      title="Nada coincide"
      text="Ninguna fila cumple con la búsqueda y los filtros elegidos."
      action={
        <Button
          variant="default"
          onClick={() => onChange(Object.fromEntries(keys.map((key) => [key, undefined])))}
        >
          Quitar filtros
        </Button>
      }
    />
  );
}
