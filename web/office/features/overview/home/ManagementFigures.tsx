import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { monthText } from '#contract/dates.ts';
import { IN_PROGRESS } from '#contract/sales/sale/rules.ts';
import { formatMoney } from '#web/office/lib/format.ts';
import { useCan } from '#web/office/lib/session.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Figures } from '#web/office/ui/Figures.tsx';
import { managementQuery, salesCountQuery } from './homeQueries.ts';

const REPORTS = linkOptions({ to: '/oficina/reportes' });

/** The month against its target, the conversion and the deeds to come, for those who answer for the sales. */
export function ManagementFigures() {
  const maySet = useCan('reportes.crear');
  const { data } = useQuery(managementQuery);
  const counted = useQuery(salesCountQuery);
  const found = data?.data;
  const running = counted.data?.meta.states
    .filter(({ state_id }) => IN_PROGRESS.some((one) => one === state_id))
    .reduce((sum, { total }) => sum + total, 0);
  const { target, sales, conversion, forecast } = found ?? {};
  return (
    <Figures
      label="Ventas de la empresa"
      titled
      figures={[
        {
          label: found ? `Ventas de ${monthText(found.month)}` : 'Ventas del mes',
          value: found && (sales ?? '—'),
          ...(found && {
            link: linkOptions({
              to: '/oficina/ventas',
              search: { recibida_desde: found.from, recibida_hasta: found.to },
            }),
          }),
          ...(target && sales !== null && sales !== undefined && { share: sales / target }),
          note: target
            ? `Meta: ${target.toLocaleString('es-PA')}`
            : maySet && (
                <PageLink {...linkOptions({ to: '/oficina/reportes', search: { metas: true } })}>
                  Poner la meta
                </PageLink>
              ),
        },
        {
          label: 'Ventas en curso',
          value: running,
          link: linkOptions({ to: '/oficina/ventas', search: { estado_id: [...IN_PROGRESS] } }),
        },
        {
          label: 'Conversión de doce meses',
          value: found && (conversion ? `${conversion.percent.toLocaleString('es-PA')} %` : '—'),
          link: REPORTS,
          note: conversion
            ? `${conversion.promised.toLocaleString('es-PA')} de ${conversion.received.toLocaleString('es-PA')} recibidas firmaron promesa`
            : // The forecast comes with the same report, so without it nothing was computed yet.
              forecast
              ? 'Aún no hay ventas recibidas'
              : 'Se está calculando',
        },
        {
          label: 'Escrituras que se esperan este mes',
          value: found && (forecast ? forecast.deeds : '—'),
          link: REPORTS,
          note: forecast
            ? `${forecast.centavos === null ? '' : `${formatMoney(forecast.centavos)} · `}según los días normales de cada etapa`
            : 'Se está calculando',
        },
      ]}
    />
  );
}
