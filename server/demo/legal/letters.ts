import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { and, asc, eq } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { openEnvelope } from '#server/modules/legal/envelopes/open.service.ts';
import { endAfter } from '#server/modules/legal/envelopes/send.service.ts';
import { registerRepresentative } from '#server/modules/legal/representatives/representatives.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import type { At } from './telling.ts';

const TEXT = [
  'CARTA DE AUTORIZACION',
  '',
  'Autorizo a la empresa a pedir a mi banco la constancia de mi preaprobacion',
  'y a entregarla con mi expediente. Esta autorizacion vale para mi compra y',
  'puedo retirarla por escrito cuando quiera.',
];

export const REPRESENTATIVE = 'ricardo.alfaro@demo.llave';

/** Two representatives, one of them with a power that ends soon. Returns the id of the other. */
export async function makeRepresentatives(at: At, userId: number | null): Promise<number> {
  const ctx = at(24 * 50);
  const today = panamaDay(at(0).now);
  const representativeId = await registerRepresentative(ctx, {
    name: 'Ricardo Alfaro Ruiz',
    document_type: 'cedula',
    document: '8-245-677',
    phone: '+50766781234',
    email: REPRESENTATIVE,
    user_id: userId,
    power_kind: 'escritura',
    power_text: 'Escritura 4,512 de la Notaría Quinta del Circuito de Panamá',
    limit_centavos: null,
    valid_from: addDays(today, -400),
    valid_until: addDays(today, 330),
  });
  await registerRepresentative(ctx, {
    name: 'Marisol Quintero Batista',
    document_type: 'cedula',
    document: '6-88-1203',
    phone: '+50766785678',
    email: 'marisol.quintero@demo.llave',
    user_id: null,
    power_kind: 'poder',
    power_text: 'Poder especial del 12 de enero, para montos hasta cien mil balboas',
    limit_centavos: 10_000_000,
    valid_from: addDays(today, -340),
    valid_until: addDays(today, 20),
  });
  return representativeId;
}

/** A letter that waits for its signatures. */
export async function makeLetter(at: At, representativeId: number): Promise<void> {
  const ctx = at(5);
  const { db, now } = ctx;
  const [sale] = await db
    .select({ id: sales.id })
    .from(sales)
    .innerJoin(people, eq(people.id, sales.personId))
    .where(and(eq(sales.stateId, SALE.complete), eq(people.documentType, 'cedula')))
    .orderBy(asc(sales.id))
    .limit(1);
  if (!sale) return;
  const stored = await ctx.files.keep(await letter(), 'carta-de-autorizacion.pdf', 'application/pdf');
  const owner = { reference: 'precontrato', referenceId: sale.id, sensitive: true };
  await openEnvelope(ctx, {
    record: null,
    recordId: null,
    saleId: sale.id,
    title: 'Carta de autorización al banco',
    fileId: await addFile(ctx, owner, stored),
    summary: [
      {
        label: 'Qué firmas',
        value: 'Autorizas a la empresa a pedir a tu banco la constancia de tu preaprobación.',
      },
      { label: 'Páginas', value: '1' },
    ],
    signers: [{ role: 'comprador' }, { role: 'promotora', representativeId }],
    expiresAt: endAfter(now, 15),
    initials: false,
  });
}

async function letter(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([612, 792]);
  for (const [at, line] of TEXT.entries())
    page.drawText(line, { x: 72, y: 700 - at * 22, size: at === 0 ? 16 : 12, font });
  return pdf.save();
}
