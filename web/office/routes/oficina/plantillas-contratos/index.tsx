import { createFileRoute } from '@tanstack/react-router';
import { listTemplates } from '#contract/legal/contractTemplates/endpoints.ts';
import { TemplatesPage } from '#web/office/features/legal/contractTemplates/TemplatesPage.tsx';
import { TemplatesSearch } from '#web/office/features/legal/contractTemplates/templatesSearch.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/plantillas-contratos/')({
  staticData: { title: 'Plantillas de contratos', module: 'legal', help: 'promesas#plantillas' },
  validateSearch: TemplatesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listTemplates, deps),
  component: () => <TemplatesPage search={Route.useSearch()} />,
});
