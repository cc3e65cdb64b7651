import { and, asc, eq, isNull, notExists, sql } from 'drizzle-orm';
import { CHARGE } from '#contract/care/warranty/charges.ts';
import type { SentInspection } from '#contract/care/handover/model.ts';
import { InspectionData } from '#contract/care/handover/model.ts';
import { HANDOVER } from '#contract/care/handover/rules.ts';
import { DEFAULT_ROOMS } from '#contract/care/handover/template.ts';
import { addDays, panamaDay } from '#contract/dates.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { announce, keepUp } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { row } from '#server/kernel/db.ts';
import { changeHandoverState, createHandover } from '#server/modules/care/handover/handover.service.ts';
import { importHandover } from '#server/modules/care/handover/imported.service.ts';
import { inspectHandover } from '#server/modules/care/handover/inspection.service.ts';
import { correctPunch } from '#server/modules/care/handover/punch.service.ts';
import { openItems } from '#server/modules/care/handover/open.queries.ts';
import { changeCharge, createCharge } from '#server/modules/care/warranty/charges.service.ts';
import { houseFiles } from '#server/modules/legal/houseFile/houseFile.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { houseModels } from '#server/modules/projects/projects/projects.table.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { createPerson } from '#server/modules/sales/people/people.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { signAll } from '../legal/signing.ts';
import type { At } from '../legal/telling.ts';
import type { Photographs } from './photographs.ts';
import { ACCOUNTANT, INSPECTOR, MANAGER, type Site } from './telling.ts';

const HANDS = { signIn: 'postventa', role: 'postventa' } as const;
const LET_IN = [
  ['Itzel Batista Mora', '8-811-2045', '+50766130001'],
  ['Ricardo Quintero Sáenz', '2-714-338', '+50766130002'],
  ['Marisol Camaño Ríos', '8-790-1123', '+50766130003'],
  ['Edilberto Pinzón', '9-702-455', '+50766130004'],
  ['Nayarit Castillero', '8-845-904', '+50766130005'],
] as const;

/** Free houses that are finished, the last ones first: the first are what visitors buy. */
const finished = (ctx: Context) =>
  ctx.db
    .select({
      id: houses.id,
      projectId: houses.projectId,
      modelId: houses.modelId,
      lotId: houses.lotId,
      cents: houseModels.priceCents,
    })
    .from(houses)
    .innerJoin(lots, eq(lots.id, houses.lotId))
    .innerJoin(houseModels, eq(houseModels.id, houses.modelId))
    .where(
      and(
        eq(houses.progressPercent, 100),
        isNull(houses.archivedAt),
        eq(lots.withheld, false),
        notExists(
          ctx.db
            .select({ one: sql`1` })
            .from(lotClaims)
            .where(and(eq(lotClaims.lotId, houses.lotId), isNull(lotClaims.releasedAt))),
        ),
        notExists(
          ctx.db
            .select({ one: sql`1` })
            .from(houseFiles)
            .where(eq(houseFiles.lotId, houses.lotId)),
        ),
      ),
    )
    .orderBy(asc(houses.projectId), sql`${houses.name} desc`);

type Home = Awaited<ReturnType<typeof finished>>[number];

/** A sale that was paid in cash and waits for its keys. */
async function paidSale(
  ctx: Context,
  home: Home,
  nth: number,
  year: number,
): Promise<{ id: number; code: string }> {
  const [name, document, phone] = LET_IN[nth]!;
  const personId = await createPerson(ctx, {
    name,
    phone,
    email: `entrega${nth + 1}@demo.llave`,
    document: { documentType: 'cedula', documentNumber: document, documentKey: document },
  });
  const next = await row<{ code: string }>(ctx.db, sql`select next_code('PC', ${year}::int) code`);
  const [sale] = await ctx.db
    .insert(sales)
    .values({
      code: next!.code,
      personId,
      projectId: home.projectId,
      modelId: home.modelId,
      stateId: SALE.disbursed,
      priceCents: home.cents,
      paymentForm: 'contado',
      workSector: 'Privado',
      lastActionAt: ctx.now,
      receivedAt: ctx.now,
      stateSince: ctx.now,
      createdAt: ctx.now,
    })
    .returning({ id: sales.id });
  await ctx.db
    .insert(lotClaims)
    .values({ kind: 'sale', since: ctx.now, lotId: home.lotId, saleId: sale!.id });
  await announce(ctx, { record: 'precontrato', id: sale!.id, from: null, to: SALE.disbursed });
  return { id: sale!.id, code: next!.code };
}

/** What was seen in a house: every point right but these. */
function seen(
  day: string,
  name: string,
  faults: Readonly<Record<string, readonly ['leve' | 'moderada' | 'grave', string]>>,
  answer: Pick<SentInspection, 'respuesta' | 'motivo'>,
) {
  let photo = 0;
  const refused = answer.respuesta === 'rechaza';
  return InspectionData.parse({
    fecha: day,
    asistio: name,
    puntos: DEFAULT_ROOMS.flatMap(({ nombre, puntos }) =>
      puntos.map((point) => {
        const fault = faults[`${nombre}: ${point.nombre}`];
        const one = { ambiente: nombre, punto: point.nombre, parte: point.parte };
        return fault
          ? { ...one, resultado: 'observado', gravedad: fault[0], texto: fault[1], fotos: [photo++] }
          : { ...one, resultado: 'bien', fotos: [] };
      }),
    ),
    medidores: refused
      ? []
      : [
          { tipo: 'luz', numero: 'N-204417', lectura: 18.4, fotos: [] },
          { tipo: 'agua', numero: 'I-88120', lectura: 2, fotos: [] },
        ],
    llaves: refused
      ? []
      : [
          { nombre: 'Puerta principal', cantidad: 3 },
          { nombre: 'Puerta trasera', cantidad: 2 },
        ],
    manual: !refused,
    reglamento: false,
    ...answer,
  } satisfies SentInspection);
}

/**
 * Deliveries of the demo, through the services: two houses delivered before, one delivered with a punch list that is open, one
 * that its buyer refused, one to inspect; and repairs charged to a contractor.
 */
export async function makeHandovers(site: Site, photos: Photographs): Promise<void> {
  const at = (daysAgo: number) => site.at(daysAgo, HANDS);
  // Codes of the years before are those of the demo's past.
  const year = Number(panamaDay(site.now).slice(0, 4));
  const day = (daysAgo: number) => addDays(panamaDay(site.now), -daysAgo);
  const homes = await finished(at(0));
  if (homes.length < LET_IN.length) return;
  const picture = photos.get('acabados')!;
  const withPhotos = (ctx: Context, count: number): Context => ({
    ...ctx,
    uploads: new Map([['fotos', Array.from({ length: count }, () => picture)]]),
  });

  for (const [nth, daysAgo] of [345, 45].entries()) {
    const sale = await paidSale(at(daysAgo + 20), homes[nth]!, nth, year);
    await importHandover(at(1), sale.id, day(daysAgo));
  }

  await at(40)
    .db.insert(houseFiles)
    .values(
      [homes[2]!, homes[4]!].map(({ lotId }) => ({
        lotId,
        permitNumber: `PO-${lotId}`,
        permitOn: day(40),
        updatedAt: site.now,
        createdAt: site.now,
      })),
    );
  const taken = await paidSale(at(30), homes[2]!, 2, year);
  const delivered = await createHandover(at(15), { venta: taken.code, fecha: day(12) });
  const faults = {
    'Baño: Ducha y desagüe': ['grave', 'Gotea la llave de la ducha'],
    'Sala y comedor: Paredes y pintura': ['leve', 'Manchas de pintura junto a la ventana'],
    'Cocina: Mueble y fregador': ['moderada', 'La puerta del mueble no cierra'],
  } as const;
  await inspectHandover(withPhotos(site.at(12, INSPECTOR), 3), delivered, {
    clave: crypto.randomUUID(),
    datos: seen(day(12), LET_IN[2][0], faults, { respuesta: 'pendientes' }),
  });
  await changeHandoverState(at(11), delivered, { estado_id: HANDOVER.signing });
  await keepUp(at(11));
  const hours: At = (hoursAgo, actor = HANDS) => site.at(hoursAgo / 24, actor);
  await signAll(hours, 'entrega', delivered, 10 * 24);
  const [first, second] = await openItems(at(0).db, delivered);
  await correctPunch(withPhotos(site.at(3, MANAGER), 1), second?.id ?? first!.id, {
    nota: 'Se retocó la pared completa',
  });

  const refused = await paidSale(at(25), homes[3]!, 3, year);
  const again = await createHandover(at(6), { venta: refused.code, fecha: day(3) });
  await inspectHandover(withPhotos(at(3), 1), again, {
    clave: crypto.randomUUID(),
    datos: seen(
      day(3),
      LET_IN[3][0],
      { 'Exterior: Techo y canales': ['grave', 'Filtra agua en la esquina de la cocina'] },
      { respuesta: 'rechaza', motivo: 'No la recibo mientras entre agua por el techo' },
    ),
  });

  const waiting = await paidSale(at(20), homes[4]!, 4, year);
  await createHandover(at(0), { venta: waiting.code, fecha: day(-2) });
  await makeCharges(site);
}

/** A repair that the retention did not cover, and one that waits for its approval. */
async function makeCharges(site: Site): Promise<void> {
  const manager = site.at(2, MANAGER);
  const built = await manager.db
    .select({
      id: contracts.id,
      held: sql<number>`coalesce((select sum(retained_cents) from progress_accounts a
      where a.contract_id = ${contracts.id} and a.state_id = 5), 0)::int`,
    })
    .from(contracts)
    .where(eq(contracts.stateId, 5))
    .orderBy(sql`2`);
  const [little] = built.filter(({ held }) => held > 0);
  const most = built.at(-1);
  if (!little || !most || little === most) return;
  const charge = await createCharge(manager, {
    contrato_id: little.id,
    monto_centavos: little.held + 18_500,
    documento: 'FAC-2291',
    motivo: 'Se reparó el drenaje que quedó tapado con escombros.',
  });
  await changeCharge(site.at(1, ACCOUNTANT), charge, { estado_id: CHARGE.approved });
  await createCharge(manager, {
    contrato_id: most.id,
    monto_centavos: 32_000,
    documento: 'FAC-2304',
    motivo: 'Se cambió la llave de la ducha que goteaba y se repuso el azulejo.',
  });
}
