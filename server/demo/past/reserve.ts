import { eq, inArray, sql } from 'drizzle-orm';
import type { Services } from '#server/kernel/context.ts';
import { rows, type Db } from '#server/kernel/db.ts';
import { addDays, panamaDay } from '#contract/dates.ts';
import { projectBankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { receiptSeries } from '#server/modules/money/payments/payments.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { userRoles, users } from '#server/modules/company/staff/staff.table.ts';
import type { Parts } from '../company.ts';
import { makeSite } from '../large/frame.ts';
import { lastLot } from '../large/large.ts';
import type { Counters } from '../large/telling.ts';
import { COUNT } from './course.ts';
import { WritePast, type PastFrame } from './past.job.ts';
import { BLANK_FILES, tellPast } from './tell.ts';

/** Projects that are sold: how many days ago they should have been handed over, and the demo's project beside them. */
const SITES = [
  { slug: 'praderas-de-san-isidro', name: 'Praderas de San Isidro', province: 'Panamá Oeste', district: 'La Chorrera', region: 1, daysAgo: 90, beside: 'residencial-valle-sereno' },
  { slug: 'jardines-del-espino', name: 'Jardines del Espino', province: 'Coclé', district: 'Aguadulce', region: 2, daysAgo: -60, beside: 'altos-de-san-roque' },
] as const; // prettier-ignore
const COLLEAGUES = [
  ['asesor2', 'asesor', 'Yariela Moreno'],
  ['asesor3', 'asesor', 'Luis Barrios'],
  ['procesador3', 'procesador', 'Anayansi Rivera'],
] as const;

/** The past starts so long after the server: the first pages come first. */
const AFTER_MS = 3000;

const FIRST_THREE = [1, 2, 3];

/**
 * Keeps the ids, codes and receipt numbers of the past free: it comes first in every series, although it is written last.
 * Call when the demo's lots exist and its sales do not. Returns the last lot, after which those of the past follow.
 */
export async function reservePast({ db, now }: Parts): Promise<number> {
  const last = await lastLot(db);
  // As many people and models as there will be, so that the sales need the same numbers.
  const models = FIRST_THREE.map((id) => ({ id, cents: 6_000_000, name: '', bedrooms: 2, bathrooms: 1, areaM2: 60 })); // prettier-ignore
  const { telling } = await tellPast(
    db,
    {
      at: now.toISOString(),
      lastLot: last,
      projects: SITES.map(({ name, region }, at) => ({
        id: at + 1,
        name,
        region,
        separationCents: 50_000,
        models,
      })),
      processors: FIRST_THREE,
      advisers: FIRST_THREE,
      accountant: 1,
      coordinator: 1,
      manager: 1,
    },
    BLANK_FILES,
  );
  await keepFree(db, telling.counters);
  return last;
}

/**
 * Creates the people and projects of the past, and sends the job that writes it. Call when the demo's own sales are
 * made: they must not choose these projects.
 */
export async function sendPast(
  parts: Parts,
  jobs: Services['jobs'],
  staff: ReadonlyMap<string, number>,
  last: number,
): Promise<void> {
  const { db, now } = parts;
  const [advisers, processors] = await hire(parts, staff);
  const who = (signIn: string) => staff.get(signIn)!;
  const team = [...staff.values(), ...advisers, ...processors];
  const made: PastFrame['projects'] = [];
  for (const { daysAgo, beside, ...place } of SITES) {
    const delivery = addDays(panamaDay(now), -daysAgo);
    const site = await makeSite(parts, team, { ...place, delivery, dearer: 0, published: false });
    // In the books of the same company, and with the same accounts.
    await db.execute(sql`update ${projects} p set promoter_id = b.promoter_id from ${projects} b
      where p.id = ${site.id} and b.slug = ${beside}`);
    await db.execute(sql`insert into ${projectBankAccounts} (project_id, account_id, position, for_buyers)
      select ${site.id}, a.account_id, a.position, a.for_buyers from ${projectBankAccounts} a
      join ${projects} p on p.id = a.project_id and p.slug = ${beside}`);
    made.push({ ...site, models: [...site.models] });
  }
  const frame: PastFrame = {
    at: now.toISOString(),
    lastLot: last,
    projects: made,
    processors: [who('procesador'), who('procesador2'), ...processors],
    advisers: [who('asesor'), ...advisers],
    accountant: who('contabilidad'),
    coordinator: who('coordinador'),
    manager: who('gerencia'),
  };
  await jobs.send(db, WritePast, frame, { after: new Date(Date.now() + AFTER_MS) });
}

/** Colleagues with the password of all. */
async function hire({ db, now }: Parts, staff: ReadonlyMap<string, number>) {
  const like = [staff.get('asesor')!, staff.get('procesador')!];
  const found = await db
    .select({ id: users.id, passwordHash: users.passwordHash, roleId: userRoles.roleId, type: users.organizationalRoleTypeId })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(inArray(users.id, like)); // prettier-ignore
  const same = (role: string) => found.find(({ id }) => id === staff.get(role))!;
  const made = await db
    .insert(users)
    .values(
      COLLEAGUES.map(([signIn, role, name]) => ({
        name,
        email: `${signIn}@demo.llave`,
        userTypeId: 1,
        organizationalRoleTypeId: same(role).type,
        passwordHash: same(role).passwordHash,
        createdAt: now,
      })),
    )
    .returning({ id: users.id });
  await db
    .insert(userRoles)
    .values(COLLEAGUES.map(([, role], at) => ({ userId: made[at]!.id, roleId: same(role).roleId })));
  const of = (wanted: string) => made.flatMap(({ id }, at) => (COLLEAGUES[at]![1] === wanted ? [id] : []));
  return [of('asesor'), of('procesador')] as const;
}

/** Moves every series behind the numbers of the past. */
async function keepFree(db: Db, counters: Counters): Promise<void> {
  const last: Record<string, number> = {
    people: counters.person,
    sales: COUNT,
    lots: counters.lot,
    lot_claims: COUNT,
    documents: counters.document,
    payments: counters.payment,
    payment_plans: counters.plan,
    bank_applications: counters.application,
    promise_letters: counters.letter,
    disbursements: counters.disbursement,
    prospects: counters.prospect,
    quotes: counters.quote,
    appointments: counters.visit,
  };
  await rows(
    db,
    sql`select setval(pg_get_serial_sequence(key, 'id'), value::bigint) from json_each_text(${JSON.stringify(last)}::json)
      where value::bigint > 0`,
  );
  for (const [prefix, codes] of [
    ['PC', counters.codes],
    ['PF', counters.quoteCodes],
  ] as const)
    // prettier-ignore
    for (const [year, count] of codes)
      await rows(db, sql`select count(next_code(${prefix}, ${year})) from generate_series(1, ${count}::int)`);
  await db.insert(receiptSeries).values({ name: 'recibos', last: counters.receipt });
}
