import { createFileRoute } from '@tanstack/react-router';
import { CashPage } from '#web/office/features/money/cashForecast/CashPage.tsx';
import { CashSearch } from '#web/office/features/money/cashForecast/cashSearch.ts';

export const Route = createFileRoute('/oficina/flujo-de-caja/')({
  staticData: {
    title: 'Flujo de caja',
    module: 'contabilidad',
    help: 'flujo-de-caja#el-flujo-de-caja',
  },
  validateSearch: CashSearch,
  component: () => <CashPage search={Route.useSearch()} />,
});
