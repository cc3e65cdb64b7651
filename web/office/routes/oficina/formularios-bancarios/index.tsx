import { createFileRoute } from '@tanstack/react-router';
import { BankFormsPage } from '#web/office/features/banking/bankForms/BankFormsPage.tsx';
import { listBankForms } from '#contract/banking/bankData/bankData.endpoints.ts';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/formularios-bancarios/')({
  staticData: {
    title: 'Formularios de bancos',
    module: 'tramites',
    help: 'datos-bancarios#formularios-de-bancos',
  },
  loader: ({ context }) => preload(context, listBankForms),
  component: BankFormsPage,
});
