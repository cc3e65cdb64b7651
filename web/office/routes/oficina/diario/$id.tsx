import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { getEntry } from '#contract/money/ledger/endpoints.ts';
import { EntryPage } from '#web/office/features/money/ledger/EntryPage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/diario/$id')({
  staticData: { title: 'Asiento', module: 'contabilidad', help: 'contabilidad#el-diario' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  loader: ({ context, params }) => preload(context, getEntry, { params }),
  component: () => <EntryPage id={Route.useParams().id} />,
});
