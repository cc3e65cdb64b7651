import { and, eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Contract } from '#contract/works/contracts/model.ts';
import { jobs } from '#server/modules/works/jobs/jobs.table.ts';
import type { Browser, TestApp } from '#test/app.ts';
import {
  makeHouse,
  makeModel,
  makePartner,
  makePartnerPapers,
  makeProject,
  makeUser,
} from '#test/factories.ts';
import { signInAs, signInUser, type StaffBrowser } from '#test/signIn.ts';

let llave: TestApp;
const db = () => llave.database.db;

export let manager: StaffBrowser;
export let boss: StaffBrowser;
export let boss2: StaffBrowser;
export let lawyer: StaffBrowser;
export let accountant: StaffBrowser;
export let contractor: StaffBrowser;
export let project: Awaited<ReturnType<typeof makeProject>>;
export let roble: number;
export let techos: number;
export let promotora: number;

export async function homes(count: number): Promise<number[]> {
  const model = await makeModel(db(), { projectId: project.id });
  const made: number[] = [];
  for (let at = 0; at < count; at += 1)
    made.push((await makeHouse(db(), { projectId: project.id, modelId: model.id })).id);
  return made;
}

/** Companies, a project and the people of works contracts, made anew for each test file. */
export async function makeParties(from: TestApp): Promise<void> {
  llave = from;
  roble = (await makePartner(db(), 'contratista', 'El Roble')).id;
  techos = (await makePartner(db(), 'contratista', 'Techos y Más')).id;
  promotora = (await makePartner(db(), 'contratante', 'Promotora')).id;
  await makePartnerPapers(db(), roble);
  project = await makeProject(db());
  manager = await signInAs(llave, { role: 'proyectos', projectIds: [project.id] });
  boss = await signInAs(llave, 'gerencia');
  boss2 = await signInAs(llave, 'gerencia');
  lawyer = await signInAs(llave, 'abogado');
  accountant = await signInAs(llave, 'contabilidad');
  contractor = await signInUser(llave, await makeUser(db(), { roles: ['contratista'], partnerId: roble }));
}

let drawn = 0;
/** A number that no other bond of this run has. */
export const nextNumber = () => (drawn += 1);
export type Answer = Awaited<ReturnType<Browser['get']>>;
export const one = (answer: Answer) => {
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<{ data: Contract }>().data;
};
export const reason = (answer: Answer) => {
  const { errors, message } = answer.json<{
    errors?: { field: string; message: string }[];
    message: string;
  }>();
  return errors?.[0]?.message ?? message;
};
export const url = (id: number) => `/api/contracts/${id}`;
export const move = (who: Browser, id: number, estado_id: number, params: object = {}) =>
  who.patch(`${url(id)}/status`, { params: { estado_id, ...params } });

export async function draw(over: object = {}, by: Browser = manager): Promise<Contract> {
  return one(
    await by.post('/api/contracts', {
      project_id: project.id,
      type_id: 1,
      name: 'Viviendas',
      reference: `F-${(drawn += 1)}`,
      contractor_id: roble,
      contracting_party_id: promotora,
      house_ids: await homes(2),
      starts_on: '2026-11-01',
      ends_on: '2027-04-30',
      amount_centavos: 4_000_000,
      performance_percent: 0,
      ...over,
    }),
  );
}
/** A contract up to its signature; without bonds and advance it is in force. */
export async function signed(over: object = {}): Promise<Contract> {
  const made = await draw(over);
  await move(manager, made.id, 2);
  one(await move(boss, made.id, 3));
  return one(await move(lawyer, made.id, 4));
}
export const bond = (id: number, over: object = {}) =>
  manager.form(`${url(id)}/guarantees`, {
    kind: 'cumplimiento',
    insurer: 'ASSA',
    number: `B-${(drawn += 1)}`,
    amount_centavos: '1000000',
    starts_on: '2026-11-01',
    ends_on: '2027-04-30',
    ...over,
  });
export const jobsOf = (id: number) => db().select().from(jobs).where(eq(jobs.contractId, id));
export const approve = (id: number, bp: number, where = sql`true`) =>
  db()
    .update(jobs)
    .set({ approvedBp: bp, reportedBp: bp })
    .where(and(eq(jobs.contractId, id), where));
