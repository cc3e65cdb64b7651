import {
  actionPlanLinks,
  actionPlans,
  actionPlanSteps,
} from '#server/modules/works/actionPlans/actionPlans.table.ts';
import { ROLES, type RoleName } from '#contract/access.ts';
import type { PartnerKind } from '#contract/company/partners/partners.ts';
import type { Grant } from '#contract/company/roles/roles.ts';
import type { Db } from '#server/kernel/db.ts';
import { eq } from 'drizzle-orm';
import { documents } from '#server/modules/sales/documents/documents.table.ts';
import { partnerPapers, partners } from '#server/modules/company/partners/partners.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { knows } from '#server/modules.ts';
import { keepSteps } from '#server/modules/sales/board/stages.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import {
  roleGrants,
  roles,
  userRoles,
  users,
  projectTeam,
} from '#server/modules/company/staff/staff.table.ts';
import { serial } from './serial.ts';

/** Factories for test rows: they fill in what a test does not give, and create only the rows it needs. */

const next = serial();
/** A day before the test clock starts. */
const EARLIER = new Date('2026-11-20T15:00:00Z');

type Row<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>;

const idOf = (role: RoleName) => ROLES.find(({ name }) => name === role)!.id;
/** User types: 1 Colaborador · 2 Contratista */
const typeOf = (names: readonly RoleName[]) => (names.includes('contratista') ? 2 : 1);

/** A user without a password; `roles` by name, `projectIds` are the project teams. */
export async function makeUser(
  db: Db,
  {
    roles = ['asesor'],
    projectIds = [],
    ...over
  }: Row<typeof users> & { roles?: readonly RoleName[]; projectIds?: readonly number[] } = {},
) {
  const n = next();
  const [user] = await db
    .insert(users)
    .values({
      name: `Persona ${n}`,
      email: `persona${n}@llave.test`,
      userTypeId: typeOf(roles),
      createdAt: EARLIER,
      ...over,
    })
    .returning();
  if (roles.length > 0)
    await db.insert(userRoles).values(roles.map((role) => ({ userId: user!.id, roleId: idOf(role) })));
  if (projectIds.length > 0)
    await db.insert(projectTeam).values(projectIds.map((projectId) => ({ projectId, userId: user!.id })));
  return user!;
}

/** A custom role with exactly these grants. */
export async function makeRole(db: Db, grants: readonly Grant[], over: Row<typeof roles> = {}) {
  const n = next();
  const [role] = await db
    .insert(roles)
    .values({ name: `rol_${n}`, displayName: `Rol ${n}`, ...over })
    .returning();
  if (grants.length > 0)
    await db.insert(roleGrants).values(grants.map((grant) => ({ ...grant, roleId: role!.id })));
  return role!;
}

/** A published project: separation of 500.00, 6.5 % a year over 30 years with 5 % down. */
export async function makeProject(db: Db, over: Row<typeof projects> = {}) {
  const n = next();
  const [project] = await db
    .insert(projects)
    .values({
      slug: `proyecto-${n}`,
      name: `Proyecto ${n}`,
      province: 'Panamá Oeste',
      district: 'La Chorrera',
      region: 1,
      separationCents: 50_000,
      ratePercent: 6.5,
      downPaymentPercent: 5,
      termMonths: 360,
      published: true,
      createdAt: EARLIER,
      ...over,
    })
    .returning();
  return project!;
}

/** A published house model of 85,000.00; its project is created if not given. */
export async function makeModel(db: Db, over: Row<typeof houseModels> = {}) {
  const n = next();
  const projectId = over.projectId ?? (await makeProject(db)).id;
  const [model] = await db
    .insert(houseModels)
    .values({
      slug: `modelo-${n}`,
      name: `Modelo ${n}`,
      bedrooms: 3,
      bathrooms: 2,
      areaM2: 78.5,
      priceCents: 8_500_000,
      createdAt: EARLIER,
      ...over,
      projectId,
    })
    .returning();
  return model!;
}

/** The published action plan of a model: activities with their days, one after the other. */
export async function makeActionPlan(
  db: Db,
  modelId: number,
  steps: readonly (readonly [activityId: number, days: number])[],
) {
  const [plan] = await db
    .insert(actionPlans)
    .values({ modelId, createdAt: EARLIER, days: steps.reduce((sum, [, days]) => sum + days, 0) })
    .returning();
  const planId = plan!.id;
  await db
    .insert(actionPlanSteps)
    .values(steps.map(([activityId, days], position) => ({ planId, activityId, position, days })));
  const links = steps
    .slice(1)
    .map(([toActivity], at) => ({ planId, fromActivity: steps[at]![0], toActivity }));
  if (links.length > 0)
    await db
      .insert(actionPlanLinks)
      .values(links.map((link) => ({ ...link, kind: 'FS' as const, lag: 0, position: 0 })));
  await db.update(actionPlans).set({ publishedAt: EARLIER }).where(eq(actionPlans.id, planId));
  return plan!;
}

/** A free lot of 200 m²; its project is created if not given. */
export async function makeLot(db: Db, over: Row<typeof lots> = {}) {
  const n = next();
  const projectId = over.projectId ?? (await makeProject(db)).id;
  const [lot] = await db
    .insert(lots)
    .values({
      name: `A-${String(n).padStart(2, '0')}`,
      block: 'A',
      typeId: 1,
      areaM2: 200,
      createdAt: EARLIER,
      ...over,
      projectId,
    })
    .returning();
  return lot!;
}

/** A house on a lot of its own; project, model and lot are created if not given. */
export async function makeHouse(db: Db, over: Row<typeof houses> = {}) {
  const projectId = over.projectId ?? (await makeProject(db)).id;
  const modelId = over.modelId ?? (await makeModel(db, { projectId })).id;
  const lot = over.lotId === undefined ? await makeLot(db, { projectId }) : { id: over.lotId };
  const [made] = await db
    .insert(houses)
    .values({ name: `Casa ${lot.id}`, createdAt: EARLIER, ...over, projectId, modelId, lotId: lot.id })
    .returning();
  return made!;
}

/** A contractor, or a company of the group. */
export async function makePartner(db: Db, kind: PartnerKind, name: string) {
  const ruc = `155${700_000 + next()}-2-2020`;
  const [made] = await db
    .insert(partners)
    .values({ kind, name, ruc, rucKey: ruc, dv: '12', createdAt: EARLIER })
    .returning();
  return made!;
}

/** The papers of a partner that a payment asks for, valid for long. */
export async function makePartnerPapers(db: Db, partnerId: number): Promise<void> {
  await db.insert(partnerPapers).values(
    ['ruc', 'aviso_operacion', 'paz_salvo_css', 'paz_salvo_dgi'].map((kind) => ({
      partnerId,
      kind,
      expiresOn: '2027-06-30',
      createdAt: EARLIER,
    })),
  );
}

export interface SaleOptions extends Row<typeof sales> {
  name?: string;
  phone?: string;
  email?: string | null;
  document?: string | null;
  /** The lot that the sale claims; `claim` sets kind and end. */
  lotId?: number;
  claim?: Row<typeof lotClaims>;
  /** State of the separation payment of 500.00; without it there is no payment. */
  separation?: number;
  /** Another type (tipo_pagos) for that payment. */
  paymentType?: number;
  /** States of its required documents. */
  papers?: readonly number[];
}

/** A sale with only what is given; by default under review, without lot, payment and documents. */
export async function makeSale(db: Db, options: SaleOptions = {}) {
  const {
    name,
    phone,
    email,
    document,
    lotId,
    claim,
    separation,
    paymentType = 1,
    papers = [],
    ...over
  } = options;
  const n = next();
  const model =
    over.modelId === undefined
      ? await makeModel(db, over.projectId === undefined ? {} : { projectId: over.projectId })
      : undefined;
  const number = document === undefined ? `8-${n}-1` : document;
  const [person] = await db
    .insert(people)
    .values({
      name: name ?? `Cliente ${n}`,
      phone: phone ?? `+5076${String(n).padStart(7, '0')}`,
      email: email === undefined ? `cliente${n}@llave.test` : email,
      documentType: number && 'cedula',
      documentNumber: number,
      documentKey: number,
      createdAt: EARLIER,
    })
    .returning();
  const stateId = over.stateId ?? 3;
  const projectId =
    over.projectId ??
    model?.projectId ??
    (
      await db
        .select({ id: houseModels.projectId })
        .from(houseModels)
        .where(eq(houseModels.id, over.modelId ?? 0))
    )[0]!.id;
  const [sale] = await db
    .insert(sales)
    .values({
      code: stateId === 1 ? null : `PC-2026-9${String(n).padStart(4, '0')}`,
      modelId: model?.id ?? 0,
      priceCents: 8_500_000,
      lastActionAt: EARLIER,
      stateSince: EARLIER,
      createdAt: EARLIER,
      receivedAt: stateId === 1 ? null : EARLIER,
      workSector: stateId === 1 ? null : 'Privado',
      ...over,
      stateId,
      projectId,
      personId: person!.id,
    })
    .returning();
  const saleId = sale!.id;
  if (lotId !== undefined)
    await db.insert(lotClaims).values({ kind: 'reservation', since: EARLIER, ...claim, lotId, saleId });
  if (separation !== undefined)
    await db.insert(payments).values({
      saleId,
      typeId: paymentType,
      stateId: separation,
      dueCents: 50_000,
      createdAt: EARLIER,
      ...((separation === 4 || separation === 6) && {
        bankId: 1,
        bankReference: `REF-${n}`,
        bankDate: '2026-11-20',
        bankCents: separation === 4 ? 50_000 : 20_000,
        confirmedAt: EARLIER,
        confirmedBy: (await makeUser(db, { roles: ['contabilidad'] })).id,
        receiptNumber: 1_000_000 + n,
      }),
    });
  if (papers.length > 0)
    await db.insert(documents).values(
      papers.map((paperState, at) => ({
        saleId,
        typeId: at + 1,
        label: `Documento ${at + 1}`,
        required: true,
        stateId: paperState,
        rejectionReason: paperState === 5 ? 'ilegible' : null,
        createdAt: EARLIER,
      })),
    );
  await keepSteps({ db, now: EARLIER, knows }, [saleId]);
  return (await db.select().from(sales).where(eq(sales.id, saleId)))[0]!;
}
