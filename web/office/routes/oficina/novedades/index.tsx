import { createFileRoute } from '@tanstack/react-router';
import { getNews } from '#contract/company/news/endpoints.ts';
import { NewsPage } from '#web/office/features/company/news/NewsPage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/novedades/')({
  staticData: { title: 'Novedades', help: 'administrar-el-sistema#novedades' },
  loader: ({ context }) => preload(context, getNews),
  component: NewsPage,
});
