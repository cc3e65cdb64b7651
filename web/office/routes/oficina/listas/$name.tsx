import { createFileRoute } from '@tanstack/react-router';
import { CatalogPage } from '#web/office/features/catalogs/CatalogPage.tsx';

export const Route = createFileRoute('/oficina/listas/$name')({
  staticData: { title: 'Lista', module: 'administracion' },
  component: () => <CatalogPage name={Route.useParams().name} />,
});
