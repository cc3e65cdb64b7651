import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { and, asc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { addDays, HOUR_MS, panamaDay } from '#contract/dates.ts';
import { APPLICATION } from '#contract/company/catalogs/states.ts';
import { moneyText } from '#contract/money.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import {
  banksOffered,
  changeApplicationState,
  chooseBankApplication,
  createBankApplication,
  noteContact,
} from '#server/modules/banking/applications/applications.service.ts';
import { prepareExpediente } from '#server/modules/banking/expediente/expediente.service.ts';
import { fileLetter } from '#server/modules/banking/letters/letters.service.ts';
import { termsOfSale } from '#server/modules/sales/quotes/terms.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { contextAt } from './actors.ts';

/** For each complete sale: its banks, by position in the project's list, and the states that each application reaches. */
const STORIES: readonly (readonly { bank: number; states: readonly number[] }[])[] = [
  [
    { bank: 0, states: [2, 3, 6, 8] },
    { bank: 1, states: [2, 3, 9] },
  ],
  [
    { bank: 0, states: [2, 3, 4] },
    { bank: 1, states: [2, 3, 5] },
  ],
  [
    { bank: 1, states: [2, 3] },
    { bank: 0, states: [] },
  ],
  [{ bank: 1, states: [] }],
];

const REASONS: Readonly<Record<number, string>> = {
  [APPLICATION.morePapers]: 'Carta de saldo del préstamo de auto.',
  [APPLICATION.rejected]: 'Sus deudas pasan del 50 % del ingreso.',
};

/** Bank applications for sales with a complete file, made through the office's own use cases. */
export async function makeBanks(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const at = (hoursAgo: number) =>
    contextAt(app, db, staff, new Date(now.getTime() - hoursAgo * HOUR_MS), {
      signIn: 'coordinador',
      role: 'coordinador',
    });
  const complete = await db
    .select({ id: sales.id, projectId: sales.projectId })
    .from(sales)
    .where(and(eq(sales.stateId, SALE.complete), eq(sales.paymentForm, 'hipoteca')))
    .orderBy(asc(sales.stateSince))
    .limit(STORIES.length);
  for (const [index, { id, projectId }] of complete.entries()) {
    const offered = await banksOffered(db, projectId);
    for (const { bank, states } of STORIES[index]!)
      await tellApplication(at, id, { bank: offered[bank % offered.length]!.id, states });
  }
}

/** Creates an application and moves it through the states, one day apart. A letter makes it chosen. Returns its id. */
export async function tellApplication(
  at: (hoursAgo: number) => Context,
  saleId: number,
  { bank, states }: { bank: number; states: readonly number[] },
): Promise<number> {
  const begun = 24 * (states.length + 3);
  const { db } = at(0);
  const [sale] = await db.select().from(sales).where(eq(sales.id, saleId));
  const { financedCents: wanted, months } = await termsOfSale(db, sale!);
  const id = await createBankApplication(at(begun + 4), saleId, {
    banco_id: bank,
    ejecutivo_id: null,
    monto_centavos: wanted,
    plazo_meses: months,
  });
  for (const [step, estado_id] of states.entries()) {
    const ctx = at(begun - step * 24);
    if (estado_id === APPLICATION.letter) {
      await letter(ctx, id, wanted);
      continue;
    }
    if (estado_id === APPLICATION.sent) await prepareExpediente(ctx, id, 'pdf');
    const motivo = REASONS[estado_id];
    await changeApplicationState(ctx, id, {
      estado_id,
      ...(motivo && { motivo }),
      ...(estado_id === APPLICATION.sent && {
        pese_a: 'El cliente renueva su carta de trabajo esta semana.',
      }),
      ...((estado_id === APPLICATION.approved || estado_id === APPLICATION.preapproved) && {
        monto_centavos: wanted,
        tasa: 6.25,
      }),
    });
  }
  if (states.at(-1) === APPLICATION.analysis)
    await noteContact(at(begun - states.length * 24), id, {
      canal: 'llamada',
      nota: 'El expediente está en el comité de crédito.',
      ejecutivo_id: null,
    });
  return id;
}

/** The demo's letter of promise. It expires in 28 days, so it appears in the list of expiring letters. */
async function letter(ctx: Context, id: number, cents: number): Promise<void> {
  const day = panamaDay(ctx.now);
  const paper = await PDFDocument.create();
  const page = paper.addPage([595, 842]);
  const font = await paper.embedFont(StandardFonts.Helvetica);
  page.drawText('CARTA PROMESA DE PAGO (muestra)', { x: 60, y: 760, size: 16, font });
  page.drawText(`Monto: USD ${moneyText(cents)}`, { x: 60, y: 720, size: 12, font });
  const kept = await ctx.files.keep(await paper.save(), 'carta-promesa.pdf', 'application/pdf');
  await fileLetter({ ...ctx, uploads: new Map([['carta', [{ ...kept, field: 'carta' }]]]) }, id, {
    numero: `CPP-${day.slice(0, 4)}-${String(417 + id).padStart(4, '0')}`,
    monto: cents,
    tasa: 6.25,
    plazo_meses: 360,
    emision: day,
    vencimiento: addDays(day, 28),
    notas: '',
    elegir: '0',
  });
  await chooseBankApplication(ctx, id, undefined);
}
