import { DateText } from '#web/office/ui/DateText.tsx';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { QuoteStatePill } from './QuoteStatePill.tsx';
import type { listQuotes } from '#contract/sales/quotes/endpoints.ts';

export const quoteColumns: ColumnOf<typeof listQuotes>[] = [
  {
    key: 'id',
    title: 'Proforma',
    width: 170,
    sortable: true,
    phone: 'heading',
    render: (row) => (
      <span className="figures">
        {row.code}
        {row.number > 1 && ` · v${row.number}`}
      </span>
    ),
  },
  { key: 'cliente', title: 'Cliente', width: 200, render: (row) => row.person.name },
  { key: 'estado', title: 'Estado', width: 200, render: (row) => <QuoteStatePill state={row.state} /> },
  {
    key: 'vivienda',
    title: 'Vivienda',
    width: 230,
    render: (row) => `${row.model.name} · ${row.project.name}${row.lot ? ` · ${row.lot.lote}` : ''}`,
  },
  {
    key: 'price_centavos',
    title: 'Precio',
    width: 140,
    sortable: true,
    money: (row) => row.price_centavos,
  },
  {
    key: 'letra',
    title: 'Letra',
    width: 120,
    align: 'right',
    render: (row) =>
      row.monthly_centavos === null ? 'Contado' : <MoneyText centavos={row.monthly_centavos} />,
  },
  {
    key: 'valid_until',
    title: 'Vale hasta',
    width: 120,
    sortable: true,
    render: (row) => <DateText day={row.valid_until} />,
  },
  { key: 'asesor', title: 'Asesor', width: 160, render: (row) => row.adviser?.name ?? '—' },
  {
    key: 'venta',
    title: 'Pre-contrato',
    width: 150,
    phone: 'hidden',
    render: (row) =>
      row.sale ? (
        <PageLink to="/oficina/ventas/$id" params={{ id: row.sale.id }}>
          {row.sale.code ?? 'Borrador'}
        </PageLink>
      ) : (
        '—'
      ),
  },
];
