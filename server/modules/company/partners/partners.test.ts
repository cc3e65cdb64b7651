import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { LawyerRow } from '#contract/company/lawyers/lawyers.ts';
import type { PartnerRecord, PartnerRow } from '#contract/company/partners/partners.ts';
import { paperState } from '#contract/company/partners/partners.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeUser } from '#test/factories.ts';
import { mailsTo } from '#test/outbox.ts';
import { signInAs, signInUser } from '#test/signIn.ts';
import { lawyers } from '#server/modules/company/lawyers/lawyers.table.ts';
import { warnOfPapers } from './partners.jobs.ts';
import { partnerPapers, partners } from './partners.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';

const llave = useApp();
const db = () => llave.database.db;
const base = '/api/administrations/partners';
const data = <T>(answer: { json<J>(): J }) => answer.json<{ data: T }>().data;
const PDF = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n';
const pdf = (name = 'aviso.pdf') => new File([PDF], name, { type: 'application/pdf' });

let made = 0;
const partner = (over: object = {}) => {
  made += 1;
  return { kind: 'contratista', name: `Obras ${made}, S.A.`, ruc: `15561${made}-2-2015`, dv: '9', ...over };
};
const create = async (browser: Browser, over: object = {}) =>
  data<PartnerRecord>(await browser.post(base, partner(over)));

describe('a contractor', () => {
  test('is stored with all fields, changed with its version, archived and restored', async () => {
    const browser = await signInAs(llave, 'administrador');
    const given = partner({
      legal_representative: 'Ana Ríos',
      representative_document: '8-712-45',
      registry_sheet: 'Folio 155700001',
      property_number: '45012',
      location_code: '8A07',
      phone: '6123-4567',
      email: 'OBRAS@llave.test',
      notes: 'Techos',
    });
    const answer = await browser.post(base, given);
    expect(answer.statusCode, answer.body).toBe(201);
    const one = data<PartnerRecord>(answer);
    expect(one).toMatchObject({
      ...given,
      dv: '09',
      phone: '+50761234567',
      email: 'obras@llave.test',
      version: 1,
    });
    const url = `${base}/${one.id}`;
    const { kind: _, ...form } = given;
    const put = (more: object) => browser.send({ method: 'PUT', url, payload: { ...form, ...more } });
    expect((await put({ version: 7 })).json()).toMatchObject({ code: 'STALE' });
    expect(
      data<PartnerRecord>(await put({ name: 'Obras del Istmo', kind: 'contratante', version: 1 })),
    ).toMatchObject({
      name: 'Obras del Istmo',
      kind: 'contratista',
      version: 2,
    });
    expect(data<PartnerRecord>(await browser.post(`${url}/archive`)).archived).toBe(true);
    expect(data<PartnerRecord>(await browser.post(`${url}/restore`)).archived).toBe(false);
    expect((await browser.get(`${base}/987654321`)).statusCode).toBe(404);
  });

  test('an invalid or duplicate RUC is refused at its field; another kind may use it, and archiving frees it', async () => {
    const browser = await signInAs(llave, 'administrador');
    for (const [over, field] of [
      [{ ruc: '12' }, 'ruc'],
      [{ ruc: '155612345-2-2015 DV 59' }, 'ruc'],
      [{ dv: '591' }, 'dv'],
      [{ dv: 'x' }, 'dv'],
      [{ name: ' ' }, 'name'],
      [{ kind: 'otro' }, 'kind'],
    ] as const)
      expect((await browser.post(base, partner(over))).json(), JSON.stringify(over)).toMatchObject({
        errors: [{ field }],
      });
    const one = await create(browser, { ruc: '155-0021-7' });
    const twice = await browser.post(base, partner({ ruc: '155-21-0007' }));
    expect([twice.statusCode, twice.json()]).toMatchObject([
      409,
      { code: 'RUC_TAKEN', errors: [{ field: 'ruc' }] },
    ]);
    expect((await browser.post(base, partner({ ruc: '155-21-7', kind: 'contratante' }))).statusCode).toBe(
      201,
    );
    await browser.post(`${base}/${one.id}/archive`);
    expect((await browser.post(base, partner({ ruc: '155-21-7' }))).statusCode).toBe(201);
    expect((await browser.post(`${base}/${one.id}/restore`)).json()).toMatchObject({ code: 'RUC_TAKEN' });
    const raced = partner();
    const answers = await Promise.all([1, 2, 3].map(() => browser.post(base, raced)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409]);
  });

  test('cannot be archived while it has active users', async () => {
    const browser = await signInAs(llave, 'administrador');
    const one = await create(browser);
    const user = await makeUser(db(), { roles: ['contratista'], partnerId: one.id });
    expect((await browser.post(`${base}/${one.id}/archive`)).json()).toMatchObject({ code: 'IN_USE' });
    await db().update(users).set({ active: false }).where(eq(users.id, user.id));
    expect((await browser.post(`${base}/${one.id}/archive`)).statusCode).toBe(200);
  });
});

describe('documents of a contractor', () => {
  const add = (browser: Browser, id: number, fields: Record<string, string | File>) =>
    browser.form(`${base}/${id}/papers`, fields);

  test('have a file and a state by their last day, and a renewed one replaces the old one', async () => {
    const browser = await signInAs(llave, 'administrador');
    const one = await create(browser);
    const first = await add(browser, one.id, {
      kind: 'paz_salvo_css',
      number: 'CSS-1',
      issued_on: '2026-10-01',
      expires_on: '2026-11-20',
      archivo: pdf(),
    });
    expect(first.statusCode, first.body).toBe(201);
    const [paper] = data<PartnerRecord>(first).paper_list;
    expect(paper).toMatchObject({ state: 'vencido', replaced: false, file: { name: 'aviso.pdf' } });
    const opened = await browser.get(paper!.file!.url);
    expect([opened.statusCode, opened.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect((await llave.browser().get(paper!.file!.url)).statusCode).toBe(401);
    await add(browser, one.id, { kind: 'paz_salvo_css', expires_on: '2026-12-15' });
    await add(browser, one.id, { kind: 'fianza_cumplimiento', expires_on: '2027-06-30' });
    const after = data<PartnerRecord>(
      await add(browser, one.id, { kind: 'fianza_cumplimiento', expires_on: '', issued_on: '', number: '' }),
    );
    expect(after.papers).toEqual({ vigente: 2, por_vencer: 1, vencido: 0 });
    expect(after.next_expiry).toBe('2026-12-15');
    expect(after.paper_list.filter(({ replaced }) => replaced)).toMatchObject([{ number: 'CSS-1' }]);
    const gone = await browser.send({
      method: 'DELETE',
      url: `${base}/${one.id}/papers/${after.paper_list[0]!.id}`,
    });
    expect(data<PartnerRecord>(gone).papers.por_vencer).toBe(0);
    const other = await create(browser);
    const foreign = `${base}/${other.id}/papers/${after.paper_list[1]!.id}`;
    expect((await browser.send({ method: 'DELETE', url: foreign })).statusCode).toBe(404);
  });

  test('an unknown kind, wrong dates and a wrong file type are refused; concurrent additions leave one in force', async () => {
    const browser = await signInAs(llave, 'administrador');
    const one = await create(browser);
    for (const [fields, status, field] of [
      [{ kind: 'pasaporte' }, 422, 'kind'],
      [{ kind: 'ruc', issued_on: '2026-02-01', expires_on: '2026-01-01' }, 422, 'expires_on'],
      [{ kind: 'ruc', expires_on: '2026-02-31' }, 422, 'expires_on'],
      [{ kind: 'ruc', archivo: new File(['<script>'], 'x.pdf') }, 422, 'archivo'],
    ] as const) {
      const answer = await add(browser, one.id, fields);
      expect([answer.statusCode, answer.json()], answer.body).toMatchObject([
        status,
        { errors: [{ field }] },
      ]);
    }
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((number) => add(browser, one.id, { kind: 'aviso_operacion', number })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    const { paper_list } = data<PartnerRecord>(await browser.get(`${base}/${one.id}`));
    expect(paper_list.map(({ replaced }) => replaced)).toEqual([false, true, true]);
  });

  test('are in force on their last day, and about to expire 30 days before', () => {
    expect(paperState('2026-11-20', '2026-11-21')).toBe('vencido');
    expect(paperState('2026-11-21', '2026-11-21')).toBe('por_vencer');
    expect(paperState('2026-12-21', '2026-11-21')).toBe('por_vencer');
    expect(paperState('2026-12-22', '2026-11-21')).toBe('vigente');
    expect(paperState(null, '2026-11-21')).toBe('vigente');
  });

  test('that expire soon are announced to the administrators once, with the day; a second run sends nothing', async () => {
    const browser = await signInAs(llave, 'administrador');
    await db().update(users).set({ passwordHash: 'x' }).where(eq(users.id, browser.user.id));
    await db().update(partnerPapers).set({ warnedAt: llave.clock.now() });
    const one = await create(browser, { name: 'Techos del Sur, S.A.' });
    await add(browser, one.id, { kind: 'paz_salvo_dgi', number: 'DGI-7', expires_on: '2026-12-21' });
    await add(browser, one.id, { kind: 'ruc', expires_on: '2026-12-22' });
    await add(browser, one.id, { kind: 'aviso_operacion', expires_on: '2026-11-01' });
    await llave.app.core.jobs.run(warnOfPapers, {});
    await llave.app.core.jobs.run(warnOfPapers, {});
    const mails = (await mailsTo(db(), browser.user.email)).filter(
      ({ kind }) => kind === 'papeles_por_vencer',
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]!.body).toContain(
      'Techos del Sur, S.A.: Paz y salvo de la DGI DGI-7, vence el 21-12-2026',
    );
    expect(mails[0]!.body).not.toContain('RUC');
    const told = data<PartnerRecord>(await browser.get(`${base}/${one.id}`)).paper_list;
    expect(told.map(({ kind, warned_at }) => [kind, warned_at !== null])).toContainEqual([
      'paz_salvo_dgi',
      true,
    ]);
  });
});

describe('the lists', () => {
  test('partners are filtered by kind, state of their documents and text', async () => {
    const browser = await signInAs(llave, 'auditor');
    const admin = await signInAs(llave, 'administrador');
    const late = await create(admin, {
      name: 'Zinc Ñandú',
      kind: 'contratante',
      legal_representative: 'José Peña',
    });
    await admin.form(`${base}/${late.id}/papers`, { kind: 'ruc', expires_on: '2026-01-01' });
    const names = async (query: string) =>
      data<PartnerRow[]>(await browser.get(`${base}?kind=contratante&${query}`)).map(({ name }) => name);
    expect(await names('papeles=vencido')).toEqual(['Zinc Ñandú']);
    expect(await names('papeles=por_vencer')).toEqual([]);
    expect(await names('q=nandu')).toEqual(['Zinc Ñandú']);
    expect(await names('q=jose%20pena')).toEqual(['Zinc Ñandú']);
    await admin.post(`${base}/${late.id}/archive`);
    expect(await names('q=nandu')).toEqual([]);
    expect(await names('q=nandu&archivados=1')).toEqual(['Zinc Ñandú']);
    expect((await browser.post(base, partner())).statusCode).toBe(403);
    expect((await (await signInAs(llave, 'proyectos')).get(`${base}?kind=contratista`)).statusCode).toBe(403);
  });

  test('contractors and contracting parties for contracts: a contractor sees only its own company', async () => {
    const admin = await signInAs(llave, 'administrador');
    const own = await create(admin, { name: 'Aa Propia' });
    await create(admin, { name: 'Ab Ajena' });
    const group = await create(admin, { name: 'Aa Grupo', kind: 'contratante' });
    const users_ = '/api/administrations/users';
    const all = data<{ id: number; name: string }[]>(await admin.get(`${users_}/list_contractors`));
    expect(all.slice(0, 2).map(({ name }) => name)).toEqual(['Aa Propia', 'Ab Ajena']);
    expect(all[0]).toEqual({ id: own.id, name: 'Aa Propia' });
    const user = await makeUser(db(), { roles: ['contratista'], partnerId: own.id });
    const contractor = await signInUser(llave, user);
    expect(data(await contractor.get(`${users_}/list_contractors`))).toEqual([
      { id: own.id, name: 'Aa Propia' },
    ]);
    expect(data(await contractor.get(`${users_}/list_contracting_parties`))).toContainEqual({
      id: group.id,
      name: 'Aa Grupo',
    });
    const stranger = await signInAs(llave, 'contratista');
    expect(data(await stranger.get(`${users_}/list_contractors`))).toEqual([]);
    expect((await (await signInAs(llave, 'asesor')).get(`${users_}/list_contractors`)).statusCode).toBe(403);
  });
});

describe('lawyers', () => {
  const url = '/api/administrations/lawyers';

  test('are stored, linked to a user by an administrator, listed and archived', async () => {
    const admin = await signInAs(llave, 'administrador');
    const inside = await makeUser(db(), { roles: ['abogado'] });
    const made = await admin.post(url, {
      full_name: 'Gisela Tuñón',
      document: '8-712-4567',
      idoneidad: '12345',
      firm: 'Tuñón & Asociados',
      user_id: inside.id,
    });
    expect(made.statusCode, made.body).toBe(201);
    const lawyer = data<LawyerRow>(made);
    await admin.post(url, { full_name: 'Arturo Ávila' });
    expect(data(await admin.get(`${url}/lists`))).toEqual([
      { id: lawyer.id + 1, nombre_completo: 'Arturo Ávila' },
      { id: lawyer.id, nombre_completo: 'Gisela Tuñón' },
    ]);
    expect(data(await admin.get(`${url}/user/lists`))).toEqual([
      { id: lawyer.id, nombre_completo: 'Gisela Tuñón' },
    ]);
    expect(data<LawyerRow[]>(await admin.get(`${url}?q=tunon`))).toMatchObject([{ user: { id: inside.id } }]);
    const archived = await admin.post(`${url}/${lawyer.id}/archive`, { archived: true, version: 1 });
    expect(data<LawyerRow>(archived)).toMatchObject({ archived: true, version: 2 });
    expect(data<unknown[]>(await admin.get(`${url}/user/lists`))).toEqual([]);
    const back = await admin.post(`${url}/${lawyer.id}/archive`, { archived: false });
    expect(data<LawyerRow>(back).archived).toBe(false);
  });

  test('a duplicate number, a user who is not a lawyer, and a user chosen by a non-administrator are refused', async () => {
    const admin = await signInAs(llave, 'administrador');
    await admin.post(url, { full_name: 'Uno', idoneidad: '777', document: '8-1-0001' });
    for (const [more, field] of [
      [{ idoneidad: '777' }, 'idoneidad'],
      [{ document: '8-01-1' }, 'document'],
      [{ document: '??' }, 'document'],
      [{ full_name: '' }, 'full_name'],
      [{ user_id: (await makeUser(db(), { roles: ['asesor'] })).id }, 'user_id'],
    ] as const)
      expect((await admin.post(url, { full_name: 'Dos', ...more })).json(), field).toMatchObject({
        errors: [{ field }],
      });
    const lawyer = await signInAs(llave, 'abogado');
    const taken = await lawyer.post(url, { full_name: 'Tres', user_id: lawyer.user.id });
    expect([taken.statusCode, taken.json()]).toMatchObject([403, { errors: [{ field: 'user_id' }] }]);
    expect((await lawyer.post(url, { full_name: 'Tres' })).statusCode).toBe(201);
    expect((await (await signInAs(llave, 'contratista')).get(`${url}/lists`)).statusCode).toBe(403);
  });

  test('an external lawyer sees only their own row', async () => {
    const outside = await makeUser(db(), { roles: ['abogado'], userTypeId: 4 });
    const [own] = await db()
      .insert(lawyers)
      .values({ fullName: 'Zoe Externa', userId: outside.id, createdAt: llave.clock.now() })
      .returning();
    const [other] = await db()
      .insert(lawyers)
      .values({ fullName: 'Zulma Otra', createdAt: llave.clock.now() })
      .returning();
    const browser = await signInUser(llave, outside);
    expect(data(await browser.get(`${url}/lists`))).toEqual([
      { id: own!.id, nombre_completo: 'Zoe Externa' },
    ]);
    expect(data<LawyerRow[]>(await browser.get(url))).toHaveLength(1);
    expect((await browser.get(`${url}/${other!.id}`)).statusCode).toBe(404);
    const change = { method: 'PUT', url: `${url}/${other!.id}`, payload: { full_name: 'Mía' } } as const;
    expect((await browser.send(change)).statusCode).toBe(404);
  });
});

test('the database constraints refuse invalid rows', async () => {
  const values = {
    kind: 'contratista',
    name: 'X',
    ruc: '9-9-9',
    dv: '09',
    rucKey: '9-9-9',
    createdAt: llave.clock.now(),
  };
  const told = (statement: PromiseLike<unknown>) =>
    Promise.resolve(statement).then(
      () => 'taken',
      () => 'refused',
    );
  expect(
    await told(
      db()
        .insert(partners)
        .values({ ...values, kind: 'otro' }),
    ),
  ).toBe('refused');
  expect(
    await told(
      db()
        .insert(partners)
        .values({ ...values, dv: '9' }),
    ),
  ).toBe('refused');
  expect(await told(db().insert(partners).values(values))).toBe('taken');
  expect(await told(db().insert(partners).values(values))).toBe('refused');
  const user = await makeUser(db(), {});
  const set = (change: Partial<typeof users.$inferInsert>) =>
    told(db().update(users).set(change).where(eq(users.id, user.id)));
  expect(await set({ partnerId: 1 })).toBe('refused');
  expect(await set({ awayFrom: '2026-02-02', awayTo: '2026-02-01' })).toBe('refused');
  expect(await set({ deactivatedAt: llave.clock.now() })).toBe('refused');
});
