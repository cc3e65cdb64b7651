import { createFileRoute } from '@tanstack/react-router';
import { FieldPage } from '#web/office/features/works/jobs/field/FieldPage.tsx';

/** Outside the office's frame, whose guard needs the server: this page opens offline. */
export const Route = createFileRoute('/oficina_/trabajos/campo')({
  staticData: { title: 'Mis trabajos', module: 'contratos' },
  component: FieldPage,
});
