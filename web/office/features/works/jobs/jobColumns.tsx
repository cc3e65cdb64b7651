import { Progress, Stack, Text } from '@mantine/core';
import { weekText } from '#contract/dates.ts';
import type { listJobs } from '#contract/works/jobs/endpoints.ts';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import type { ColumnOf } from '#web/office/ui/table/types.ts';
import { approvedText, placeOf, workOf } from './jobName.ts';

const columns: ColumnOf<typeof listJobs>[] = [
  {
    key: 'trabajo',
    title: 'Trabajo',
    width: 260,
    phone: 'heading',
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {workOf(one)}
        </Text>
        <Text size="xs" c="dimmed">
          {placeOf(one)} · {one.project.name}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'contrato',
    title: 'Contrato',
    width: 130,
    render: (one) => <span className="figures">{one.contract.reference}</span>,
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 150,
    render: (one) => <StatePill catalog="job" state={one.state} />,
  },
  {
    key: 'semana',
    title: 'Semana',
    sortable: true,
    width: 190,
    render: (one) => (
      <Stack gap={0}>
        <Text size="sm">{one.week ? weekText(one.week).split(' · ')[0] : '—'}</Text>
        {one.priority && (
          <Text size="xs" c="dimmed">
            Prioridad {one.priority.name.toLowerCase()}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'reportado',
    title: 'Reportado',
    width: 100,
    align: 'right',
    render: (one) => <span className="figures">{one.reported_percent} %</span>,
  },
  {
    key: 'aprobado',
    title: 'Aprobado',
    width: 160,
    render: (one) => (
      <Stack gap={2}>
        <Text size="sm" className="figures">
          {approvedText(one)}
        </Text>
        <Progress value={one.approved_percent} size="sm" aria-hidden />
      </Stack>
    ),
  },
];

const amounts: ColumnOf<typeof listJobs>[] = [
  { key: 'monto', title: 'Monto', width: 130, money: (one) => one.amount_centavos },
  { key: 'certificado', title: 'Ejecutado', width: 130, money: (one) => one.certified_centavos },
];

/** The list's columns; amounts need permission. */
export const jobColumns = (seesAmounts: boolean): ColumnOf<typeof listJobs>[] =>
  seesAmounts ? [...columns, ...amounts] : columns;
