import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { addDays, panamaDay } from '#contract/dates.ts';
import { ROLES, type RoleName } from '#contract/access.ts';
import type { Db } from '#server/kernel/db.ts';
import type { Files } from '#server/kernel/files.ts';
import { hashPassword } from '#server/modules/company/auth/password.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { storeMedia, type MediaKind } from '#server/modules/projects/projects/media.service.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { projectTeam, roles, userRoles, users } from '#server/modules/company/staff/staff.table.ts';
import { writeSetting } from '#server/modules/company/settings/settings.service.ts';
import { DEMO_PROJECTS, type DemoModel, type DemoProject } from './catalogue.ts';
import { readSitePlan, type SiteLot } from './sitePlans.ts';
import { makeWorks } from './works.ts';

export interface Parts {
  db: Db;
  files: Files;
  now: Date;
}

export const STAFF: readonly (readonly [signIn: string, role: RoleName, name: string])[] = [
  ['administrador', 'administrador', 'Yadira Castillo'],
  ['gerencia', 'gerencia', 'Roberto Arosemena'],
  ['coordinador', 'coordinador', 'Marisol Batista'],
  ['asesor', 'asesor', 'Kevin Quintero'],
  ['procesador', 'procesador', 'Lizbeth Morales'],
  ['procesador2', 'procesador', 'Edwin Pineda'],
  ['abogado', 'abogado', 'Gisela Tuñón'],
  ['contabilidad', 'contabilidad', 'Itzel Vergara'],
  ['proyectos', 'proyectos', 'Ramiro De León'],
  ['inspector', 'inspector', 'Omar Saavedra'],
  ['compras', 'compras', 'Nereida Rudas'],
  ['residente', 'residente', 'Abdiel Cedeño'],
  ['contratista', 'contratista', 'Construcciones El Roble, S.A.'],
  ['contratista2', 'contratista', 'Techos y Más, S.A.'],
  ['permisos', 'permisos', 'Dayra Espino'],
  ['postventa', 'postventa', 'Milagros Ábrego'],
  ['soporte', 'soporte', 'Joel Santamaría'],
  ['auditor', 'auditor', 'Aurelio Barría'],
];
/** Organizational role types of domain.md §2. */
const ORGANIZATIONAL: Partial<Record<RoleName, number>> = {
  gerencia: 1,
  coordinador: 2,
  asesor: 3,
  procesador: 4,
  abogado: 5,
  inspector: 6,
  residente: 7,
  contabilidad: 8,
  compras: 9,
  postventa: 10,
};
/** User types: 2 Contratista, 5 Inspector (agente), 1 Colaborador. */
const TYPE_OF: Partial<Record<RoleName, number>> = { contratista: 2, inspector: 5 };

/** Creates one user per role, all with the same password. Returns their ids by sign-in name. */
export async function makeStaff({ db, now }: Parts, password: string): Promise<Map<string, number>> {
  const passwordHash = await hashPassword(password);
  const made = await db
    .insert(users)
    .values(
      STAFF.map(([signIn, role, name]) => ({
        name,
        email: `${signIn}@demo.llave`,
        userTypeId: TYPE_OF[role] ?? 1,
        organizationalRoleTypeId: ORGANIZATIONAL[role] ?? null,
        passwordHash,
        createdAt: now,
      })),
    )
    .returning({ id: users.id });
  // The demo uses one password for all, so no second step is required.
  await db.update(roles).set({ requiresSecondStep: false });
  const roleIds = new Map<string, number>(ROLES.map(({ id, name }) => [name, id]));
  await db
    .insert(userRoles)
    .values(STAFF.map(([, role], at) => ({ userId: made[at]!.id, roleId: roleIds.get(role)! })));
  return new Map(STAFF.map(([signIn], at) => [signIn, made[at]!.id]));
}

/** Creates the company, its projects with pictures and plans, lots, houses, and project teams. */
export async function makeProjects(parts: Parts, staff: ReadonlyMap<string, number>): Promise<void> {
  await writeSetting(
    parts.db,
    'company',
    {
      name: 'Promotora Valle Sereno',
      legalName: 'Promotora Valle Sereno, S.A.',
      ruc: '155700001-2-2019',
      dv: '45',
      phone: '+50769800100',
      email: 'ventas@vallesereno.example',
      address: 'Vía Interamericana, La Chorrera, Panamá Oeste',
    },
    parts.now,
  );
  for (const project of DEMO_PROJECTS) await makeProject(parts, project, staff);
  await makeWorks(parts, staff.get('proyectos')!);
}

async function makeProject(
  parts: Parts,
  project: DemoProject,
  staff: ReadonlyMap<string, number>,
): Promise<void> {
  const { db, now } = parts;
  const plan = await readSitePlan(project);
  const delivery = addDays(panamaDay(now), project.region === 1 ? 240 : 330);
  const [made] = await db
    .insert(projects)
    .values({
      slug: project.slug,
      name: project.name,
      description: `${project.tagline}\n${project.description}`,
      province: project.province,
      district: project.district,
      address: `${project.township}, ${project.province}`,
      region: project.region,
      sellerPhone: project.region === 1 ? '+50769800101' : '+50769800102',
      separationCents: project.separation_centavos,
      deliveryMonth: `${delivery.slice(0, 7)}-01`,
      ratePercent: 6.25,
      downPaymentPercent: 2,
      termMonths: 360,
      locationUrl: `/ubicacion/${project.slug}`,
      plan: { width: plan.width, height: plan.height, background: plan.background },
      published: true,
      createdAt: now,
    })
    .returning({ id: projects.id });
  const projectId = made!.id;
  const team = [...staff]
    .filter(([signIn]) => !signIn.startsWith('contratista'))
    .map(([, userId]) => ({ projectId, userId }));
  await db.insert(projectTeam).values(team);

  const [entrance, park] = project.pictures.gallery;
  await pictures(parts, projectId, null, [
    ['hero', project.pictures.hero, `${project.name}: casas entre árboles, con los cerros al fondo`],
    ['foto', entrance, `Entrada de ${project.name} con su garita`],
    ['foto', park, `Parque de ${project.name} con juegos y bohío`],
    ['video', project.video, `Recorrido por ${project.name}`],
  ]);
  const modelIds: number[] = [];
  for (const [position, model] of project.models.entries())
    modelIds.push(await makeModel(parts, projectId, model, position));
  await makeLots(parts, projectId, plan.lots, modelIds, delivery);
}

async function makeModel(
  parts: Parts,
  projectId: number,
  model: DemoModel,
  position: number,
): Promise<number> {
  const [made] = await parts.db
    .insert(houseModels)
    .values({
      projectId,
      slug: model.key,
      name: model.name,
      description: model.description,
      bedrooms: model.bedrooms,
      bathrooms: model.bathrooms,
      areaM2: model.area_m2,
      priceCents: model.price_centavos,
      position,
      createdAt: parts.now,
    })
    .returning({ id: houseModels.id });
  const { facade, interior, plan } = model.pictures;
  await pictures(parts, projectId, made!.id, [
    ['foto', facade, `Modelo ${model.name}, de frente`],
    ['foto', interior, `Interior del modelo ${model.name}`],
    ['plano', plan, `Plano del modelo ${model.name} con sus medidas`],
  ]);
  return made!.id;
}

/** Drawn by art/draw.ts, each picture also at the widths that pages use. */
const ASSETS = path.join(import.meta.dirname, 'assets');
const TYPES: Readonly<Record<string, string>> = { '.webp': 'image/webp', '.webm': 'video/webm' };

/** Adds pictures in this order. Their files are written at the same time, because each waits for the disk. */
async function pictures(
  parts: Parts,
  projectId: number,
  modelId: number | null,
  list: readonly (readonly [kind: MediaKind, name: string, alt: string])[],
): Promise<void> {
  const uploads = await Promise.all(
    list.map(async ([, name]) => {
      const bytes = await readFile(path.join(ASSETS, name));
      return parts.files.keep(bytes, name, TYPES[path.extname(name)]!);
    }),
  );
  for (const [at, [kind, name, alt]] of list.entries()) {
    const rendered = (width: number) => readFile(path.join(ASSETS, String(width), name));
    await storeMedia(parts, { projectId, modelId, kind, alt, upload: uploads[at]!, rendered });
  }
}

/** Corner lots and lots at a park cost more. Every fourth lot of the first blocks has a house. */
async function makeLots(
  { db, now }: Parts,
  projectId: number,
  plan: readonly SiteLot[],
  modelIds: readonly number[],
  delivery: string,
): Promise<void> {
  const premium: Partial<Record<number, number>> = { 2: 150_000, 3: 100_000, 4: 200_000 };
  const made = await db
    .insert(lots)
    .values(
      plan.map((lot, at) => ({
        projectId,
        name: lot.name,
        block: lot.block,
        typeId: lot.type,
        areaM2: lot.area_m2,
        polygon: lot.polygon,
        premiumCents: premium[lot.type] ?? 0,
        withheld: at === 0,
        withheldReason: at === 0 ? 'Casa modelo' : null,
        createdAt: now,
      })),
    )
    .returning({ id: lots.id, name: lots.name, block: lots.block });
  const built = made.filter(({ block }, at) => block <= 'C' && at % 4 === 0);
  await db.insert(houses).values(
    built.map(({ id, name }, at) => ({
      projectId,
      lotId: id,
      modelId: modelIds[at % modelIds.length]!,
      name: `Casa ${name}`,
      progressPercent: (at * 13) % 100,
      deliveryOn: addDays(delivery, (at % 3) * 30),
      createdAt: now,
    })),
  );
}
