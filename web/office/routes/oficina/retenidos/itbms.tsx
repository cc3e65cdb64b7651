import { createFileRoute } from '@tanstack/react-router';
import { WithheldPage } from '#web/office/features/money/withholding/WithheldPage.tsx';
import { WithheldSearch } from '#web/office/features/money/withholding/retainedSearch.ts';

export const Route = createFileRoute('/oficina/retenidos/itbms')({
  staticData: {
    title: 'ITBMS retenido e informes',
    module: 'contabilidad',
    help: 'facturas-y-pagos#itbms-retenido-e-informes',
  },
  validateSearch: WithheldSearch,
  component: () => <WithheldPage search={Route.useSearch()} />,
});
