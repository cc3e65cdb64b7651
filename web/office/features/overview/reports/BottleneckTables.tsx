import '@mantine/charts/styles.layer.css';
import { Sparkline } from '@mantine/charts';
import { Text } from '@mantine/core';
import { linkOptions } from '@tanstack/react-router';
import { daysText, trendOf, trendText } from '#contract/overview/reports/bottleneckRules.ts';
import type { BankAnswer, Bottleneck } from '#contract/overview/reports/bottlenecks.ts';
import { WAITING } from '#contract/banking/applications/applicationRules.ts';
import { CELL } from '#contract/sales/board/cards.ts';
import { useNarrow } from '#web/office/lib/useNarrow.ts';
import { PageLink, type PageTarget } from '#web/office/ui/PageLink.tsx';
import type { ShortColumn } from '#web/office/ui/ShortTable.tsx';
import { TwoLines } from '#web/office/ui/TwoLines.tsx';
import { FiguresTable } from './BoardTables.tsx';

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

/** How many of something, with a way to them. */
const Some = ({ count, late = false, ...target }: { count: number; late?: boolean } & PageTarget) =>
  count === 0 ? (
    '—'
  ) : (
    <PageLink {...target} {...(late && { fw: 700, c: 'var(--danger)' })}>
      {count.toLocaleString('es-PA')}
    </PageLink>
  );

/** Steps with their queue; each figure opens its list. */
export const StepsTable = (props: StepsProps) =>
  useNarrow() ? <FewSteps {...props} /> : <AllSteps {...props} />;

/** On a phone: a row of two figures for each step at which something waits, its days in words below its name. */
function FewSteps({ caption, rows, projectId }: StepsProps) {
  const idle = rows.filter(({ waiting }) => waiting === 0).map(({ name }) => name);
  return (
    <>
      <FiguresTable
        caption={caption}
        headed
        rows={rows.filter(({ waiting }) => waiting > 0)}
        rowId={({ group, id }) => `${group} ${id}`}
        empty="Nada espera ahora."
        columns={[
          { title: 'Paso', render: (row) => <TwoLines first={row.name} second={stepText(row)} /> },
          {
            title: 'Esperan',
            render: (row) => <Some count={row.waiting} {...queueOf(row, projectId, false)} />,
          },
          {
            title: 'Tarde',
            render: (row) => <Some late count={row.late} {...queueOf(row, projectId, true)} />,
          },
        ]}
      />
      {idle.length > 0 && (
        <Text size="xs" c="dimmed" mt="xs">
          Nada espera en: {idle.join(', ')}.
        </Text>
      )}
    </>
  );
}

/** «La mitad lleva 12 días; lo normal es 5. Esperan a: Procesador 3 · Cliente 2.» */
const stepText = ({ median_days, normal_days, waits_for }: Bottleneck) =>
  [
    median_days !== null &&
      `La mitad lleva ${text(median_days)} ${median_days === 1 ? 'día' : 'días'}${
        normal_days === null ? '' : `; lo normal es ${text(normal_days)}`
      }.`,
    waits_for.length > 0 && `Esperan a: ${whom(waits_for)}.`,
  ]
    .filter(Boolean)
    .join(' ');

const whom = (waits_for: Bottleneck['waits_for']) =>
  waits_for
    .slice(0, 3)
    .map(({ who, waiting }) => `${who} ${waiting}`)
    .join(' · ');

const AllSteps = ({ caption, rows, projectId }: StepsProps) => (
  <FiguresTable
    caption={caption}
    headed
    rows={rows}
    rowId={({ group, id }) => `${group} ${id}`}
    empty="Nada espera ahora."
    columns={[
      { title: 'Paso', render: ({ name }) => name },
      {
        title: 'Esperan',
        render: (row) => <Some count={row.waiting} {...queueOf(row, projectId, false)} />,
      },
      { title: 'La mitad, días', render: ({ median_days }) => text(median_days) },
      { title: '9 de cada 10, días', render: ({ ninety_days }) => text(ninety_days) },
      { title: 'Normal', render: ({ normal_days }) => text(normal_days) },
      {
        title: 'Pasan de lo normal',
        render: (row) => <Some late count={row.late} {...queueOf(row, projectId, true)} />,
      },
      {
        title: 'A quién esperan',
        render: ({ waits_for }) => whom(waits_for) || '—',
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

interface BanksProps {
  rows: readonly BankAnswer[];
  projectId: number | undefined;
}

/** How long each bank takes, and what it has. */
export function BankAnswersTable({ rows, projectId }: BanksProps) {
  const narrow = useNarrow();
  const bank: ShortColumn<BankAnswer> = {
    title: 'Banco',
    render: (row) => (narrow ? <TwoLines first={row.bank} second={bankText(row)} /> : row.bank),
  };
  const queue: ShortColumn<BankAnswer>[] = [
    {
      title: 'Esperan',
      render: ({ id, waiting }) => (
        <Some
          count={waiting}
          {...linkOptions({
            to: '/oficina/solicitudes-bancarias',
            search: { banco_id: id, estado_id: [...WAITING], proyecto_id: projectId },
          })}
        />
      ),
    },
    {
      title: narrow ? 'Tarde' : 'Atrasadas',
      render: ({ id, late }) => (
        <Some
          late
          count={late}
          {...linkOptions({
            to: '/oficina/solicitudes-bancarias',
            search: { banco_id: id, atrasadas: 1, proyecto_id: projectId },
          })}
        />
      ),
    },
  ];
  return (
    <FiguresTable
      caption="Respuestas de los bancos"
      headed
      rows={rows}
      rowId={({ id }) => id}
      empty="Aún no hay respuestas de bancos."
      columns={
        narrow
          ? [bank, ...queue]
          : [
              bank,
              { title: 'Respuestas', render: ({ answers }) => answers.toLocaleString('es-PA') },
              { title: 'La mitad', render: ({ median_days }) => text(median_days) },
              { title: '9 de cada 10', render: ({ ninety_days }) => text(ninety_days) },
              { title: 'Últimas 12 semanas', render: ({ recent_days }) => text(recent_days) },
              ...queue,
            ]
      }
    />
  );
}

/** «La mitad responde en 6 días, 9 de cada 10 en 15.» */
const bankText = ({ median_days, ninety_days }: BankAnswer) =>
  median_days === null
    ? 'Aún no ha respondido.'
    : `La mitad responde en ${text(median_days)} ${median_days === 1 ? 'día' : 'días'}, 9 de cada 10 en ${text(ninety_days)}.`;
