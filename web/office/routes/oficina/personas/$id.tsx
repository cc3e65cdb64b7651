import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { PersonPage } from '#web/office/features/overview/person/PersonPage.tsx';
import { filterText } from '#web/office/lib/listSearch.ts';
import { getPerson } from '#contract/overview/person/endpoints.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/personas/$id')({
  staticData: { title: 'Persona', module: 'ventas', help: 'prospectos#una-persona' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  validateSearch: z.object({ tab: filterText }),
  loader: ({ context, params }) => preload(context, getPerson, { params }),
  component: () => <PersonPage {...Route.useSearch()} id={Route.useParams().id} />,
});
