import { Alert, Stack, Text } from '@mantine/core';
import type { ActionPlan, PlanVersion } from '#contract/works/actionPlans/model.ts';
import { linksText } from '#contract/works/actionPlans/notation.ts';
import { planNetwork } from '#contract/works/actionPlans/rules.ts';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { PlanBars, solvedOr } from './PlanBars.tsx';
import { PlanTotal } from './PlanTotal.tsx';

/** A version of a plan to read: each activity with its days, its first and last day, its float and what it waits for. */
export function PlanTable({ version, plan }: { version: PlanVersion; plan: ActionPlan }) {
  const names = new Map(version.steps.map(({ activity_id, name }) => [activity_id, name]));
  const network = planNetwork(version.steps, (id) => names.get(id) ?? '');
  const solved = solvedOr(network);
  if (typeof solved === 'string') return <Alert color="red" variant="light" title={solved} />;
  const numbers = new Map(version.steps.map(({ activity_id }, at) => [activity_id, at + 1]));
  return (
    <Stack gap="md">
      {version.note && <Text size="sm">{version.note}</Text>}
      <PlanTotal days={version.days} plan={plan} />
      <PlanBars network={network} solved={solved} />
      <ShortTable
        label="Actividades"
        rows={version.steps}
        rowId={({ activity_id }) => activity_id}
        columns={[
          { title: 'Actividad', render: ({ name }, at) => `${at + 1}. ${name}` },
          { title: 'Días', align: 'right', render: ({ days }) => days },
          {
            title: 'Del día al día',
            align: 'right',
            render: (_, at) => `${solved.dates[at]!.start + 1} al ${solved.dates[at]!.finish}`,
          },
          {
            title: 'Holgura',
            align: 'right',
            render: (_, at) => (solved.dates[at]!.critical ? 'Crítica' : solved.dates[at]!.float),
          },
          {
            title: 'Espera a',
            render: ({ after }) => linksText(after, (id) => String(numbers.get(id) ?? '?')) || '—',
          },
          { title: 'La lluvia la detiene', render: ({ outdoors }) => (outdoors ? 'Sí' : 'No') },
        ]}
      />
    </Stack>
  );
}
