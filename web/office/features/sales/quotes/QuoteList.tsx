import { Text } from '@mantine/core';
import { formatMoney } from '#contract/money.ts';
import type { QuoteRow } from '#contract/sales/quotes/model.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { QuoteStatePill } from './QuoteStatePill.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';

/** A short list of quotes with links. */
export const QuoteList = ({ rows }: { rows: readonly QuoteRow[] }) => (
  <ShortTable
    label="Proformas"
    rows={rows}
    rowId={({ id }) => id}
    columns={[
      {
        title: 'Proforma',
        render: (row) => (
          <>
            <PageLink to="/oficina/proformas/$id" params={{ id: row.id }}>
              {row.code}
              {row.number > 1 && ` · v${row.number}`}
            </PageLink>
            <Text size="xs" c="dimmed">
              {row.model.name}
              {row.lot && ` · ${row.lot.lote}`}
            </Text>
          </>
        ),
      },
      { title: 'Estado', render: ({ state }) => <QuoteStatePill state={state} /> },
      {
        title: 'Precio',
        align: 'right',
        render: (row) => (
          <>
            {formatMoney(row.price_centavos)}
            <Text size="xs" c="dimmed">
              hasta <DateText day={row.valid_until} />
            </Text>
          </>
        ),
      },
    ]}
  />
);
