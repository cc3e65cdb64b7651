import { DataTable as MantineTable, type DataTableColumn } from 'mantine-datatable';
import type { MouseEvent } from 'react';
import type { ListSearch } from '../../lib/listSearch.ts';
import styles from './table.module.css';
import type { RowOpen } from './types.ts';

interface GridProps<Row> {
  storageKey: string;
  caption: string;
  rows: Row[];
  columns: DataTableColumn<Row>[];
  rowId: (row: Row) => string | number;
  rowName: (row: Row) => string;
  open: RowOpen<Row>;
  onOpen: (row: Row) => void;
  search: ListSearch;
  onChange: (patch: Record<string, unknown>) => void;
  /** The row that the arrow keys stand on. */
  active: number;
  onActive: (index: number) => void;
  selection: { rows: Row[]; set: (rows: Row[]) => void } | null;
}

/** The rows of a table on a wide screen. */
export function Grid<Row>(props: GridProps<Row>) {
  const { rows, columns, rowId, rowName, open, onOpen, search, onChange, active, onActive, selection } =
    props;
  const onRowClick = ({ record, event }: { record: Row; event: MouseEvent }) => {
    if ((event.target as HTMLElement).closest('a, button, input, label')) return;
    if (open && 'href' in open && (event.ctrlKey || event.metaKey))
      window.open(open.href(record), '_blank', 'noopener');
    else onOpen(record);
  };
  return (
    <div className={styles.frame}>
      <MantineTable<Row>
        aria-label={props.caption}
        records={rows}
        columns={columns}
        storeColumnsKey={props.storageKey}
        idAccessor={rowId}
        minHeight={0}
        verticalSpacing={8}
        highlightOnHover={open !== null}
        backgroundColor="var(--surface)"
        borderColor="var(--line)"
        rowBorderColor="var(--line)"
        highlightOnHoverColor="var(--surface-hover)"
        rowClassName={() => styles.row}
        customRowAttributes={(_, index) => ({
          'data-row': index,
          tabIndex: index === active ? 0 : -1,
          onFocus: () => onActive(index),
        })}
        sortStatus={{ columnAccessor: search.order_column ?? '', direction: search.order_type ?? 'asc' }}
        onSortStatusChange={({ columnAccessor, direction }) =>
          onChange({ order_column: String(columnAccessor), order_type: direction })
        }
        {...(open && { onRowClick })}
        {...(selection && {
          selectedRecords: selection.rows,
          onSelectedRecordsChange: selection.set,
          allRecordsSelectionCheckboxProps: { 'aria-label': 'Elegir todas las filas de esta página' },
          getRecordSelectionCheckboxProps: (row: Row) => ({ 'aria-label': `Elegir ${rowName(row)}` }),
        })}
      />
    </div>
  );
}
