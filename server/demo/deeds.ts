import { and, asc, eq, isNull } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { addDays, HOUR_MS, panamaDay } from '#contract/dates.ts';
import { DEED } from '#contract/company/catalogs/states.ts';
import { taxesOf } from '#contract/legal/deeds/taxes.ts';
import type { Db } from '#server/kernel/db.ts';
import { recordCertificate, recordTax } from '#server/modules/legal/deeds/deedPapers.service.ts';
import { changeDeedState } from '#server/modules/legal/deeds/deeds.service.ts';
import { findRates } from '#server/modules/legal/deeds/deeds.queries.ts';
import { deeds } from '#server/modules/legal/deeds/deeds.table.ts';
import { writeHouseFiles } from '#server/modules/legal/houseFile/houseFile.service.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { contextAt, type Actor } from './actors.ts';

const LAWYER: Actor = { signIn: 'abogado', role: 'abogado' };
const ACCOUNTANT: Actor = { signIn: 'contabilidad', role: 'contabilidad' };
/** How many lots of the first project have their legal file, as a company that builds has. */
const FILED = 20;

type Parts = [app: FastifyInstance, db: Db, staff: ReadonlyMap<string, number>, now: Date];

/** The legal files of the first houses, written as from the table of the office: some lack their permit still. */
export async function makeHouseFiles(...[app, db, staff, now]: Parts): Promise<void> {
  const ctx = contextAt(app, db, staff, new Date(now.getTime() - 90 * HOUR_MS), LAWYER);
  const today = panamaDay(ctx.now);
  const found = await db
    .select({ id: lots.id, name: lots.name })
    .from(lots)
    .where(eq(lots.projectId, 1))
    .orderBy(asc(lots.id))
    .limit(FILED);
  await writeHouseFiles(
    ctx,
    found.map(({ id }, at) => ({
      lotId: id,
      set: {
        finca_madre: '28101',
        segregacion_entrada: `${511_200 + at}/2026`,
        segregacion_ingresada: addDays(today, -60),
        ...(at < 14 && {
          finca: String(30_300_100 + at),
          codigo_ubicacion: '8A01',
          segregacion_inscrita: addDays(today, -40),
        }),
        ...(at < 8 && readyFile(today, at)),
      },
    })),
  );
}

const readyFile = (today: string, at: number) => ({
  permiso_numero: `PO-2026-${118 + at}`,
  permiso_fecha: addDays(today, -30),
  mejoras_entrada: `${518_800 + at}/2026`,
  mejoras_inscrita: addDays(today, -20),
  liberacion_banco: 'Banco Nacional de Panamá',
  liberacion_solicitada: addDays(today, -25),
  liberacion_firmada: addDays(today, -15),
});

/** Makes the house of a sale ready for its deed. */
export async function readyHouse(parts: Parts, saleId: number): Promise<void> {
  const [app, db, staff, now] = parts;
  const ctx = contextAt(app, db, staff, now, LAWYER);
  const [claim] = await db
    .select({ lotId: lotClaims.lotId })
    .from(lotClaims)
    .where(and(eq(lotClaims.saleId, saleId), isNull(lotClaims.releasedAt)));
  if (!claim) return;
  const today = panamaDay(now);
  await writeHouseFiles(ctx, [
    {
      lotId: claim.lotId,
      set: {
        finca: String(30_390_000 + claim.lotId),
        codigo_ubicacion: '8A01',
        segregacion_inscrita: addDays(today, -40),
        ...readyFile(today, 60),
      },
    },
  ]);
}

/** Walks the deed of a sale to its inscription, a step every `hours`; the sale follows. */
export async function inscribe(
  [app, db, staff, now]: Parts,
  saleId: number,
  hours: { from: number; each: number },
): Promise<void> {
  const [deed] = await db
    .select({ id: deeds.id, priceCents: sales.priceCents })
    .from(deeds)
    .innerJoin(sales, eq(sales.id, deeds.saleId))
    .where(eq(deeds.saleId, saleId));
  if (!deed) return;
  let left = hours.from;
  const at = (actor: Actor) => {
    left -= hours.each;
    return contextAt(app, db, staff, new Date(now.getTime() - left * HOUR_MS), actor);
  };
  const step = async (estado_id: number, params: object = {}, actor = LAWYER) => {
    const ctx = at(actor);
    await changeDeedState(ctx, deed.id, { estado_id, ...params });
  };
  const today = panamaDay(new Date(now.getTime() - hours.from * HOUR_MS));
  await step(DEED.drafting);
  await step(DEED.withBank);
  await step(DEED.approved);
  await step(DEED.signing, { notaria: 'Notaría Quinta de Panamá', fecha: addDays(today, 1) });
  const signed = panamaDay(new Date(now.getTime() - (left - hours.each) * HOUR_MS));
  await step(DEED.signed, { firma_comprador: signed, firma_promotora: signed, firma_banco: signed });
  const paying = at(ACCOUNTANT);
  const day = panamaDay(paying.now);
  const owed = taxesOf(
    { priceCents: deed.priceCents, cadastralCents: null, permitOn: null },
    await findRates(db),
    day,
  );
  for (const [nth, { kind, cents }] of owed.entries())
    await recordTax(paying, deed.id, {
      impuesto: kind,
      exento: '0',
      boleta: `B-${20_117 + nth}`,
      fecha: day,
      monto: cents,
      motivo: '',
    });
  for (const tipo of ['inmueble', 'idaan'] as const)
    await recordCertificate(paying, deed.id, {
      tipo,
      numero: `PS-${tipo === 'idaan' ? 7712 : 7711}`,
      emitido: day,
      vence: addDays(day, 30),
    });
  await step(DEED.taxes, {}, ACCOUNTANT);
  await step(DEED.closed, { numero: '4512' });
  await step(DEED.entered, { entrada: '199222/2026' });
  await step(DEED.registered, { folio: '30412345 (F)' });
}
