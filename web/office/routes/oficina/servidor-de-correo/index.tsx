import { createFileRoute } from '@tanstack/react-router';
import { getMailServer } from '#contract/company/mailServer/endpoints.ts';
import { MailServerPage } from '#web/office/features/company/mailServer/MailServerPage.tsx';
import { preload } from '#web/office/lib/list.ts';

export const Route = createFileRoute('/oficina/servidor-de-correo/')({
  staticData: {
    title: 'Servidor de correo',
    module: 'administracion',
    help: 'administrar-el-sistema#el-servidor-de-correo',
  },
  loader: ({ context }) => preload(context, getMailServer),
  component: MailServerPage,
});
