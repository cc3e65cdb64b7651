import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { findDiary } from '#contract/works/diary/endpoints.ts';
import { DiaryPage } from '#web/office/features/works/diary/DiaryPage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/bitacora/$id')({
  staticData: { title: 'Día de la bitácora', module: 'bitacora', help: 'bitacora#un-día' },
  params: {
    parse: ({ id }) => ({ id: z.coerce.number().int().parse(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  loader: ({ context, params }) => preload(context, findDiary, { params }),
  component: () => <DiaryPage key={Route.useParams().id} id={Route.useParams().id} />,
});
