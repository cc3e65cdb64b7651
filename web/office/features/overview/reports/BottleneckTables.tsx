import '@mantine/charts/styles.layer.css';
import { Sparkline } from '@mantine/charts';
import { Text } from '@mantine/core';
import { linkOptions } from '@tanstack/react-router';
import { daysText, trendOf, trendText } from '#contract/overview/reports/bottleneckRules.ts';
import type { BankAnswer, Bottleneck } from '#contract/overview/reports/bottlenecks.ts';
import { WAITING } from '#contract/banking/applications/applicationRules.ts';
import { CELL } from '#contract/sales/board/cards.ts';
import { PageLink, type PageTarget } from '#web/office/ui/PageLink.tsx';
import { Figures } from './BoardTables.tsx';

const text = (days: number | null) => (days === null ? '—' : daysText(days));

/** The list of what waits at a step, or of those that are late. */
export function queueOf({ group, id }: Bottleneck, projectId: number | undefined, late: boolean): PageTarget {
  const proyecto_id = projectId;
  switch (group) {
    case 'etapa':
      return linkOptions({
        to: '/oficina/tablero',
        search: { etapa: id, proyecto_id, ...(late ? { celda: CELL.overdue } : { abierta: 1 }) },
      });
    case 'banco':
      return linkOptions({
        to: '/oficina/solicitudes-bancarias',
        search: { estado_id: [id], proyecto_id, ...(late && { atrasadas: 1 }) },
      });
    case 'escritura':
      return linkOptions({
        to: '/oficina/escrituras',
        search: { estado_id: [id], proyecto_id, ...(late && { tardias: 1 }) },
      });
    case 'ticket':
      return linkOptions({
        to: '/oficina/tickets',
        search: { departamento_id: id, proyecto_id, cola: late ? 'vencidos' : 'abiertos' },
      });
  }
}

interface StepsProps {
  caption: string;
  rows: readonly Bottleneck[];
  projectId: number | undefined;
}

/** Steps with their queue; each figure opens its list. */
export const StepsTable = ({ caption, rows, projectId }: StepsProps) => (
  <Figures
    caption={caption}
    headed
    rows={rows}
    rowId={({ group, id }) => `${group} ${id}`}
    empty="Nada espera ahora."
    columns={[
      { title: 'Paso', render: ({ name }) => name },
      {
        title: 'Esperan',
        render: (row) =>
          row.waiting === 0 ? (
            '—'
          ) : (
            <PageLink {...queueOf(row, projectId, false)}>{row.waiting.toLocaleString('es-PA')}</PageLink>
          ),
      },
      { title: 'La mitad, días', render: ({ median_days }) => text(median_days) },
      { title: '9 de cada 10, días', render: ({ ninety_days }) => text(ninety_days) },
      { title: 'Normal', render: ({ normal_days }) => text(normal_days) },
      {
        title: 'Pasan de lo normal',
        render: (row) =>
          row.late === 0 ? (
            '—'
          ) : (
            <PageLink {...queueOf(row, projectId, true)} fw={700} c="var(--danger)">
              {row.late.toLocaleString('es-PA')}
            </PageLink>
          ),
      },
      {
        title: 'A quién esperan',
        render: ({ waits_for }) =>
          waits_for
            .slice(0, 3)
            .map(({ who, waiting }) => `${who} ${waiting}`)
            .join(' · ') || '—',
      },
      { title: 'Lo que tardaron', render: ({ weeks }) => <Weeks weeks={weeks} /> },
    ]}
  />
);

/** The days of what left in each of twelve weeks; the words say what the line shows. */
const Weeks = ({ weeks }: Pick<Bottleneck, 'weeks'>) => {
  const days = weeks.flatMap((one) => (one.days === null ? [] : [one.days]));
  return (
    <>
      {days.length > 1 && (
        <div inert>
          <Sparkline h={24} data={days} color="brand.7" fillOpacity={0.15} strokeWidth={1.5} />
        </div>
      )}
      <Text size="xs">{trendText(trendOf(weeks))}</Text>
    </>
  );
};

/** How long each bank takes, and what it has. */
export const BankAnswersTable = ({
  rows,
  projectId,
}: {
  rows: readonly BankAnswer[];
  projectId: number | undefined;
}) => (
  <Figures
    caption="Respuestas de los bancos"
    headed
    rows={rows}
    rowId={({ id }) => id}
    empty="Aún no hay respuestas de bancos."
    columns={[
      { title: 'Banco', render: ({ bank }) => bank },
      { title: 'Respuestas', render: ({ answers }) => answers.toLocaleString('es-PA') },
      { title: 'La mitad', render: ({ median_days }) => text(median_days) },
      { title: '9 de cada 10', render: ({ ninety_days }) => text(ninety_days) },
      { title: 'Últimas 12 semanas', render: ({ recent_days }) => text(recent_days) },
      {
        title: 'Esperan',
        render: ({ id, waiting }) => (
          <PageLink
            to="/oficina/solicitudes-bancarias"
            search={{ banco_id: id, estado_id: [...WAITING], proyecto_id: projectId }}
          >
            {waiting.toLocaleString('es-PA')}
          </PageLink>
        ),
      },
      {
        title: 'Atrasadas',
        render: ({ id, late }) =>
          late === 0 ? (
            '—'
          ) : (
            <PageLink
              to="/oficina/solicitudes-bancarias"
              search={{ banco_id: id, atrasadas: 1, proyecto_id: projectId }}
              fw={700}
              c="var(--danger)"
            >
              {late.toLocaleString('es-PA')}
            </PageLink>
          ),
      },
    ]}
  />
);
