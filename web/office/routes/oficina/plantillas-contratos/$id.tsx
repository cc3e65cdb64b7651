import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { getTemplate } from '#contract/legal/contractTemplates/endpoints.ts';
import { TemplatePage } from '#web/office/features/legal/contractTemplates/TemplatePage.tsx';
import { TemplateSearch } from '#web/office/features/legal/contractTemplates/templatesSearch.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/plantillas-contratos/$id')({
  staticData: { title: 'Plantilla de contrato', module: 'legal', help: 'promesas#plantillas' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  validateSearch: TemplateSearch,
  loader: ({ context, params }) => preload(context, getTemplate, { params }),
  component: () => <TemplatePage id={Route.useParams().id} search={Route.useSearch()} />,
});
