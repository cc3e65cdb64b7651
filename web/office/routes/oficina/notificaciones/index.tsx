import { createFileRoute } from '@tanstack/react-router';
import { listDevices } from '#contract/company/push/endpoints.ts';
import { DevicesPage } from '#web/office/features/company/push/DevicesPage.tsx';
import { DevicesSearch } from '#web/office/features/company/push/devicesSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/notificaciones/')({
  staticData: {
    title: 'Notificaciones',
    module: 'notificaciones',
    help: 'avisos-y-tareas#cómo-van-los-equipos',
  },
  validateSearch: DevicesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listDevices, deps),
  component: () => <DevicesPage search={Route.useSearch()} />,
});
