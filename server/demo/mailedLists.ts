import type { FastifyInstance } from 'fastify';
import { NewMailedList } from '#contract/company/mailedLists/model.ts';
import { LAST_WORKING_DAY } from '#contract/company/mailedLists/rules.ts';
import { listInvoices } from '#contract/money/invoices/endpoints.ts';
import { listBottlenecks } from '#contract/overview/reports/bottlenecks.ts';
import type { Db } from '#server/kernel/db.ts';
import { addMailedList } from '#server/modules/company/mailedLists/mailedLists.service.ts';
import { contextAt, type Colleague } from './actors.ts';

const LISTS: readonly (readonly [
  owner: Colleague,
  to: readonly string[],
  body: Omit<typeof NewMailedList._zod.input, 'para'>,
])[] = [
  [
    { signIn: 'gerencia', role: 'gerencia' },
    ['gerencia', 'coordinador'],
    {
      titulo: 'Cuellos de botella de la semana',
      lista: listBottlenecks.path,
      pagina: '/oficina/cuellos-de-botella',
      cada: 'semana',
      dia_semana: 1,
      hora: '07:00',
      salta_feriados: true,
    },
  ],
  [
    { signIn: 'contabilidad', role: 'contabilidad' },
    ['contabilidad', 'gerencia'],
    {
      titulo: 'Facturas vencidas al cierre del mes',
      lista: listInvoices.path,
      filtro: { vence: 'vencidas' },
      pagina: '/oficina/facturas?vence=vencidas',
      cada: 'mes',
      dia_mes: LAST_WORKING_DAY,
      hora: '16:00',
    },
  ],
];

/** Two lists that go by mail: one each week, and one on the last working day of the month. */
export async function makeMailedLists(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  for (const [owner, to, body] of LISTS)
    await addMailedList(
      contextAt(app, db, staff, now, owner),
      NewMailedList.parse({ ...body, para: to.map((signIn) => staff.get(signIn)) }),
    );
}
