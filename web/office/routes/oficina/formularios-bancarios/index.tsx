import { createFileRoute } from '@tanstack/react-router';
import { BankFormsPage } from '#web/office/features/banking/bankForms/BankFormsPage.tsx';

export const Route = createFileRoute('/oficina/formularios-bancarios/')({
  staticData: { title: 'Formularios de bancos', module: 'tramites' },
  component: BankFormsPage,
});
