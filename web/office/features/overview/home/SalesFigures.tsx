import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { IN_PROGRESS, SALE } from '#contract/sales/sale/rules.ts';
import { useCounters } from '#web/office/features/overview/frame/useCounters.ts';
import { Figures } from '#web/office/ui/Figures.tsx';
import { salesCountQuery } from './homeQueries.ts';

/** Sales by step, for those who work on them. */
export function SalesFigures() {
  const counters = useCounters();
  const { data } = useQuery(salesCountQuery);
  const inStates = (label: string, states: readonly number[]) => ({
    label,
    value: data?.meta.states
      .filter(({ state_id }) => states.includes(state_id))
      .reduce((sum, { total }) => sum + total, 0),
    link: linkOptions({ to: '/oficina/ventas', search: { estado_id: [...states] } }),
  });
  return (
    <Figures
      label="Tus ventas"
      figures={[
        counters && counters.sales !== null
          ? {
              label: 'Ventas en tu turno',
              value: counters.sales,
              mine: true,
              link: linkOptions({ to: '/oficina/ventas', search: { turno: 'mio' } }),
            }
          : null,
        inStates('Esperan documentos', [SALE.papersMissing]),
        inStates('Ventas en curso', IN_PROGRESS),
        inStates('Expedientes completos', [SALE.complete]),
      ]}
    />
  );
}
