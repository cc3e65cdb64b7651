import { createFileRoute } from '@tanstack/react-router';
import { listWarrantyRules } from '#contract/care/warranty/endpoints.ts';
import { WarrantyRulesPage } from '#web/office/features/care/warranty/WarrantyRulesPage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/garantias/plazos')({
  staticData: { title: 'Plazos de garantía', module: 'ventas', help: 'entrega-y-garantia#plazos-de-la-casa' },
  loader: ({ context }) => preload(context, listWarrantyRules, {}),
  component: () => <WarrantyRulesPage />,
});
