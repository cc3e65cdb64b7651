import { createFileRoute } from '@tanstack/react-router';
import { CalculatorPage } from '#web/office/features/sales/quotes/CalculatorPage.tsx';
import { interestToday } from '#contract/projects/interest/endpoints.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/calculadora/')({
  staticData: { title: 'Calculadora', module: 'ventas', help: 'proformas#calculadora' },
  loader: ({ context }) => preload(context, interestToday, {}),
  component: CalculatorPage,
});
