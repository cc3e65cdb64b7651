import { z } from 'zod';
import { page } from '#contract/page.ts';
import { SaleName } from '#contract/sales/purchase/model.ts';
import { PurchaseHead } from '#contract/sales/purchase/pages.ts';
import { MyTicket } from './mine.ts';

export const helpPage = page({
  name: 'care/tickets/HelpPage',
  path: '/clientes/mi-compra/:codigo/ayuda',
  access: 'client',
  params: z.object({ codigo: SaleName }),
  title: 'Ayuda y reparaciones',
  wasm: true,
  data: z.object({
    sale: PurchaseHead,
    /** What one may ask about: parts of a delivered house first. */
    topics: z.array(z.object({ value: z.string(), label: z.string() })),
    /** The house was delivered: repairs may be under warranty. */
    delivered: z.boolean(),
    /** The newest first. */
    tickets: z.array(MyTicket),
  }),
});
