import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Contract } from '#contract/works/contracts/model.ts';
import { PERMIT, PERMIT_TYPE } from '#contract/works/permits/rules.ts';
import type { Job } from '#contract/works/jobs/endpoints.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { jobs } from '#server/modules/works/jobs/jobs.table.ts';
import { permits } from '#server/modules/works/permits/permits.table.ts';
import type { Browser, TestApp } from './app.ts';
import { makeHouse, makePartner, makePartnerPapers, makeProject, makeUser } from './factories.ts';
import { fileOf, makePicture } from './papers.ts';
import { signInAs, signInUser, type StaffBrowser } from './signIn.ts';

export const NOW = new Date('2026-11-20T15:00:00Z');
export const WEEK = '2026-W47';

export const url = (id: number) => `/api/works/jobs/${id}`;
export type Answer = Awaited<ReturnType<Browser['get']>>;
export const one = <A = Job>(answer: Answer): A => {
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json<{ data: A }>().data;
};
/** Status, and the first error's field and sentence. */
export const refusal = (answer: Answer) => {
  const { errors, message } = answer.json<{
    errors?: { field: string; message: string }[];
    message: string;
  }>();
  return [answer.statusCode, errors?.[0]?.message ?? message];
};

/** A project with its people and two contractors, and what they do with jobs. */
export async function makeWorksite(llave: TestApp) {
  const db = () => llave.database.db;
  async function partner(kind: 'contratista' | 'contratante', name: string) {
    const { id } = await makePartner(db(), kind, name);
    await makePartnerPapers(db(), id);
    return id;
  }
  const worksFor = async (partnerId: number) =>
    signInUser(llave, await makeUser(db(), { roles: ['contratista'], partnerId }));

  const picture = await makePicture({ width: 60, height: 40 });
  const roble = await partner('contratista', 'El Roble');
  const techos = await partner('contratista', 'Techos y Más');
  const promotora = await partner('contratante', 'Promotora');
  const project = await makeProject(db());
  await db().insert(permits).values({
    projectId: project.id,
    typeId: PERMIT_TYPE.construction,
    stateId: PERMIT.approved,
    entity: 'Municipio',
    enteredOn: '2025-11-01',
    approvedOn: '2025-12-01',
    stateSince: NOW,
    createdAt: NOW,
  });
  const team = [project.id];
  const manager = await signInAs(llave, { role: 'proyectos', projectIds: team });
  const inspector = await signInAs(llave, { role: 'inspector', projectIds: team });
  const inspector2 = await signInAs(llave, { role: 'inspector', projectIds: team });
  const resident = await signInAs(llave, { role: 'residente', projectIds: team });
  const boss = await signInAs(llave, 'gerencia');
  const lawyer = await signInAs(llave, 'abogado');
  const admin = await signInAs(llave, 'administrador');
  const contractor = await worksFor(roble);
  const stranger = await worksFor(techos);

  const photo = () => fileOf(picture, 'obra.jpg', 'image/jpeg');
  let drawn = 0;
  /** A contract in force with one house, or with items. */
  async function inForce(
    over: object = {},
    items: object[] = [],
  ): Promise<{ contract: Contract; houseId: number }> {
    const { id: houseId } = await makeHouse(db(), { projectId: project.id });
    const made = one<Contract>(
      await manager.post('/api/contracts', {
        project_id: project.id,
        type_id: 1,
        name: 'Viviendas',
        reference: `J-${(drawn += 1)}`,
        contractor_id: roble,
        contracting_party_id: promotora,
        house_ids: [houseId],
        starts_on: '2026-11-01',
        ends_on: '2027-04-30',
        amount_centavos: 2_000_000,
        performance_percent: 0,
        ...over,
      }),
    );
    const move = async (who: Browser, estado_id: number) =>
      one<Contract>(await who.patch(`/api/contracts/${made.id}/status`, { params: { estado_id } }));
    if (items.length > 0)
      one(await manager.send({ method: 'PUT', url: `/api/contracts/${made.id}/items`, payload: { items } }));
    await move(manager, 2);
    await move(boss, 3);
    return { contract: await move(lawyer, 4), houseId };
  }
  const get = async (id: number, by: Browser = admin) => one(await by.get(url(id)));
  const move = (who: Browser, id: number, estado_id: number, params: object = {}) =>
    who.patch(`${url(id)}/status`, { params: { estado_id, ...params } });
  const report = (who: Browser, id: number, over: Record<string, string | File | File[]> = {}) =>
    who.form(`${url(id)}/reports`, { clave: crypto.randomUUID(), porcentaje: '40', fotos: photo(), ...over });

  /** What an approval sends: every question answered with yes. */
  const passing = ({ checklist, reports }: Job) => ({
    clave: crypto.randomUUID(),
    reporte_id: String(reports[0]!.id),
    resultado: 'aprobado',
    lista_id: String(checklist!.id),
    respuestas: checklist!.questions.map(() => 'si') as unknown as File[],
  });
  const inspect = async (who: Browser, id: number, over: object = {}) =>
    who.form(`${url(id)}/inspections`, { ...passing(await get(id)), ...over });
  const refuse = async (who: Browser, id: number, over: object = {}) =>
    who.form(`${url(id)}/inspections`, {
      clave: crypto.randomUUID(),
      reporte_id: String((await get(id)).reports[0]!.id),
      resultado: 'rechazado',
      motivo: 'La pared no está a plomo',
      fotos: photo(),
      ...over,
    });
  const lower = (who: Browser, id: number, over: object = {}) =>
    who.form(`${url(id)}/lower`, {
      clave: crypto.randomUUID(),
      porcentaje: '20',
      motivo: 'Se cayó el repello',
      fotos: photo(),
      ...over,
    });
  const jobsOf = (contractId: number) =>
    db().select().from(jobs).where(eq(jobs.contractId, contractId)).orderBy(jobs.activityId);
  const program = (id: number) => move(manager, id, 2, { semana: WEEK, prioridad_id: 2 });

  /** A programmed job of a new contract. */
  async function programmed(): Promise<{ id: number; houseId: number; contract: Contract }> {
    const { contract, houseId } = await inForce();
    const [, job] = await jobsOf(contract.id);
    one(await program(job!.id));
    return { id: job!.id, houseId, contract };
  }

  async function progressOf(houseId: number): Promise<number> {
    const [found] = await db()
      .select({ percent: houses.progressPercent })
      .from(houses)
      .where(eq(houses.id, houseId));
    return found!.percent;
  }
  const told = ({ user }: StaffBrowser, kind: 'trabajo_reportado' | 'trabajo_rechazado', id: number) =>
    db().$count(
      notices,
      and(eq(notices.userId, user.id), eq(notices.kind, kind), eq(notices.about, `trabajo:${id}`)),
    );

  return {
    db,
    manager,
    boss,
    lawyer,
    contractor,
    stranger,
    inspector,
    inspector2,
    resident,
    admin,
    project,
    roble,
    photo,
    inForce,
    get,
    move,
    report,
    passing,
    inspect,
    refuse,
    lower,
    jobsOf,
    program,
    programmed,
    progressOf,
    told,
  };
}
export type Worksite = Awaited<ReturnType<typeof makeWorksite>>;
