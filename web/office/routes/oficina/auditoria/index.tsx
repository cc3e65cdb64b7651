import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '#web/office/features/company/audit/AuditPage.tsx';
import { AuditSearch } from '#web/office/features/company/audit/auditSearch.ts';

export const Route = createFileRoute('/oficina/auditoria/')({
  staticData: { title: 'Auditoría', module: 'administracion' },
  validateSearch: AuditSearch,
  component: () => <AuditPage search={Route.useSearch()} />,
});
