import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/dates.ts';
import type { KnownPerson, Prospect, ProspectRow } from '#contract/sales/prospects/model.ts';
import { PROSPECT, SILENCE } from '#contract/sales/prospects/rules.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { START, useApp, type Browser } from '#test/app.ts';
import { makeModel, makeProject, makeSale, makeUser } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';
import { remindAdvisers, sweepProspects } from './prospects.jobs.ts';
import { noteProspectAction } from './contacts.service.ts';
import { prospects } from './prospects.table.ts';

const llave = useApp();
const URL = '/api/sale/prospects';
let adviser: StaffBrowser;
let other: StaffBrowser;
let coordinator: StaffBrowser;
let projectId = 0;
let phones = 0;

beforeAll(async () => {
  adviser = await signInAs(llave, 'asesor');
  other = await signInAs(llave, 'asesor');
  coordinator = await signInAs(llave, 'coordinador');
  projectId = (await makeProject(llave.database.db)).id;
});

const phone = () => `6700-${String((phones += 1)).padStart(4, '0')}`;
const record = (answer: { json: <T>() => T }) => answer.json<{ data: Prospect }>().data;

async function note(browser: Browser, over: object = {}): Promise<Prospect> {
  const answer = await browser.post(URL, {
    nombre: 'Ana Núñez',
    celular: phone(),
    proyecto_id: projectId,
    ...over,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return record(answer);
}

describe('a new prospect', () => {
  test('belongs to its creator and is due at once', async () => {
    const made = await note(adviser, { origen: 'feria', numero_camp: 'C-7', interes: 'Tres recámaras' });
    expect(made).toMatchObject({
      stage: { id: PROSPECT.fresh, name: 'Nuevo' },
      adviser: { id: adviser.user.id },
      origin: 'feria',
      campaign: 'C-7',
      next_follow_up_on: '2026-11-21',
      due: true,
      untouched: true,
    });
  });

  test('needs the data consent for more than name, telephone and email', async () => {
    const body = { nombre: 'Luis Mora', celular: phone(), proyecto_id: projectId };
    const refused = await adviser.post(URL, { ...body, cedula: '8-123-456', ingreso_id: 2 });
    expect(refused.json()).toMatchObject({ errors: [{ field: 'consentimiento_datos' }] });
    const made = await adviser.post(URL, {
      ...body,
      cedula: '8-0123-456',
      ingreso_id: 2,
      consentimiento_datos: true,
    });
    const { person, consent_at } = record(made);
    expect(consent_at).toBe(START.toISOString());
    const [kept] = await llave.database.db.select().from(people).where(eq(people.id, person.id));
    expect(kept).toMatchObject({ documentKey: '8-123-456', documentNumber: '8-0123-456' });
  });

  test('reports each error at its field', async () => {
    const model = await makeModel(llave.database.db);
    const answer = await adviser.post(URL, {
      nombre: 'Eva',
      celular: phone(),
      proyecto_id: projectId,
      modelo_id: model.id,
      proximo_seguimiento: '2026-11-20',
    });
    expect(
      answer
        .json<{ errors: { field: string }[] }>()
        .errors.map(({ field }) => field)
        .toSorted(),
    ).toEqual(['modelo_id', 'proximo_seguimiento']);
    expect((await adviser.post(URL, { celular: '12', proyecto_id: 0 })).statusCode).toBe(422);
    const unknown = await adviser.post(URL, { nombre: 'Eva', celular: phone(), proyecto_id: 987_654 });
    expect(unknown.json()).toMatchObject({ errors: [{ field: 'proyecto_id' }] });
  });

  test('can be given to another adviser by a coordinator, not by an adviser', async () => {
    const refused = await adviser.post(URL, {
      nombre: 'Eva',
      celular: phone(),
      proyecto_id: projectId,
      asesor_id: other.user.id,
    });
    expect(refused.json()).toMatchObject({ errors: [{ field: 'asesor_id' }] });
    const made = await note(coordinator, { asesor_id: other.user.id });
    expect(made.adviser?.id).toBe(other.user.id);
    const told = await llave.database.db.select().from(notices).where(eq(notices.userId, other.user.id));
    expect(told.map(({ url }) => url)).toContain(`/oficina/prospectos/${made.id}`);
  });

  test('is created once when the same idempotency key is sent twice', async () => {
    const body = { nombre: 'Una vez', celular: phone(), proyecto_id: projectId };
    const [first, second] = await Promise.all([
      adviser.post(URL, body, { 'idempotency-key': 'feria-1' }),
      adviser.post(URL, body, { 'idempotency-key': 'feria-1' }),
    ]);
    expect(record(first).id).toBe(record(second).id);
  });
});

describe('a person who is already known', () => {
  test('is named and can be opened if it is the caller’s own; for others only the adviser is named', async () => {
    const celular = phone();
    const mine = await note(adviser, { celular });
    const again = await adviser.post(URL, { nombre: 'Ana N.', celular, proyecto_id: projectId });
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({
      code: 'PERSON_EXISTS',
      message: `Ya existe: Ana Núñez, con el mismo celular. Lo atiende ${adviser.user.name}.`,
      current: { known: [{ person: { id: mine.person.id }, prospect_id: mine.id }] },
    });
    const theirs = await other.post(URL, { nombre: 'Ana N.', celular, proyecto_id: projectId });
    expect(theirs.statusCode).toBe(409);
    expect(theirs.body).not.toContain('Núñez');
    expect(theirs.json()).toMatchObject({
      current: {
        known: [{ person: null, prospect_id: null, adviser: adviser.user.name, keys: ['celular'] }],
      },
    });
  });

  test('is found by document and email in any notation', async () => {
    const sale = await makeSale(llave.database.db, {
      document: '8-777-8888',
      email: 'Quien@Casa.test',
      adviserId: adviser.user.id,
    });
    const check = async (body: object) =>
      (await adviser.post(`${URL}/check`, body)).json<{ data: KnownPerson[] }>().data;
    expect(await check({ cedula: '8-0777-8888' })).toMatchObject([
      { keys: ['documento'], person: { id: sale.personId }, adviser: adviser.user.name },
    ]);
    expect(await check({ email: 'quien@casa.TEST' })).toMatchObject([{ keys: ['correo'] }]);
    expect(await check({ email: 'nadie@casa.test', celular: 'x', cedula: '8-1' })).toEqual([]);
  });

  test('continues as the same person in another project, and has only one open prospect per project', async () => {
    const mine = await note(adviser);
    const elsewhere = await makeProject(llave.database.db);
    const body = { nombre: 'Ana', celular: phone(), persona_id: mine.person.id };
    const second = await adviser.post(URL, { ...body, proyecto_id: elsewhere.id });
    expect(record(second).person).toEqual(mine.person);
    const third = await adviser.post(URL, { ...body, proyecto_id: projectId });
    expect(third.json()).toMatchObject({ code: 'PROSPECT_OPEN', current: { prospect_id: mine.id } });
    const stolen = await other.post(URL, { ...body, proyecto_id: elsewhere.id });
    expect(stolen.json()).toMatchObject({ errors: [{ field: 'persona_id' }] });
  });

  test('is created once when several users send one telephone at once', async () => {
    const celular = phone();
    const answers = await Promise.all(
      [adviser, other, coordinator, adviser].map((browser) =>
        browser.post(URL, { nombre: 'La misma', celular, proyecto_id: projectId }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409]);
    const anyway = await other.post(URL, {
      nombre: 'Otra',
      celular,
      proyecto_id: projectId,
      otra_persona: true,
    });
    expect(anyway.statusCode).toBe(201);
  });
});

test('the document of a person shared with other advisers cannot be written by one of them', async () => {
  const { db } = llave.database;
  const shared = await note(other);
  const sale = await makeSale(db, { adviserId: adviser.user.id });
  await db.update(sales).set({ personId: shared.person.id }).where(eq(sales.id, sale.id));
  const body = {
    nombre: 'Ana Núñez',
    celular: phone(),
    proyecto_id: (await makeProject(db)).id,
    persona_id: shared.person.id,
    consentimiento_datos: true,
  };
  const refused = await adviser.post(URL, { ...body, cedula: '8-777-777' });
  expect(refused.json()).toMatchObject({ errors: [{ field: 'cedula' }] });
  const [kept] = await db.select().from(people).where(eq(people.id, shared.person.id));
  expect(kept?.documentKey).toBeNull();
  expect((await adviser.post(URL, body)).statusCode).toBe(201);
});

describe('follow-up', () => {
  test('a contact sets the next day, the last action and the stage', async () => {
    const { id } = await note(adviser);
    const call = async (body: object) => record(await adviser.post(`${URL}/${id}/contacts`, body));
    expect(await call({ accion_id: 3 })).toMatchObject({
      stage: { id: PROSPECT.fresh },
      last_action: { id: 3, name: 'No contestó' },
      next_follow_up_on: '2026-11-24',
      due: false,
      untouched: false,
    });
    expect(
      await call({ accion_id: 2, nota: 'Quiere ver la casa modelo', proximo_seguimiento: '2026-11-28' }),
    ).toMatchObject({
      stage: { id: PROSPECT.contacted },
      next_follow_up_on: '2026-11-28',
      contacts: [{ note: 'Quiere ver la casa modelo', who: adviser.user.name }, { action: { id: 3 } }],
    });
    expect((await call({ accion_id: 6 })).stage.id).toBe(PROSPECT.appointment);
    expect((await call({ accion_id: 4 })).stage.id).toBe(PROSPECT.appointment);
    const bad = await adviser.post(`${URL}/${id}/contacts`, {
      accion_id: 10,
      proximo_seguimiento: '2030-01-01',
    });
    expect(bad.json<{ errors: unknown[] }>().errors).toHaveLength(2);
  });

  test('every pair of stages: the listed ones pass, the rest is refused', async () => {
    const allowed = new Set([
      '1-2',
      '3-2',
      '4-2',
      '1-3',
      '2-3',
      '4-3',
      '1-4',
      '2-4',
      '3-4',
      '1-6',
      '2-6',
      '3-6',
      '4-6',
      '6-2',
    ]);
    const { id } = await note(adviser);
    const { db } = llave.database;
    for (const from of [1, 2, 3, 4, 5, 6])
      for (const to of [1, 2, 3, 4, 5, 6]) {
        await db.update(prospects).set({ stageId: from }).where(eq(prospects.id, id));
        const { statusCode } = await adviser.patch(`${URL}/${id}/status`, {
          params: { estado_id: to, motivo: 'Porque sí' },
        });
        expect([`${from}-${to}`, statusCode]).toEqual([
          `${from}-${to}`,
          allowed.has(`${from}-${to}`) ? 200 : 422,
        ]);
      }
  });

  test('a discard needs a reason, ends the follow-up, and can be undone', async () => {
    const { id, version } = await note(adviser);
    const move = (estado_id: number, more: object = {}) =>
      adviser.patch(`${URL}/${id}/status`, { params: { estado_id, ...more } });
    expect((await move(6)).json()).toMatchObject({ errors: [{ field: 'params[motivo]' }] });
    expect((await move(6, { motivo: 'Precio', version: version + 9 })).statusCode).toBe(409);
    expect(record(await move(6, { motivo: 'Precio', version }))).toMatchObject({
      discard_reason: 'Precio',
      next_follow_up_on: null,
      actions: { contact: { disabled: expect.stringContaining('retómalo') } },
    });
    expect((await adviser.post(`${URL}/${id}/contacts`, { accion_id: 2 })).statusCode).toBe(422);
    expect((await adviser.patch(`${URL}/${id}`, { interes: 'x' })).statusCode).toBe(422);
    expect(record(await move(2))).toMatchObject({ discard_reason: null, next_follow_up_on: '2026-11-24' });
  });

  test('a change of an old version is refused; a change of project clears the model', async () => {
    const model = await makeModel(llave.database.db, { projectId });
    const made = await note(adviser, { modelo_id: model.id });
    const elsewhere = await makeProject(llave.database.db);
    const moved = await adviser.patch(`${URL}/${made.id}`, {
      proyecto_id: elsewhere.id,
      version: made.version,
    });
    expect(record(moved)).toMatchObject({ project: { id: elsewhere.id }, model: null });
    const stale = await adviser.patch(`${URL}/${made.id}`, { interes: 'Patio', version: made.version });
    expect(stale.json()).toMatchObject({ code: 'STALE', current: { version: made.version + 1 } });
  });

  test('events elsewhere count as contacts', async () => {
    const { id, person } = await note(adviser);
    const personId = person.id;
    await llave.act((ctx) =>
      noteProspectAction(ctx, { personId, projectId }, 6, { note: 'Cita del sábado' }),
    );
    await llave.act((ctx) => noteProspectAction(ctx, { personId }, 5, { stage: PROSPECT.quoted }));
    expect(record(await adviser.get(`${URL}/${id}`))).toMatchObject({
      stage: { id: PROSPECT.quoted },
      contacts: [{ action: { id: 5 }, who: null }, { note: 'Cita del sábado' }],
    });
  });
});

describe('the nightly and morning jobs', () => {
  test('30 days without an answer discard a prospect; an answer keeps it', async () => {
    const silent = await note(adviser);
    const kept = await note(adviser);
    const { db } = llave.database;
    const long = new Date(START.getTime() - 31 * DAY_MS);
    await db.update(prospects).set({ answeredAt: long }).where(eq(prospects.id, silent.id));
    await db.update(prospects).set({ answeredAt: long }).where(eq(prospects.id, kept.id));
    await adviser.post(`${URL}/${kept.id}/contacts`, { accion_id: 5 });
    for (let twice = 0; twice < 2; twice += 1) await llave.app.core.jobs.run(sweepProspects, {});
    const after = record(await adviser.get(`${URL}/${silent.id}`));
    expect(after).toMatchObject({ stage: { id: PROSPECT.discarded }, discard_reason: SILENCE });
    expect(after.history).toHaveLength(2);
    expect(record(await adviser.get(`${URL}/${kept.id}`)).stage.id).toBe(PROSPECT.contacted);
  });

  test('prospects of a user who left go to a coordinator', async () => {
    const leaver = await makeUser(llave.database.db);
    const made = await note(coordinator, { asesor_id: leaver.id });
    await llave.database.db.update(users).set({ active: false }).where(eq(users.id, leaver.id));
    await llave.app.core.jobs.run(sweepProspects, {});
    expect(record(await coordinator.get(`${URL}/${made.id}`)).adviser).toBeNull();
    const told = await llave.database.db
      .select()
      .from(notices)
      .where(eq(notices.userId, coordinator.user.id));
    expect(told.map(({ text }) => text)).toContain('Un prospecto quedó sin asesor.');
  });

  test('each adviser is notified once a day how many follow-ups are due', async () => {
    const fresh = await signInAs(llave, 'asesor');
    await note(fresh);
    await note(fresh);
    for (let twice = 0; twice < 2; twice += 1) await llave.app.core.jobs.run(remindAdvisers, {});
    const told = await llave.database.db.select().from(notices).where(eq(notices.userId, fresh.user.id));
    expect(told.map(({ text }) => text)).toEqual(['Hoy te tocan 2 seguimientos.']);
  });
});

describe('access to prospects', () => {
  test('an adviser sees and changes only own prospects', async () => {
    const { id } = await note(adviser);
    expect((await other.get(`${URL}/${id}`)).statusCode).toBe(404);
    expect((await other.patch(`${URL}/${id}`, { interes: 'x' })).statusCode).toBe(404);
    expect((await other.patch(`${URL}/${id}/status`, { params: { estado_id: 2 } })).statusCode).toBe(404);
    expect((await other.post(`${URL}/${id}/contacts`, { accion_id: 2 })).statusCode).toBe(404);
    expect((await other.post(`${URL}/${id}/convert`, { modelo_id: 1 })).statusCode).toBe(404);
    expect((await other.get(`/api/comments?reference=prospecto&reference_id=${id}`)).statusCode).toBe(404);
    expect((await coordinator.get(`${URL}/${id}`)).statusCode).toBe(200);
    const auditor = await signInAs(llave, 'auditor');
    expect(record(await auditor.get(`${URL}/${id}`))).toMatchObject({
      transitions: [],
      actions: { edit: null, contact: null, convert: null, assign: null },
    });
    const team = await signInAs(llave, 'procesador');
    expect((await team.get(`${URL}/${id}`)).statusCode).toBe(404);
  });

  test('the list has filters, puts prospects due today first, and masks telephones', async () => {
    const me = await signInAs(llave, 'asesor');
    const first = await note(me, { nombre: 'Ramón Peñalba', celular: '6788-1234', origen: 'valla' });
    const later = await note(me, { proximo_seguimiento: '2026-12-01' });
    const list = async (query: string) =>
      (await me.get(`${URL}?${query}`)).json<{
        data: ProspectRow[];
        meta: { pagination: { total: number } };
      }>();
    expect((await list('')).data.map(({ id }) => id)).toEqual([later.id, first.id]);
    expect((await list('hoy=1')).data.map(({ id }) => id)).toEqual([first.id]);
    expect((await list('q=penalba')).data.map(({ id }) => id)).toEqual([first.id]);
    expect((await list('q=67881234')).data[0]?.phone).toBe('+507 6***-**34');
    expect((await list('origen=valla&etapa_id=1')).meta.pagination.total).toBe(1);
    expect((await list('etapa_id=2&etapa_id=3')).data).toEqual([]);
    const board = (await me.get(`${URL}/board`)).json<{ data: { total: number; rows: ProspectRow[] }[] }>()
      .data;
    expect(board.map(({ total }) => total)).toEqual([2, 0, 0, 0, 0, 0]);
    expect(board[0]!.rows.map(({ id }) => id)).toEqual([first.id, later.id]);
  });

  test('a coordinator reassigns many at once; an adviser cannot', async () => {
    const mine = await note(adviser);
    const ended = await note(adviser);
    await adviser.patch(`${URL}/${ended.id}/status`, { params: { estado_id: 6, motivo: 'Precio' } });
    const body = { ids: [mine.id, ended.id, 987_654], asesor_id: other.user.id };
    expect((await adviser.post(`${URL}/assign`, body)).statusCode).toBe(403);
    const answer = await coordinator.post(`${URL}/assign`, body);
    expect(answer.json()).toMatchObject({ data: { passed: [mine.id] } });
    expect((await adviser.get(`${URL}/${mine.id}`)).statusCode).toBe(404);
    expect((await other.get(`${URL}/${mine.id}`)).statusCode).toBe(200);
    const nobody = await coordinator.post(`${URL}/assign`, { ids: [mine.id], asesor_id: 987_654 });
    expect(nobody.json()).toMatchObject({ errors: [{ field: 'asesor_id' }] });
  });
});
