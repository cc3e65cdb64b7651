import { createFileRoute } from '@tanstack/react-router';
import { CalculatorPage } from '#web/office/features/projects/interest/CalculatorPage.tsx';

export const Route = createFileRoute('/oficina/calculadora/')({
  staticData: { title: 'Calculadora', module: 'ventas' },
  component: CalculatorPage,
});
