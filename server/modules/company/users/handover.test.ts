import { and, asc, eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { HandedOver, OpenWork } from '#contract/company/users/handover.ts';
import type { UserRecord } from '#contract/company/users/people.ts';
import { auditLog } from '#server/kernel/kernel.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { assignments } from '#server/modules/sales/workers/workers.table.ts';
import { useApp } from '#test/app.ts';
import { makeModel, makeProject, makeSale, makeUser } from '#test/factories.ts';
import { mailsTo } from '#test/outbox.ts';
import { signInAs } from '#test/signIn.ts';

const llave = useApp();
const db = () => llave.database.db;
const base = '/api/administrations/users';
const data = <T>(answer: { json<J>(): J }) => answer.json<{ data: T }>().data;
const why = 'Renunció a su puesto';

/** Two projects with a processor who leaves: three open sales in the first, one in the second, one ended sale. */
async function company() {
  const [north, south] = [await makeProject(db()), await makeProject(db())];
  const models = [
    await makeModel(db(), { projectId: north.id }),
    await makeModel(db(), { projectId: south.id }),
  ];
  const team = { roles: ['procesador'] as const, projectIds: [north.id], passwordHash: 'x' };
  const leaver = await makeUser(db(), { ...team, projectIds: [north.id, south.id] });
  const one = await makeUser(db(), team);
  const two = await makeUser(db(), team);
  const inSouth = await makeUser(db(), { ...team, projectIds: [south.id] });
  const away = await makeUser(db(), { ...team, awayFrom: '2026-11-01', awayTo: '2026-11-30' });
  const sale = (at: 0 | 1, over: object = {}) =>
    makeSale(db(), {
      modelId: models[at]!.id,
      projectId: models[at]!.projectId,
      processorId: leaver.id,
      ...over,
    });
  const open = [await sale(0), await sale(0, { stateId: 2 }), await sale(0, { stateId: 10 }), await sale(1)];
  const over = await sale(0, { stateId: 14 });
  return { north, south, leaver, one, two, inSouth, away, open, over, sale };
}

const processorsOf = async (ids: readonly number[]) =>
  (
    await db()
      .select({ to: sales.processorId })
      .from(sales)
      .where(inArray(sales.id, [...ids]))
      .orderBy(asc(sales.id))
  ).map(({ to }) => to);

describe('the preview', () => {
  test('shows the number of open sales per project, and who could take over', async () => {
    const { leaver, north, south, one, away } = await company();
    const browser = await signInAs(llave, 'administrador');
    const work = data<OpenWork>(await browser.get(`${base}/${leaver.id}/work`));
    expect(work.processor).toEqual({
      total: 4,
      projects: [
        { id: north.id, name: north.name, open: 3 },
        { id: south.id, name: south.name, open: 1 },
      ].toSorted((a, b) => a.name.localeCompare(b.name)),
    });
    expect(work.adviser.total).toBe(0);
    expect(work.candidates.map(({ id }) => id)).not.toContain(leaver.id);
    expect(work.candidates.find(({ id }) => id === one.id)).toMatchObject({
      away: false,
      project_ids: [north.id],
    });
    expect(work.candidates.find(({ id }) => id === away.id)).toMatchObject({
      away: true,
      away_to: '2026-11-30',
    });
    expect((await browser.get(`${base}/987654321/work`)).statusCode).toBe(404);
    for (const role of ['asesor', 'procesador', 'abogado'] as const)
      expect((await (await signInAs(llave, role)).get(`${base}/${leaver.id}/work`)).statusCode).toBe(403);
  });
});

describe('handing over', () => {
  test('to one user: open sales move with type 3 and the reason, ended ones stay; one mail is sent', async () => {
    const { leaver, one, open, over } = await company();
    const browser = await signInAs(llave, 'administrador');
    const answer = await browser.post(`${base}/${leaver.id}/handover`, {
      processor: { to: 'persona', user_id: one.id },
      motivo: why,
    });
    expect(data<HandedOver>(answer)).toEqual({
      processor: 4,
      adviser: 0,
      receivers: [{ id: one.id, name: one.name, total: 4 }],
    });
    const ids = open.map(({ id }) => id);
    expect(await processorsOf(ids)).toEqual([one.id, one.id, one.id, one.id]);
    expect(await processorsOf([over.id])).toEqual([leaver.id]);
    const kept = await db().select().from(assignments).where(inArray(assignments.saleId, ids));
    expect(kept).toHaveLength(4);
    expect(kept[0]).toMatchObject({
      processorId: one.id,
      typeId: 3,
      reason: why,
      assignedBy: browser.user.id,
    });
    const [sale] = await db().select().from(sales).where(eq(sales.id, ids[0]!));
    expect(sale!.version).toBe(2);
    const lines = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'reasignar'), inArray(auditLog.entityId, ids.map(String))));
    expect(lines).toHaveLength(4);
    const mails = await mailsTo(db(), one.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.subject).toBe(`Te pasaron 4 ventas de ${leaver.name}`);
  });

  test('by least load: within each project, evenly, not to absent users; type 6 during a leave', async () => {
    const { leaver, one, two, inSouth, open, sale } = await company();
    await sale(0, { processorId: one.id });
    const coordinator = await signInAs(llave, 'coordinador');
    const answer = await coordinator.post(`${base}/${leaver.id}/handover`, {
      processor: { to: 'carga' },
      motivo: 'Vacaciones',
      temporal: true,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const given = await processorsOf(open.map(({ id }) => id));
    expect(given[3]).toBe(inSouth.id);
    // One of the two already had a sale, so the other gets two of three.
    expect(given.slice(0, 3).toSorted()).toEqual([one.id, two.id, two.id].toSorted());
    const kept = await db().select().from(assignments).where(eq(assignments.saleId, open[0]!.id));
    expect(kept).toMatchObject([{ typeId: 6 }]);
  });

  test('of an adviser, including drafts; without a successor a coordinator assigns them', async () => {
    const project = await makeProject(db());
    const model = await makeModel(db(), { projectId: project.id });
    const leaver = await makeUser(db(), { roles: ['asesor'] });
    const other = await makeUser(db(), { roles: ['asesor'] });
    const of = (stateId: number) =>
      makeSale(db(), { modelId: model.id, projectId: project.id, stateId, adviserId: leaver.id });
    const made = [await of(1), await of(3), await of(16)];
    const browser = await signInAs(llave, 'administrador');
    const url = `${base}/${leaver.id}/handover`;
    const processorToo = {
      processor: { to: 'nadie' },
      adviser: { to: 'persona', user_id: other.id },
      motivo: why,
    };
    expect(data<HandedOver>(await browser.post(url, processorToo))).toMatchObject({
      processor: 0,
      adviser: 2,
    });
    const advisers = await db()
      .select({ id: sales.adviserId })
      .from(sales)
      .where(
        inArray(
          sales.id,
          made.map(({ id }) => id),
        ),
      )
      .orderBy(asc(sales.id));
    expect(advisers.map(({ id }) => id)).toEqual([other.id, other.id, leaver.id]);
    const away = await browser.post(`${base}/${other.id}/handover`, {
      adviser: { to: 'nadie' },
      motivo: why,
    });
    expect(data<HandedOver>(away)).toEqual({ processor: 0, adviser: 2, receivers: [] });
  });

  test('an unsuitable user, a missing reason and a project without other processors are refused', async () => {
    const { leaver, inSouth, away, open, south } = await company();
    const asesor = await makeUser(db(), { roles: ['asesor'] });
    const browser = await signInAs(llave, 'administrador');
    const url = `${base}/${leaver.id}/handover`;
    const refusals: [object, string][] = [
      [{ processor: { to: 'persona', user_id: leaver.id }, motivo: why }, 'processor[user_id]'],
      [{ processor: { to: 'persona', user_id: asesor.id }, motivo: why }, 'processor[user_id]'],
      [{ processor: { to: 'persona', user_id: away.id }, motivo: why }, 'processor[user_id]'],
      [{ processor: { to: 'persona' }, motivo: why }, 'processor[user_id]'],
      [{ processor: { to: 'carga' }, motivo: ' ' }, 'motivo'],
      [{ motivo: why }, 'processor[to]'],
    ];
    await db().update(sales).set({ processorId: inSouth.id }).where(eq(sales.id, open[3]!.id));
    for (const [body, field] of refusals) {
      const answer = await browser.post(url, body);
      expect([answer.statusCode, answer.json()], answer.body).toMatchObject([422, { errors: [{ field }] }]);
    }
    const alone = await browser.post(`${base}/${inSouth.id}/handover`, {
      processor: { to: 'carga' },
      motivo: why,
    });
    expect(alone.statusCode, `${south.name} has the leaver still`).toBe(200);
    const nobody = await browser.post(`${base}/${leaver.id}/deactivate`, {
      handover: { processor: { to: 'persona', user_id: inSouth.id }, motivo: why },
    });
    expect(nobody.statusCode, nobody.body).toBe(200);
    const none = await browser.post(`${base}/${inSouth.id}/handover`, {
      processor: { to: 'carga' },
      motivo: why,
    });
    expect([none.statusCode, none.json()]).toMatchObject([422, { errors: [{ field: 'processor[to]' }] }]);
    expect((await (await signInAs(llave, 'procesador')).post(url, refusals[0]![0])).statusCode).toBe(403);
  });

  test('of two concurrent requests exactly one moves the sales', async () => {
    const { leaver, one, two, open } = await company();
    const browsers = [await signInAs(llave, 'administrador'), await signInAs(llave, 'coordinador')];
    const answers = await Promise.all(
      [one, two].map((to, at) =>
        browsers[at]!.post(`${base}/${leaver.id}/handover`, {
          processor: { to: 'persona', user_id: to.id },
          motivo: why,
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)!.json()).toMatchObject({ code: 'NO_WORK' });
    expect(new Set(await processorsOf(open.map(({ id }) => id))).size).toBe(1);
    expect(await db().$count(assignments, eq(assignments.saleId, open[0]!.id))).toBe(1);
  });
});

describe('deactivating', () => {
  test('with open work needs a successor; then everything happens in one transaction and access ends', async () => {
    const { leaver, one, open } = await company();
    const browser = await signInAs(llave, 'administrador');
    const url = `${base}/${leaver.id}/deactivate`;
    const asked = await browser.post(url);
    expect([asked.statusCode, asked.json()]).toMatchObject([
      409,
      { code: 'HAS_WORK', current: { processor: 4, adviser: 0 } },
    ]);
    expect(data<UserRecord>(await browser.get(`${base}/${leaver.id}`)).state).toBe('activo');
    const done = await browser.post(url, {
      handover: { processor: { to: 'persona', user_id: one.id }, motivo: why },
      version: 1,
    });
    expect(data<UserRecord>(done)).toMatchObject({
      state: 'desactivado',
      deactivated_by: { id: browser.user.id },
      open_work: { processor: 0, adviser: 0 },
    });
    expect(await processorsOf(open.map(({ id }) => id))).toEqual([one.id, one.id, one.id, one.id]);
    const back = data<UserRecord>(await browser.post(`${base}/${leaver.id}/reactivate`));
    expect(back).toMatchObject({ state: 'activo', deactivated_at: null, deactivated_by: null });
  });

  test.each([
    ['processor', 'procesador', { motivo: why }, 'procesador_id'],
    ['adviser', 'asesor', {}, 'asesor_id'],
  ] as const)('no %s gets a sale while they are being deactivated', async (kind, role, body, field) => {
    const { open } = await company();
    const leaving = await makeUser(db(), { roles: [role] });
    const browser = await signInAs(llave, 'administrador');
    const client = await llave.database.pool.connect();
    try {
      await client.query('begin');
      await client.query('update users set active = false where id = $1', [leaving.id]);
      const given = browser.patch(`/api/sale/precontracts/${open[0]!.id}/${kind}`, {
        ...body,
        [field]: leaving.id,
      });
      await expect
        .poll(async () => {
          const waiting = await client.query(
            `select 1 from pg_locks where not granted and locktype in ('transactionid', 'tuple')`,
          );
          return waiting.rowCount;
        })
        .toBeGreaterThan(0);
      await client.query('commit');
      const answer = await given;
      expect([answer.statusCode, answer.json()]).toMatchObject([422, { errors: [{ field }] }]);
    } finally {
      client.release();
    }
    expect((await processorsOf([open[0]!.id]))[0]).not.toBe(leaving.id);
  });

  test('a refused hand-over changes nothing', async () => {
    const { leaver, away, open } = await company();
    const browser = await signInAs(llave, 'administrador');
    const answer = await browser.post(`${base}/${leaver.id}/deactivate`, {
      handover: { processor: { to: 'persona', user_id: away.id }, motivo: why },
    });
    expect(answer.statusCode).toBe(422);
    expect(data<UserRecord>(await browser.get(`${base}/${leaver.id}`)).state).toBe('activo');
    expect(new Set(await processorsOf(open.map(({ id }) => id)))).toEqual(new Set([leaver.id]));
  });
});
