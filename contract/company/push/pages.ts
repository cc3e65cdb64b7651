import { z } from 'zod';
import { page } from '#contract/page.ts';

export const notificationsPage = page({
  name: 'company/push/NotificationsPage',
  path: '/clientes/notificaciones',
  access: 'client',
  title: 'Avisos en tu celular',
  query: z.object({ confirmado: z.string().max(5).optional() }),
  data: z.object({
    /** VAPID public key. */
    key: z.string(),
    /** Notices go to this browser already. */
    on: z.boolean(),
    primary: z.boolean(),
    confirmed: z.boolean(),
  }),
});
