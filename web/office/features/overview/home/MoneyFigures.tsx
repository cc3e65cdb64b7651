import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { monthText } from '#contract/dates.ts';
import { COUNT_LIMIT, totalText } from '#contract/paging.ts';
import type { Answer } from '#contract/endpoint.ts';
import { ARREARS_BANDS, type homeMoney } from '#contract/overview/home/figures.ts';
import { formatMoney } from '#web/office/lib/format.ts';
import { useCan } from '#web/office/lib/session.ts';
import { Figures } from '#web/office/ui/Figures.tsx';
import { moneyQuery } from './homeQueries.ts';

const many = (total: number, one: string, more: string) =>
  total === 1 ? `1 ${one}` : `${totalText(Math.min(total, COUNT_LIMIT))} ${more}`;

const bandText = ({ from, to }: (typeof ARREARS_BANDS)[number]) =>
  to === null ? `Mora de más de ${from - 1} días` : `Mora de ${from} a ${to} días`;

/** The company's money, in dollars: what there is, came in, is owed and has to be paid. `brief`: the arrears as one figure. */
export function MoneyFigures({ brief }: { brief: boolean }) {
  const { data } = useQuery(moneyQuery);
  const confirms = useCan('pagos.aprobar');
  const found = data?.data;
  const { received, to_pay } = found ?? {};
  return (
    <Figures
      label="Dinero de la empresa"
      titled={brief}
      figures={[
        {
          label: 'En caja y bancos',
          value: found && formatMoney(found.cash_centavos),
          note: 'según los libros',
          bad: (found?.cash_centavos ?? 0) < 0,
          link: linkOptions({ to: '/oficina/estados-financieros', search: { ver: 'balance' } }),
        },
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
        // To identify it is accounting's work.
        brief
          ? null
          : {
              label: 'Por identificar en el banco',
              value: found && formatMoney(found.to_identify.centavos),
              note: found && many(found.to_identify.total, 'línea', 'líneas'),
              // Who confirms goes to the desk, which shows the same lines with their sales.
              link: confirms
                ? linkOptions({ to: '/oficina/conciliar' })
                : linkOptions({ to: '/oficina/extractos/lineas', search: { estado: 'open', sentido: 'in' } }),
            },
        ...(brief ? [arrearsOf(found)] : bandsOf(found)),
        {
          label: 'Por pagar, vencido',
          value: to_pay && formatMoney(to_pay.late.centavos),
          note: to_pay && many(to_pay.late.total, 'factura', 'facturas'),
          bad: (to_pay?.late.centavos ?? 0) > 0,
          link: linkOptions({ to: '/oficina/facturas', search: { vence: 'vencidas' } }),
        },
        {
          label: 'Por pagar en 30 días',
          value: to_pay && formatMoney(to_pay.month.centavos),
          note: to_pay && many(to_pay.month.total, 'factura', 'facturas'),
          link: linkOptions({ to: '/oficina/facturas', search: { vence: 'mes' } }),
        },
      ]}
    />
  );
}

type Found = Answer<typeof homeMoney>['data'] | undefined;

/** What customers owe, one figure for each band of days. */
const bandsOf = (found: Found) =>
  ARREARS_BANDS.map((band, at) => {
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
  });

/** What customers owe, together. */
function arrearsOf(found: Found) {
  const bands = found?.arrears;
  if (bands === null) return null;
  const centavos = bands?.reduce((sum, one) => sum + one.centavos, 0);
  const oldest = bands?.at(-1);
  return {
    label: 'Mora de clientes',
    value: centavos === undefined ? undefined : formatMoney(centavos),
    note: oldest && `${formatMoney(oldest.centavos)} de más de 60 días`,
    bad: (centavos ?? 0) > 0,
    ...(bands?.[0] && {
      link: linkOptions({
        to: '/oficina/pagos',
        search: { alerta: 'cobrar', vence_hasta: bands[0].to },
      }),
    }),
  };
}
