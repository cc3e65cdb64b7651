import { createFileRoute } from '@tanstack/react-router';
import { getHealth } from '#contract/company/health/endpoints.ts';
import { HealthPage } from '#web/office/features/company/health/HealthPage.tsx';
import { queryOf } from '#web/office/lib/query.ts';

export const Route = createFileRoute('/oficina/estado/')({
  staticData: {
    title: 'Estado del sistema',
    module: 'administracion',
    help: 'administrar-el-sistema#estado-del-sistema',
  },
  loader: ({ context }) => void context.queryClient.prefetchQuery(queryOf(getHealth)),
  component: HealthPage,
});
