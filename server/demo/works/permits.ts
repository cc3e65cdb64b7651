import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import { PLAN_VERSION } from '#contract/works/blueprints/rules.ts';
import { levelOf, PERMIT, PERMIT_TYPE } from '#contract/works/permits/rules.ts';
import { permitTypes, PermitTypeWords } from '#contract/company/catalogs/permitLists.ts';
import type { Context } from '#server/kernel/context.ts';
import { houseFiles } from '#server/modules/legal/houseFile/houseFile.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import {
  addPlanSheet,
  changePlanState,
  createPlanVersion,
} from '#server/modules/works/blueprints/blueprints.service.ts';
import { blueprintVersions } from '#server/modules/works/blueprints/blueprints.table.ts';
import { changePermit } from '#server/modules/works/permits/correct.service.ts';
import { changeState, startPermits } from '#server/modules/works/permits/permits.service.ts';
import { permits } from '#server/modules/works/permits/permits.table.ts';
import type { Actor } from '../actors.ts';
import type { At } from '../legal/telling.ts';

const OFFICE: Actor = { signIn: 'permisos', role: 'permisos' };
type AtDay = (daysAgo: number) => Context;

/** The types of a level, in the order in which they are obtained. */
const typesOf = (nivel: 'proyecto' | 'modelo') =>
  permitTypes.rows.flatMap(([id, , words]) =>
    levelOf(PermitTypeWords.parse(words).nivel) === nivel ? [id] : [],
  );

/** What was approved long ago, was so before the works began. */
const LONG_AGO = 100;
const EARLIER = 130;

/**
 * Plans and permits of the demo's projects, in every state: the construction permit of one model expired, and is obtained
 * anew with corrected plans. `night` lets permits expire so many days ago.
 */
export async function makePermits(at: At, night: (daysAgo: number) => Promise<void>): Promise<void> {
  const day: AtDay = (daysAgo) => at(daysAgo * 24, OFFICE);
  const { db } = day(0);
  const [first, second] = await db.select().from(projects).orderBy(asc(projects.id)).limit(2);
  if (!first || !second) return;
  await makePlans(day);
  for (const { id } of [first, second]) await begin(day(430 + EARLIER), id);
  for (const [typeId, story] of WHOLE) await tell(day, { projectId: first.id, modelId: null }, typeId, story);
  for (const [typeId, story] of SECOND)
    await tell(day, { projectId: second.id, modelId: null }, typeId, story);
  for (const [at0, modelId] of (await modelsOf(day(0), first.id)).entries())
    for (const [typeId, story] of MODELS[at0] ?? [])
      await tell(day, { projectId: first.id, modelId }, typeId, story);
  for (const modelId of await modelsOf(day(0), second.id))
    for (const [typeId, story] of MODELS[0]!)
      await tell(day, { projectId: second.id, modelId }, typeId, story);
  const expired = (await modelsOf(day(0), first.id))[1];
  await night(29);
  if (expired !== undefined) await tell(day, { projectId: first.id, modelId: expired }, 11, AGAIN);
  await night(0);
  await occupy(day, first.id);
}

const modelsOf = async ({ db }: Context, projectId: number) =>
  (
    await db
      .select({ id: houseModels.id })
      .from(houseModels)
      .where(and(eq(houseModels.projectId, projectId), isNull(houseModels.archivedAt)))
      .orderBy(asc(houseModels.position), asc(houseModels.id))
  ).map(({ id }) => id);

/** Begins the usual permits of a project and of its models. */
async function begin(ctx: Context, proyecto_id: number): Promise<void> {
  const common = { proyecto_id, vivienda_ids: [], previsto: null };
  await startPermits(ctx, { ...common, modelo_ids: [], tipo_ids: typesOf('proyecto') });
  const modelo_ids = await modelsOf(ctx, proyecto_id);
  await startPermits(ctx, { ...common, modelo_ids, tipo_ids: typesOf('modelo') });
}

/** Days ago of each step; `until`: days from today on which it ends; `expected`: on which it should be approved. */
interface Story {
  entered?: number;
  corrections?: readonly [daysAgo: number, reason: string];
  approved?: number;
  until?: number;
  expected?: number;
  cost?: number;
  number?: string;
}

/** By type, in the order in which they are obtained. */
type Stories = readonly (readonly [typeId: number, story: Story])[];

const WHOLE: Stories = [
  [1, { entered: 420, approved: 395, number: 'EOT-2025-044', cost: 85_000 }],
  [2, { entered: 415, approved: 400, number: 'SNP-1182', cost: 15_000 }],
  [3, { entered: 418, approved: 410, cost: 240_000 }],
  [4, { entered: 410, approved: 330, number: 'DEIA-IA-087-2025', cost: 620_000 }],
  [5, { entered: 325, approved: 290, number: 'VU-2025-0311', cost: 120_000 }],
  [7, { entered: 320, approved: 285, number: 'IDAAN-774' }],
  [8, { entered: 318, approved: 280, number: 'MINSA-PT-19' }],
  [9, { entered: 315, approved: 288, number: 'NAT-55120' }],
  [6, { entered: 275, approved: 225, number: 'VU-2025-0468', cost: 310_000 }],
  [13, { entered: 300, approved: 280, number: 'MT-2025-118', cost: 95_000, until: -9 }],
  [15, { entered: 200, approved: 150, number: 'VB-2026-012' }],
  [16, { entered: 60, number: 'ANATI-2026-3301', expected: -4 }],
  [21, { entered: 340, approved: 335, number: 'PUB-2025-77', cost: 30_000, until: 21 }],
  [22, { expected: 18 }],
];

const MODELS: readonly Stories[] = [
  [
    [10, { entered: 215, approved: 200, number: 'DIN-2026-201', cost: 42_000 }],
    [11, { entered: 212, approved: 180, number: 'DOYC-AP-1120', cost: 55_000 }],
    [12, { entered: 175, approved: 168, number: 'RP-0091' }],
    [14, { entered: 165, approved: 150, number: 'PC-2026-0412', cost: 265_000, until: 215 }],
  ],
  [
    [10, { entered: 210, approved: 190, number: 'DIN-2026-207', cost: 42_000 }],
    [11, { entered: 208, approved: 176, number: 'DOYC-AP-1133', cost: 55_000, until: -30 }],
    [12, { entered: 172, approved: 165, number: 'RP-0094' }],
    [14, { entered: 162, approved: 152, number: 'PC-2026-0398', cost: 265_000, until: -3 }],
  ],
  [
    [10, { entered: 214, approved: 198, number: 'DIN-2026-209', cost: 42_000 }],
    [11, { entered: 211, approved: 178, number: 'DOYC-AP-1141', cost: 55_000 }],
    [12, { entered: 174, approved: 166, number: 'RP-0095' }],
    [14, { entered: 163, approved: 151, number: 'PC-2026-0405', cost: 265_000, until: 12 }],
  ],
];

/** The plans of the second model, again. */
const AGAIN: Story = {
  entered: 25,
  corrections: [12, 'Piden la memoria de cálculo de la losa y el plano eléctrico sellado.'],
  number: 'DOYC-AP-1290',
};

/** The second project has not begun the last ones of the first. */
const SECOND: Stories = WHOLE.filter(
  ([, { approved, until }]) => approved !== undefined && until === undefined,
).map(([typeId, { number, ...story }]) => [typeId, { ...story, ...(number && { number: `${number}-S` }) }]);

async function tell(
  day: AtDay,
  { projectId, modelId }: { projectId: number; modelId: number | null },
  typeId: number,
  { entered, corrections, approved, until, expected, cost, number }: Story,
): Promise<void> {
  const { db, now } = day(0);
  const today = panamaDay(now);
  const [permit] = await db
    .select()
    .from(permits)
    .where(
      and(
        eq(permits.projectId, projectId),
        eq(permits.typeId, typeId),
        modelId === null ? isNull(permits.modelId) : eq(permits.modelId, modelId),
        isNull(permits.houseId),
      ),
    );
  if (!permit) return;
  if (cost !== undefined || expected !== undefined)
    await changePermit(day(entered === undefined ? 6 : entered + EARLIER + 1), permit.id, {
      entidad: permit.entity,
      costo: cost ?? null,
      previsto: expected === undefined ? null : addDays(today, expected),
      nota: '',
      numero: null,
      ingreso: null,
      aprobacion: null,
      vence: null,
    });
  if (entered === undefined) return;
  const ago = (days: number) => day(days > LONG_AGO ? days + EARLIER : days);
  await changeState(ago(entered), permit.id, {
    estado_id: PERMIT.entered,
    ...(number && { numero: number }),
  });
  if (corrections)
    await changeState(day(corrections[0]), permit.id, {
      estado_id: PERMIT.corrections,
      motivo: corrections[1],
    });
  if (approved !== undefined)
    await changeState(ago(approved), permit.id, {
      estado_id: PERMIT.approved,
      ...(until !== undefined && { vence: addDays(today, until) }),
    });
}

/** The occupancy permits of the houses whose legal file has one, with the same number and day. */
async function occupy(day: AtDay, projectId: number): Promise<void> {
  const { db } = day(0);
  const built = await db
    .select({ id: houses.id, number: houseFiles.permitNumber, on: houseFiles.permitOn })
    .from(houses)
    .innerJoin(houseFiles, eq(houseFiles.lotId, houses.lotId))
    .where(and(eq(houses.projectId, projectId), isNull(houses.archivedAt), isNotNull(houseFiles.permitOn)))
    .orderBy(asc(houses.id))
    .limit(8);
  if (built.length === 0) return;
  await startPermits(day(60), {
    proyecto_id: projectId,
    modelo_ids: [],
    vivienda_ids: built.map(({ id }) => id),
    tipo_ids: [17, PERMIT_TYPE.occupancy],
    previsto: null,
  });
  for (const { id, number, on } of built)
    for (const typeId of [17, PERMIT_TYPE.occupancy]) {
      const [permit] = await db
        .select()
        .from(permits)
        .where(and(eq(permits.houseId, id), eq(permits.typeId, typeId)));
      const fecha = on!;
      const [model] = await db
        .select({ stateId: permits.stateId })
        .from(permits)
        .innerJoin(houses, eq(houses.modelId, permits.modelId))
        .where(and(eq(houses.id, id), eq(permits.typeId, PERMIT_TYPE.construction)));
      if (!permit || model?.stateId !== PERMIT.approved) continue;
      await changeState(day(0.2), permit.id, { estado_id: PERMIT.entered, fecha });
      await changeState(day(0.1), permit.id, {
        estado_id: PERMIT.approved,
        fecha,
        numero: typeId === PERMIT_TYPE.occupancy ? number! : `BOM-${id}`,
      });
    }
}

/** Two versions of each plan; one model's third is a draft. */
async function makePlans(day: AtDay): Promise<void> {
  const models = await day(0).db.select().from(houseModels).orderBy(asc(houseModels.id));
  for (const [nth, model] of models.entries()) {
    await draw(day(400 - nth), model, 'Primera versión para el anteproyecto');
    if (nth === 0) await draw(day(220), model, 'Ventanas más altas en las recámaras, a pedido de ventas');
    if (nth === 1) await draw(day(3), model, 'Techo con más pendiente por las lluvias', false);
  }
}

async function draw(
  ctx: Context,
  model: { id: number; name: string },
  nota: string,
  inForce = true,
): Promise<void> {
  await createPlanVersion(ctx, model.id, { nota, copiar: false });
  const [draft] = await ctx.db
    .select()
    .from(blueprintVersions)
    .where(and(eq(blueprintVersions.modelId, model.id), eq(blueprintVersions.stateId, PLAN_VERSION.draft)));
  for (const [disciplineId, title] of SHEETS) {
    const name = `${title} ${model.name} v${draft!.number}.pdf`;
    const kept = await ctx.files.keep(await sheet(`${title}: modelo ${model.name}`), name, 'application/pdf');
    const uploads = new Map([['archivo', [{ ...kept, field: 'archivo' }]]]);
    await addPlanSheet({ ...ctx, uploads }, draft!.id, disciplineId);
  }
  if (inForce) await changePlanState(ctx, draft!.id, { estado_id: PLAN_VERSION.inForce });
}

const SHEETS = [
  [2, 'Arquitectura'],
  [3, 'Estructura'],
  [4, 'Electricidad'],
] as const;

/** A drawing of rooms, with its title. */
async function sheet(title: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([792, 612]);
  page.drawText(title, { x: 48, y: 560, size: 18, font });
  for (const [x, y, width, height] of [
    [96, 120, 600, 380],
    [96, 120, 220, 200],
    [316, 120, 180, 200],
    [496, 120, 200, 240],
    [96, 320, 280, 180],
  ] as const)
    page.drawRectangle({ x, y, width, height, borderWidth: 2 });
  return pdf.save();
}
