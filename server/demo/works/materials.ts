import { asc, eq } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import { PartnerForm } from '#contract/company/partners/partners.ts';
import type { MaterialForm } from '#contract/works/materials/model.ts';
import { QuotationForm } from '#contract/works/purchasing/model.ts';
import { REQUEST_STATE } from '#contract/works/purchasing/rules.ts';
import type { Db } from '#server/kernel/db.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { createPartner } from '#server/modules/company/partners/partners.service.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { createMaterial, setHouseList } from '#server/modules/works/materials/materials.service.ts';
import { dispatchOrder, receiveOrder } from '#server/modules/works/purchasing/delivery.service.ts';
import { lockOrder } from '#server/modules/works/purchasing/orders.queries.ts';
import { createOrder } from '#server/modules/works/purchasing/orders.service.ts';
import { addQuotation } from '#server/modules/works/purchasing/quotations.service.ts';
import { linesOf, lockRequest, quotationsOf } from '#server/modules/works/purchasing/requests.queries.ts';
import { changeRequestState, createRequest } from '#server/modules/works/purchasing/requests.service.ts';
import { count, issue } from '#server/modules/works/stock/stock.service.ts';
import type { Actor } from '../actors.ts';
import type { At } from '../legal/telling.ts';

const BUYER: Actor = { signIn: 'compras', role: 'compras' };
const RESIDENT: Actor = { signIn: 'residente', role: 'residente' };
const INSPECTOR: Actor = { signIn: 'inspector', role: 'inspector' };
const MANAGER: Actor = { signIn: 'proyectos', role: 'proyectos' };
const MANAGEMENT: Actor = { signIn: 'gerencia', role: 'gerencia' };

/** Fictional companies. */
const SUPPLIERS = [
  ['Ferretería El Constructor, S.A.', '155611820-2-2016', '31'],
  ['Bloques y Agregados del Oeste, S.A.', '155633901-2-2017', '58'],
  ['Cemento y Acero Istmo, S.A.', '155659077-2-2018', '09'],
] as const;

/** Code, name, unit, cost code, usual price in centavos, ITBMS, and what a house of 60 m² takes. */
const MATERIALS = [
  ['BLQ-04', 'Bloque de cemento de 4"', 'und', 3, 62, true, 1450],
  ['BLQ-06', 'Bloque de cemento de 6"', 'und', 3, 88, true, 260],
  ['CEM-01', 'Cemento gris 42.5 kg', 'saco', 2, 995, true, 185],
  ['ARE-01', 'Arena de río', 'm³', 2, 2650, false, 24],
  ['PIE-01', 'Piedra triturada ¾"', 'm³', 2, 3100, false, 18],
  ['ACE-38', 'Barra de acero ⅜" × 30\'', 'und', 2, 585, true, 140],
  ['ACE-12', 'Barra de acero ½" × 30\'', 'und', 2, 1040, true, 62],
  ['ALA-18', 'Alambre dulce calibre 18', 'lb', 2, 95, true, 45],
  ['ZIN-26', "Zinc acanalado calibre 26 × 12'", 'und', 4, 1875, true, 38],
  ['CAR-24', 'Carriola 2" × 4" × 20\'', 'und', 4, 2390, true, 34],
  ['PVC-12', 'Tubo PVC ½" × 20\' SDR 13.5', 'und', 5, 465, true, 22],
  ['CAB-12', 'Cable THHN 12 AWG', 'm', 5, 58, true, 420],
  ['AZU-01', 'Azulejo de piso 45 × 45', 'm²', 6, 845, true, 58],
  ['PIN-05', 'Pintura látex, cubeta de 5 gal', 'cubeta', 6, 6450, true, 5],
] as const;

/** The catalog, what a house of each model takes, and purchases at every degree, through their services. */
export async function makeMaterials(at: At): Promise<void> {
  const site = await siteOf(at(0, MANAGER).db);
  if (!site) return;
  const suppliers = await makeSuppliers(at);
  const catalog = await makeCatalog(at, site.modelIds);
  await makePurchases(at, { ...site, suppliers, catalog });
}

interface Site {
  projectId: number;
  modelIds: number[];
  houseIds: number[];
}
/** The first project with its models and houses. */
async function siteOf(db: Db): Promise<Site | null> {
  const [project] = await db.select({ id: projects.id }).from(projects).orderBy(asc(projects.id)).limit(1);
  if (!project) return null;
  const models = await db
    .select({ id: houseModels.id })
    .from(houseModels)
    .where(eq(houseModels.projectId, project.id))
    .orderBy(asc(houseModels.id));
  const list = await db
    .select({ id: houses.id })
    .from(houses)
    .where(eq(houses.projectId, project.id))
    .orderBy(asc(houses.id))
    .limit(4);
  return list.length < 4
    ? null
    : { projectId: project.id, modelIds: models.map(({ id }) => id), houseIds: list.map(({ id }) => id) };
}

async function makeSuppliers(at: At): Promise<number[]> {
  const admin = at(24 * 40, { signIn: 'administrador', role: 'administrador' });
  const made: number[] = [];
  for (const [name, ruc, dv] of SUPPLIERS)
    made.push(await createPartner(admin, { ...PartnerForm.parse({ name, ruc, dv }), kind: 'proveedor' }));
  return made;
}

async function makeCatalog(at: At, modelIds: readonly number[]): Promise<ReadonlyMap<string, number>> {
  const made = new Map<string, number>();
  for (const [code, name, unit, cost_code_id, price_centavos, taxed] of MATERIALS) {
    const form: MaterialForm = { code, name, unit, cost_code_id, price_centavos, taxed };
    made.set(code, (await createMaterial(at(24 * 39, BUYER), form)).id);
  }
  for (const [nth, modelId] of modelIds.entries())
    await setHouseList(at(24 * 38, MANAGER), {
      modelo_id: modelId,
      lines: MATERIALS.map(([code, , , , , , quantity]) => ({
        material_id: made.get(code)!,
        // A larger model takes more.
        quantity: Math.round(quantity * (1 + nth * 0.25)),
      })),
    });
  return made;
}

interface Stage extends Site {
  suppliers: readonly number[];
  catalog: ReadonlyMap<string, number>;
}
type Wanted = readonly (readonly [code: string, quantity: number])[];

/** Requests in every stage: closed and used, short and late, being quoted, and waiting for their approval. */
async function makePurchases(at: At, stage: Stage): Promise<void> {
  const [first, second, third, fourth] = stage.houseIds as [number, number, number, number];
  const walls: Wanted = [
    ['BLQ-04', 900],
    ['CEM-01', 90],
    ['ACE-38', 70],
  ];
  const closed = await request(at, stage, first, walls, 24 * 30, 24 * 20);
  await approve(at, closed, 24 * 29);
  const firstOrder = await order(at, stage, closed, [1, 0], 24 * 27, 'Trae los bloques con grúa');
  await send(at, firstOrder, [0.5, 1, 1], 24 * 24, 'GD-4410');
  await arrive(at, firstOrder, 24 * 24, 'NE-4410', 1);
  await send(at, firstOrder, [0.5, 0, 0], 24 * 22, 'GD-4432');
  await arrive(at, firstOrder, 24 * 22, 'NE-4432', 1);
  await use(at, stage, first, [['BLQ-04', 860], ['CEM-01', 84], ['ACE-38', 66]], 24 * 15); // prettier-ignore

  const roof = await request(at, stage, second, [['ZIN-26', 38], ['CAR-24', 34]], 24 * 20, 24 * 6); // prettier-ignore
  await approve(at, roof, 24 * 19);
  const late = await order(at, stage, roof, [0, 2], 24 * 17, '');
  await send(at, late, [1, 1], 24 * 12, 'GD-1187');
  await arrive(at, late, 24 * 11, 'NE-1187', 0.9);

  const quoted = await request(at, stage, third, [['PVC-12', 22], ['CAB-12', 400]], 24 * 8, -24 * 5); // prettier-ignore
  await approve(at, quoted, 24 * 7);
  await quote(at, stage, quoted, [0, 2], 24 * 5);

  await request(at, stage, fourth, [['CEM-01', 60], ['ARE-01', 8]], 30, -24 * 6); // prettier-ignore
  // Beyond the budget of its house: for gerencia.
  await request(at, stage, first, [['CEM-01', 140]], 20, -24 * 3);
  await count(at(16, RESIDENT), {
    clave: crypto.randomUUID(),
    project_id: stage.projectId,
    material_id: stage.catalog.get('BLQ-04')!,
    counted: 31,
    reason: 'Inventario del mes: nueve bloques partidos',
  });
}

async function request(
  at: At,
  { projectId, catalog }: Stage,
  houseId: number,
  wanted: Wanted,
  hoursAgo: number,
  neededHoursAgo: number,
): Promise<number> {
  const ctx = at(hoursAgo, RESIDENT);
  const id = await createRequest(ctx, {
    project_id: projectId,
    house_id: houseId,
    needed_on: panamaDay(at(neededHoursAgo, RESIDENT).now),
    note: '',
    lines: wanted.map(([code, quantity]) => ({ material_id: catalog.get(code)!, quantity })),
  });
  await changeRequestState(ctx, id, { estado_id: REQUEST_STATE.requested });
  return id;
}

const approve = (at: At, id: number, hoursAgo: number) =>
  changeRequestState(at(hoursAgo, MANAGEMENT), id, {
    estado_id: REQUEST_STATE.approved,
    motivo: 'Va con el avance de la semana',
  });

/** Quotations of these suppliers, the first at the usual price, the next a little dearer. */
async function quote(
  at: At,
  { suppliers }: Stage,
  requestId: number,
  from: readonly number[],
  hoursAgo: number,
) {
  const ctx = at(hoursAgo, BUYER);
  const lines = await linesOf(ctx, await lockRequest(ctx, requestId));
  for (const [nth, which] of from.entries())
    await addQuotation(
      ctx,
      requestId,
      QuotationForm.parse({
        supplier_id: suppliers[which],
        number: `C-${2100 + requestId * 3 + nth}`,
        quoted_on: panamaDay(ctx.now),
        valid_until: addDays(panamaDay(ctx.now), 30),
        delivery_days: 4 + nth * 3,
        terms: nth === 0 ? 'Crédito 30 días, flete incluido' : 'Contado, flete aparte',
        lines: lines.map(({ id, priceCents }, at) => ({
          line_id: id,
          price_centavos: Math.round(priceCents * (nth === 0 ? 0.99 : 0.97 + at * 0.04)),
        })),
      }),
    );
  return quotationsOf(ctx, requestId, lines);
}

async function order(
  at: At,
  stage: Stage,
  requestId: number,
  from: readonly number[],
  hoursAgo: number,
  reason: string,
): Promise<number> {
  const [chosen] = await quote(at, stage, requestId, from, hoursAgo + 24);
  return createOrder(at(hoursAgo, BUYER), requestId, {
    quotation_id: chosen!.id,
    expected_on: null,
    reason: reason || 'Entrega completa y a crédito',
  });
}

/** What leaves: a part of each line. */
async function send(at: At, orderId: number, parts: readonly number[], hoursAgo: number, guide: string) {
  const ctx = at(hoursAgo, BUYER);
  const { lines } = await lockOrder(ctx, orderId);
  await dispatchOrder(ctx, orderId, {
    clave: crypto.randomUUID(),
    dispatched_on: panamaDay(ctx.now),
    guide,
    note: '',
    lines: lines.flatMap(({ id, quantity }, nth) =>
      (parts[nth] ?? 0) > 0 ? [{ line_id: id, quantity: Math.round(quantity * parts[nth]!) }] : [],
    ),
  });
}

/** What is counted of what is on its way: all of it, or the last line short. */
async function arrive(at: At, orderId: number, hoursAgo: number, guide: string, share: number) {
  const ctx = at(hoursAgo, INSPECTOR);
  const { lines } = await lockOrder(ctx, orderId);
  // Of the site: the demo's other pictures are papers of persons.
  const [photo] = await ctx.db.select().from(files).where(eq(files.reference, 'trabajo')).limit(1);
  if (!photo) return;
  const travelling = lines.filter((line) => line.dispatched > line.received + line.missing);
  await receiveOrder({ ...ctx, uploads: new Map([['fotos', [{ ...photo, field: 'fotos' }]]]) }, orderId, {
    clave: crypto.randomUUID(),
    received_on: panamaDay(ctx.now),
    guide,
    lines: travelling.map((line, nth) => {
      const coming = line.dispatched - line.received - line.missing;
      return {
        line_id: line.id,
        quantity: nth === travelling.length - 1 ? Math.round(coming * share) : coming,
      };
    }),
  });
}

const use = (at: At, { projectId, catalog }: Stage, houseId: number, list: Wanted, hoursAgo: number) =>
  issue(at(hoursAgo, RESIDENT), {
    clave: crypto.randomUUID(),
    project_id: projectId,
    house_id: houseId,
    contract_id: null,
    moved_on: panamaDay(at(hoursAgo, RESIDENT).now),
    paper: 'VALE-0231',
    note: '',
    lines: list.map(([code, quantity]) => ({ material_id: catalog.get(code)!, quantity })),
  });
