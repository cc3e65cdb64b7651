import { useQuery } from '@tanstack/react-query';
import { listPayments } from '#contract/money/verification/endpoints.ts';
import { PAYMENT } from '#contract/company/catalogs/states.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { useCounters } from '#web/office/features/overview/frame/useCounters.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { salesCountQuery } from './homeQueries.ts';
import { Figures } from './Figures.tsx';

/** Range of the open sales: received and not yet delivered. */
const OPEN_FROM = SALE.received;
const OPEN_TO = SALE.disbursed;

/** Open sales by step; for accounting, also payments. */
export function SalesFigures({ payments }: { payments: boolean }) {
  const counters = useCounters();
  const sales = useQuery(salesCountQuery);
  const confirmed = useQuery({
    ...queryOf(listPayments, { query: { estado_id: [PAYMENT.confirmed], per_page: 1 } }),
    enabled: payments,
  });
  const states = sales.data?.meta.states;
  const totalOf = (has: (id: number) => boolean) =>
    states?.reduce((sum, one) => sum + (has(one.state_id) ? one.total : 0), 0);
  return (
    <Figures
      figures={[
        counters && counters.sales !== null
          ? { label: 'Ventas en tu turno', value: counters.sales, mine: true }
          : null,
        payments
          ? { label: 'Pagos por verificar', value: counters?.payments ?? undefined, mine: true }
          : null,
        payments
          ? { label: 'Pagos confirmados', value: confirmed.data?.meta.pagination.total }
          : { label: 'Esperan documentos', value: totalOf((id) => id === SALE.papersMissing) },
        { label: 'Ventas en curso', value: totalOf((id) => id >= OPEN_FROM && id <= OPEN_TO) },
        { label: 'Expedientes completos', value: totalOf((id) => id === SALE.complete) },
      ]}
    />
  );
}
