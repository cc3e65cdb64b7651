import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { DiaryFieldPage } from '#web/office/features/works/diary/field/DiaryFieldPage.tsx';

/** Outside the office's frame, whose guard needs the server: this page opens offline. */
export const Route = createFileRoute('/oficina_/bitacora/campo')({
  staticData: { title: 'Bitácora de hoy', module: 'bitacora' },
  validateSearch: z.object({ contrato: z.coerce.number().int().optional().catch(undefined) }),
  component: () => <DiaryFieldPage contractId={Route.useSearch().contrato} />,
});
