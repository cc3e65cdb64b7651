import { createFileRoute } from '@tanstack/react-router';
import { ManualPage } from '#web/office/features/company/manual/ManualPage.tsx';
import { manualQuery } from '#web/office/features/company/manual/ManualReader.tsx';

export const Route = createFileRoute('/oficina/manual/')({
  staticData: { title: 'Manual', help: 'primeros-pasos#la-pantalla' },
  loader: ({ context }) => void context.queryClient.prefetchQuery(manualQuery),
  component: () => <ManualPage />,
});
