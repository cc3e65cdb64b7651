import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '#web/office/features/company/audit/AuditPage.tsx';
import { AuditSearch } from '#web/office/features/company/audit/auditSearch.ts';
import { listAudit } from '#contract/company/audit/endpoints.ts';
import { preloadList } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/auditoria/')({
  staticData: { title: 'Auditoría', module: 'administracion', help: 'auditoria-y-privacidad#quién-hizo-qué' },
  validateSearch: AuditSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => preloadList(context, listAudit, deps),
  component: () => <AuditPage search={Route.useSearch()} />,
});
