import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { SERVICE_DAYS } from '#contract/overview/home/figures.ts';
import { totalText } from '#contract/paging.ts';
import { durationText } from '#web/office/lib/format.ts';
import { Figures } from '#web/office/ui/Figures.tsx';
import { serviceQuery } from './homeQueries.ts';

/** How the company serves who has bought: tickets, the first answer, and what families say. */
export function ServiceFigures() {
  const { data } = useQuery(serviceQuery);
  const found = data?.data;
  const tickets = found?.tickets;
  const { nps, answers = 0, from, to } = found ?? {};
  return (
    <Figures
      label="Servicio"
      titled
      figures={[
        ...(tickets === null
          ? []
          : [
              {
                label: 'Tickets abiertos',
                value: tickets?.open,
                link: linkOptions({ to: '/oficina/tickets', search: { cola: 'abiertos' } }),
              },
              {
                label: 'Tickets vencidos',
                value: tickets?.late,
                bad: (tickets?.late ?? 0) > 0,
                link: linkOptions({ to: '/oficina/tickets', search: { cola: 'vencidos' } }),
              },
              {
                label: 'Primera respuesta de un ticket',
                value:
                  tickets && (tickets.median_minutes === null ? '—' : durationText(tickets.median_minutes)),
                note:
                  tickets &&
                  (tickets.answered === 0
                    ? `Nadie respondió uno en ${SERVICE_DAYS} días`
                    : `la mitad de ${totalText(tickets.answered)} en ${SERVICE_DAYS} días esperó eso o menos`),
                link: linkOptions({ to: '/oficina/tickets' }),
              },
            ]),
        {
          label: `NPS de ${SERVICE_DAYS} días`,
          value: found && (nps?.nps ?? '—'),
          note:
            found &&
            (nps
              ? `entre ${nps.from} y ${nps.to}, con ${totalText(answers)} respuestas`
              : `Pocas respuestas: ${answers}`),
          link: linkOptions({ to: '/oficina/satisfaccion', search: { desde: from, hasta: to } }),
        },
      ]}
    />
  );
}
