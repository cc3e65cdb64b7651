import { ROLES, type RoleName } from '#contract/access.ts';
import type { Db } from '#server/kernel/db.ts';
import { lots } from '#server/modules/lots/lots.table.ts';
import { houseModels, projects, projectTeam } from '#server/modules/projects/projects.table.ts';
import { userRoles, users } from '#server/modules/users/users.table.ts';

/** Makes rows for tests: what a test does not say is filled in, and nothing more is made than it needs. */

let made = 0;
const next = () => (made += 1);
/** A day before the tests' clock begins. */
const EARLIER = new Date('2026-11-20T15:00:00Z');

type Row<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>;

const idOf = (role: RoleName) => ROLES.find(({ name }) => name === role)!.id;
/** User types: 1 Colaborador · 2 Contratista */
const typeOf = (names: readonly RoleName[]) => (names.includes('contratista') ? 2 : 1);

/** A user without a password; `roles` by name, `projectIds` whose team the user is in. */
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

/** A published house model of 85,000.00; its project is made when not given. */
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

/** A free lot of 200 m²; its project is made when not given. */
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
