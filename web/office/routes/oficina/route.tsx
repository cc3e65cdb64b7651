import { createFileRoute } from '@tanstack/react-router';
import { OfficeLayout } from '#web/office/features/overview/frame/OfficeLayout.tsx';
import { requireSession } from '#web/office/features/company/auth/guards.ts';
import { RouteError } from '#web/office/ui/ErrorPage.tsx';
import { DrawerSearch } from '#web/office/lib/useDrawer.ts';

export const Route = createFileRoute('/oficina')({
  staticData: { title: 'Inicio', help: 'primeros-pasos#la-pantalla' },
  validateSearch: DrawerSearch,
  beforeLoad: ({ context, location }) => requireSession(context.queryClient, location.href),
  component: OfficeLayout,
  // Replaces the layout, with its landmark.
  errorComponent: (props) => (
    <main>
      <RouteError {...props} />
    </main>
  ),
});
