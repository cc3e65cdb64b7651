import { createFileRoute } from '@tanstack/react-router';
import { getNoticePreferences } from '#contract/company/notifications/endpoints.ts';
import { NoticePreferencesPage } from '#web/office/features/company/push/NoticePreferencesPage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/avisos/preferencias')({
  staticData: { title: 'Mis avisos', help: 'avisos-y-tareas#la-campana-y-tus-preferencias' },
  loader: ({ context }) => preload(context, getNoticePreferences),
  component: NoticePreferencesPage,
});
