import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { monthText } from '#contract/dates.ts';
import { COUNT_LIMIT, totalText } from '#contract/paging.ts';
import { ARREARS_BANDS } from '#contract/overview/home/figures.ts';
import { formatMoney } from '#web/office/lib/format.ts';
import { useCan } from '#web/office/lib/session.ts';
import { Figures } from '#web/office/ui/Figures.tsx';
import { moneyQuery } from './homeQueries.ts';

const many = (total: number, one: string, more: string) =>
  total === 1 ? `1 ${one}` : `${totalText(Math.min(total, COUNT_LIMIT))} ${more}`;

const bandText = ({ from, to }: (typeof ARREARS_BANDS)[number]) =>
  to === null ? `Mora de más de ${from - 1} días` : `Mora de ${from} a ${to} días`;

/** Money received, to identify and owed, in dollars. */
export function MoneyFigures() {
  const { data } = useQuery(moneyQuery);
  const confirms = useCan('pagos.aprobar');
  const found = data?.data;
  const received = found?.received;
  return (
    <Figures
      label="Dinero de la empresa"
      figures={[
        received === null
          ? null
          : {
              label: received ? `Recibido en ${monthText(received.from.slice(0, 7))}` : 'Recibido en el mes',
              value: received && formatMoney(received.centavos),
              note: received && many(received.total, 'movimiento', 'movimientos'),
              ...(received && {
                link: linkOptions({
                  to: '/oficina/dinero-recibido',
                  search: { desde: received.from, hasta: received.to },
                }),
              }),
            },
        {
          label: 'Por identificar en el banco',
          value: found && formatMoney(found.to_identify.centavos),
          note: found && many(found.to_identify.total, 'línea', 'líneas'),
          // Who confirms goes to the desk, which shows the same lines with their sales.
          link: confirms
            ? linkOptions({ to: '/oficina/conciliar' })
            : linkOptions({ to: '/oficina/extractos/lineas', search: { estado: 'open', sentido: 'in' } }),
        },
        ...ARREARS_BANDS.map((band, at) => {
          const owed = found?.arrears?.[at];
          return found && !owed
            ? null
            : {
                label: bandText(band),
                value: owed && formatMoney(owed.centavos),
                note: owed && many(owed.total, 'cobro', 'cobros'),
                bad: (owed?.centavos ?? 0) > 0,
                ...(owed && {
                  link: linkOptions({
                    to: '/oficina/pagos',
                    search: {
                      alerta: 'cobrar',
                      ...(owed.from && { vence_desde: owed.from }),
                      vence_hasta: owed.to,
                    },
                  }),
                }),
              };
        }),
      ]}
    />
  );
}
