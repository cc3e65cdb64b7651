import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { and, asc, eq } from 'drizzle-orm';
import { addDays, addMonths, panamaDay } from '#contract/dates.ts';
import { ADDENDUM } from '#contract/legal/addenda/rules.ts';
import { PROMISE } from '#contract/legal/promises/rules.ts';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { changeAddendumState, createAddendum } from '#server/modules/legal/addenda/addenda.service.ts';
import { generatePromise } from '#server/modules/legal/promises/draft.service.ts';
import { changePromiseState } from '#server/modules/legal/promises/status.service.ts';
import { composeRescission } from '#server/modules/legal/rescissions/rescissions.service.ts';
import { attachPaper, changePaper } from '#server/modules/sales/documents/documents.service.ts';
import { prepareRescission } from '#server/modules/sales/ending/rescission.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { completeSales, termsAt } from './promises.ts';
import { signAll } from './signing.ts';
import { COORDINATOR, type At } from './telling.ts';

/** A purchase that its buyer ceded, signed by all; and one whose rescission waits for its signatures and a decision. */
export async function makeEndings(at: At, representativeId: number): Promise<void> {
  const [ceded, rescinded] = (await completeSales(at(0).db)).slice(-2);
  if (ceded) await cede(at, ceded, representativeId);
  if (rescinded) await rescind(at, rescinded, representativeId);
}

async function cede(at: At, saleId: number, representante_id: number): Promise<void> {
  const { db, now } = at(0);
  // Somebody whose own separation expired, and who comes back.
  const [taker] = await db
    .select({ id: people.id })
    .from(people)
    .innerJoin(sales, eq(sales.personId, people.id))
    .where(and(eq(sales.stateId, SALE.expired), eq(people.documentType, 'cedula')))
    .orderBy(asc(sales.id))
    .limit(1);
  if (!taker) return;
  const id = await createAddendum(at(44), saleId, {
    cambio: { tipo: 'cesion', persona_id: taker.id, forma_pago: 'hipoteca' },
    motivo: 'Se muda a David por trabajo.',
    firmar_hasta: addDays(panamaDay(now), 15),
    representante_id,
  });
  await changeAddendumState(at(43), id, { estado_id: ADDENDUM.inReview });
  await changeAddendumState(at(42), id, { estado_id: ADDENDUM.signing });
  await signAll(at, 'adenda', id, 36);
}

async function rescind(at: At, saleId: number, representante_id: number): Promise<void> {
  const today = panamaDay(at(0).now);
  const promise = await generatePromise(at(48), saleId, {
    ...termsAt(today, representante_id),
    entrega: addMonths(today, 10),
  });
  await changePromiseState(at(47), promise, { estado_id: PROMISE.signing });
  await signAll(at, 'promesa', promise, 44);
  const reviewer = at(26, COORDINATOR);
  const upload = await reviewer.files.keep(await notice(), 'aviso-de-incumplimiento.pdf', 'application/pdf');
  const { documentId } = await attachPaper(reviewer, { saleId, type: 'aviso_incumplimiento', upload });
  await changePaper(reviewer, documentId, { estado_id: DOCUMENT.inReview });
  await changePaper(reviewer, documentId, {
    estado_id: DOCUMENT.approved,
    fecha_emision: addDays(today, -2),
  });
  await prepareRescission(at(6), saleId, {
    motivo: 'No hizo el abono inicial que pactó en la promesa ni respondió al aviso.',
  });
  await composeRescission(at(5), saleId, {
    representante_id,
    firman: true,
    firmar_hasta: addDays(today, 10),
  });
}

async function notice(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([612, 792]);
  page.drawText('AVISO DE INCUMPLIMIENTO (muestra)', { x: 72, y: 700, size: 16, font });
  page.drawText('El abono inicial que pacto en su promesa de compraventa no se ha recibido.', {
    x: 72,
    y: 664,
    size: 12,
    font,
  });
  return pdf.save();
}
