import { asc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { addDays, HOUR_MS, panamaDay } from '#contract/dates.ts';
import { IssuedForm, SeriesForm } from '#contract/money/issuedInvoices/model.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { lockIssued } from '#server/modules/money/issuedInvoices/issue.service.ts';
import { createIssued } from '#server/modules/money/issuedInvoices/issuedInvoices.service.ts';
import type { PacAnswer } from '#server/modules/money/issuedInvoices/pac.client.ts';
import { noteSent, takeAnswer } from '#server/modules/money/issuedInvoices/sending.service.ts';
import { createSeries } from '#server/modules/money/issuedInvoices/series.service.ts';
import { contextAt, type Actor } from './actors.ts';

const CLERK: Actor = { signIn: 'contabilidad', role: 'contabilidad' };
/** Days ago, receiver, RUC, DV, what it charges, centavos without ITBMS, and what the provider said. */
const INVOICES = [
  [24, 'Telefonía del Istmo, S.A.', '155678901-2-2016', '44', 'Alquiler de espacio para antena', 65_000, 'si'],
  [17, 'Vallas y Rótulos, S.A.', '155612377-2-2015', '08', 'Alquiler de valla en la entrada', 42_500, 'si'],
  [9, 'Cooperativa El Progreso, R.L.', '1234-56-7890', '21', 'Uso de la sala de ventas', 18_000, 'El RUC del receptor no está inscrito'],
  [2, 'Telefonía del Istmo, S.A.', '155678901-2-2016', '44', 'Alquiler de espacio para antena', 65_000, null],
] as const; // prettier-ignore

/** The point of emission of the first company, from which its deliveries are invoiced, and invoices of other income. */
export async function makeIssuedInvoices(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const at = (daysAgo: number) =>
    contextAt(app, db, staff, new Date(now.getTime() - daysAgo * 24 * HOUR_MS), CLERK);
  const [company] = await db
    .select({ id: partners.id })
    .from(partners)
    .where(eq(partners.kind, 'contratante'))
    .orderBy(asc(partners.id));
  if (!company) return;
  await createSeries(
    at(90),
    SeriesForm.parse({
      company_id: company.id,
      branch: '0000',
      point: '001',
      last_number: 1286,
      issues_from: addDays(panamaDay(now), -90),
      address: 'Vía Centenario, Edificio Sereno, piso 3',
      location_code: '8-8-7',
      corregimiento: 'Bella Vista',
      district: 'Panamá',
      province: 'Panamá',
      coordinates: '+8.9892,-79.5201',
      phone: '264-1234',
      email: 'facturas@valle-sereno.example.com',
    }),
  );
  for (const [daysAgo, name, ruc, dv, what, cents, said] of INVOICES) {
    const ctx = at(daysAgo);
    const id = await createIssued(
      ctx,
      IssuedForm.parse({
        company_id: company.id,
        receiver_type: 'ruc',
        receiver_name: name,
        receiver_document: ruc,
        receiver_dv: dv,
        receiver_address: 'Ciudad de Panamá',
        concept: what,
        lines: [{ description: what, cents, rate: 700 }],
      }),
    );
    if (said !== null) await answer(ctx, id, said);
  }
}

/** What the provider would have said. */
async function answer(ctx: Context, id: number, said: string): Promise<void> {
  await noteSent(ctx, (await lockIssued(ctx, id))!);
  const cufe = `FE-DEMOSTRACION-${String(id).padStart(8, '0')}`;
  const accepted: PacAnswer = {
    status: 'authorized',
    cufe,
    qr: `https://dgi-fep.mef.gob.pa/Consultas/FacturasPorQR?chFE=${cufe}`,
    protocol: `DEMO-${id}`,
    authorized_at: ctx.now.toISOString(),
    xml: `<rFE><dVerForm>1.00</dVerForm><dId>${cufe}</dId></rFE>`,
  };
  await takeAnswer(
    ctx,
    id,
    said === 'si' ? accepted : { status: 'rejected', errors: [{ code: '1301', message: said }] },
  );
}
