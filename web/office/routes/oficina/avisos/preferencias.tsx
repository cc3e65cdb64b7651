import { createFileRoute } from '@tanstack/react-router';
import { getNoticePreferences } from '#contract/company/notifications/endpoints.ts';
import { NoticePreferencesPage } from '#web/office/features/company/push/NoticePreferencesPage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/avisos/preferencias')({
  staticData: { title: 'Mis avisos' },
  loader: ({ context }) => preload(context, getNoticePreferences),
  component: NoticePreferencesPage,
});
