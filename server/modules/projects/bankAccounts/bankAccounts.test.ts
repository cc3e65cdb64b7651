import { beforeAll, describe, expect, test } from 'vitest';
import type { ProjectBankAccount } from '#contract/projects/bankAccounts/model.ts';
import { accountLabel, accountOptions, maskAccount } from '#contract/projects/bankAccounts/rules.ts';
import { auditLog } from '#server/kernel/kernel.table.ts';
import { eq } from 'drizzle-orm';
import { useApp } from '#test/app.ts';
import { makeProject, makeSale } from '#test/factories.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
let accountant: StaffBrowser;
const base = '/api/administrations/bank_accounts';
let made = 0;

const form = (over: object = {}) => ({
  nombre: 'Recaudo',
  numero: `03-12-01-${(made += 1)}00000-7`,
  banco_id: 1,
  tipo_id: 1,
  tipo_contable_id: 2,
  titular: 'Promotora Valle Sereno, S.A.',
  ...over,
});
const create = async (over: object = {}) =>
  (await accountant.post(base, form(over))).json<{ data: { id: number; numero: string; version: number } }>()
    .data;
const link = (projectId: number, payload: object, who = accountant) =>
  who.send({ method: 'PUT', url: `/api/projects/${projectId}/bank_accounts`, payload });

beforeAll(async () => {
  accountant = await signInAs(llave, 'contabilidad');
});

describe('bank accounts', () => {
  test('an account has the labels of its catalogs; a number that differs only in hyphens is a duplicate', async () => {
    const answer = await accountant.post(base, form({ numero: '04-99-123', cuenta_contable_id: 3 }));
    expect([answer.statusCode, answer.json()]).toMatchObject([
      201,
      {
        data: {
          banco: { nombre: 'Banco General' },
          tipo: { nombre: 'Corriente' },
          tipo_contable: { nombre: 'Recaudo de clientes' },
          moneda: 'USD',
          cuenta_contable: { nombre: '1.1.03 Bancos recaudo clientes' },
          version: 1,
        },
      },
    ]);
    const again = await accountant.post(base, form({ numero: '0499 123' }));
    expect([again.statusCode, again.json()]).toMatchObject([
      409,
      { code: 'ACCOUNT_TAKEN', errors: [{ field: 'numero' }] },
    ]);
    expect((await accountant.post(base, form({ numero: '0499123', banco_id: 2 }))).statusCode).toBe(201);
  });

  test('six concurrent requests with the same number create one account', async () => {
    const body = form({ numero: '77-77-77' });
    const answers = await Promise.all(Array.from({ length: 6 }, () => accountant.post(base, body)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  test('values that no catalog offers are refused at their field; a stale change returns the current version', async () => {
    const wrong = await accountant.post(base, form({ banco_id: 900, tipo_id: 900, cuenta_contable_id: 900 }));
    expect(wrong.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)).toEqual([
      'banco_id',
      'tipo_id',
      'cuenta_contable_id',
    ]);
    const account = await create();
    const change = { ...form(), numero: account.numero, nombre: 'Operativa', version: 1 };
    expect((await accountant.patch(`${base}/${account.id}`, change)).json()).toMatchObject({
      data: { nombre: 'Operativa', version: 2 },
    });
    expect((await accountant.patch(`${base}/${account.id}`, change)).json()).toMatchObject({
      code: 'STALE',
      current: { version: 2 },
    });
  });

  test('the options have name and number of active accounts, for accounting only', async () => {
    const account = await create({ nombre: 'Por archivar' });
    const find = async () => (await accountant.get(`${base}/lists`)).json<{ data: { id: number }[] }>().data;
    expect(await find()).toContainEqual(
      expect.objectContaining({ id: account.id, nombre: 'Por archivar', numero: account.numero }),
    );
    await accountant.patch(`${base}/${account.id}`, {
      ...form({ nombre: 'Por archivar', numero: account.numero }),
      archivada: true,
    });
    expect((await find()).map(({ id }) => id)).not.toContain(account.id);
    const page = await accountant.get(`${base}?archivadas=true&q=por%20archivar`);
    expect(page.json()).toMatchObject({ data: [{ archivada: true }], meta: { pagination: { total: 1 } } });
    expect(
      (await accountant.get(`${base}?q=${account.numero.replaceAll('-', '')}&archivadas=1`)).json(),
    ).toMatchObject({
      data: [{ id: account.id }],
    });
    const adviser = await signInAs(llave, 'asesor');
    expect((await adviser.get(`${base}/lists`)).statusCode).toBe(403);
    expect((await adviser.post(base, form())).statusCode).toBe(403);
  });

  test('the audit log never contains a full number', async () => {
    const account = await create();
    const written = await llave.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entity, 'cuenta_bancaria'));
    expect(JSON.stringify(written)).not.toContain(account.numero);
    expect(written.some(({ entityId }) => entityId === String(account.id))).toBe(true);
  });
});

describe('the accounts of a project', () => {
  test('are returned in order in wire format, one of them for buyers', async () => {
    const { id } = await makeProject(llave.database.db);
    const [a, b] = [await create({ nombre: 'Alfa' }), await create({ nombre: 'Beta', banco_id: 2 })];
    const linked = await link(id, { account_ids: [b.id, a.id], compradores_id: a.id, before: [] });
    expect(linked.json()).toMatchObject({
      data: [{ nombre: 'Beta', compradores: false }, { compradores: true }],
    });
    const wire = await accountant.get(`/api/projects/project_bank_account/${id}`);
    expect(wire.json()).toEqual({
      data: [
        {
          id: b.id,
          nombre: 'Beta',
          numero: b.numero,
          tipo_banco: { nombre: 'Banco Nacional de Panamá' },
          tipo_cuenta_contable_banco: { nombre: 'Recaudo de clientes' },
        },
        expect.objectContaining({ id: a.id }),
      ],
    });
    const stale = await link(id, { account_ids: [a.id], compradores_id: null, before: [a.id, b.id] });
    expect([stale.statusCode, stale.json()]).toMatchObject([
      409,
      { code: 'STALE', current: { before: [b.id, a.id] } },
    ]);
    expect((await link(id, { account_ids: [a.id], compradores_id: b.id })).json()).toMatchObject({
      errors: [{ field: 'compradores_id' }],
    });
    expect((await link(id, { account_ids: [999_999], compradores_id: null })).json()).toMatchObject({
      errors: [{ field: 'account_ids' }],
    });
  });

  test('an account that buyers pay to cannot be archived', async () => {
    const { id, name } = await makeProject(llave.database.db);
    const account = await create();
    await link(id, { account_ids: [account.id], compradores_id: account.id });
    const archive = () =>
      accountant.patch(`${base}/${account.id}`, { ...form({ numero: account.numero }), archivada: true });
    const refused = await archive();
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { errors: [{ field: 'archivada' }] }]);
    expect(refused.body).toContain(name);
    // A published project keeps an account for its buyers.
    const without = await link(id, { account_ids: [account.id], compradores_id: null });
    expect([without.statusCode, without.json()]).toMatchObject([
      422,
      { errors: [{ field: 'compradores_id', message: expect.stringContaining('está publicado') }] },
    ]);
    const next = await create();
    await link(id, { account_ids: [account.id, next.id], compradores_id: next.id });
    expect((await archive()).statusCode).toBe(200);
    expect((await accountant.get(`/api/projects/project_bank_account/${id}`)).json()).toMatchObject({
      data: [{ id: next.id }],
    });
  });

  test('a project without an account for buyers is not published, and the message says where to choose one', async () => {
    const { db } = llave.database;
    const { id, slug } = await makeProject(db, { published: false });
    const boss = await signInAs(llave, 'administrador');
    const publish = async () => {
      const answer = await boss.patch(`/api/projects/${id}`, {
        name: 'Valle Nuevo',
        slug,
        province: 'Coclé',
        district: 'Penonomé',
        region: 2,
        separation_centavos: 50_000,
        rate_percent: 6.25,
        down_payment_percent: 5,
        term_months: 360,
        published: true,
      });
      return answer.json<{ errors: { field: string; message: string }[] }>().errors[0]!;
    };
    const lacks = 'cuenta a la que pagan los compradores';
    expect(await publish()).toMatchObject({ field: 'published', message: expect.stringContaining(lacks) });
    const { data } = (await boss.get(`/api/projects/find/${id}`)).json<{
      data: { requirements: { key: string }[] };
    }>();
    expect(data.requirements.find(({ key }) => key === 'pay_to')).toMatchObject({ required: true, where: 'cuentas' }); // prettier-ignore
    const account = await create();
    await link(id, { account_ids: [account.id], compradores_id: account.id });
    expect((await publish()).message).not.toContain(lacks);
  });

  test('users without money permissions see only the last digits; a project out of scope gives 404', async () => {
    const { db } = llave.database;
    const mine = await makeProject(db);
    const other = await makeProject(db);
    const account = await create();
    await link(mine.id, { account_ids: [account.id], compradores_id: account.id });
    const manager = await signInAs(llave, { role: 'proyectos', projectIds: [mine.id] });
    const seen = await manager.get(`/api/projects/${mine.id}/bank_accounts`);
    expect(seen.json()).toMatchObject({ data: [{ numero: maskAccount(account.numero) }] });
    expect(seen.body).not.toContain(account.numero);
    expect((await manager.get(`/api/projects/${other.id}/bank_accounts`)).statusCode).toBe(404);
    expect((await manager.get(`/api/projects/project_bank_account/${mine.id}`)).statusCode).toBe(403);
    expect((await link(mine.id, { account_ids: [], compradores_id: null }, manager)).statusCode).toBe(403);
    expect((await accountant.get(`/api/projects/${mine.id}/bank_accounts`)).json()).toMatchObject({
      data: [{ numero: account.numero }],
    });
  });

  test('an adviser sees only the accounts of projects with an own sale', async () => {
    const { db } = llave.database;
    const project = await makeProject(db);
    const adviser = await signInAs(llave, 'asesor');
    const url = `/api/projects/project_bank_account/${project.id}`;
    expect((await adviser.get(url)).statusCode).toBe(404);
    await makeSale(db, { projectId: project.id, adviserId: adviser.user.id });
    expect((await adviser.get(url)).statusCode).toBe(200);
  });

  test('each option has all fields of its label', async () => {
    const [first] = (await accountant.get(`${base}/lists`)).json<{ data: ProjectBankAccount[] }>().data;
    expect(accountLabel(first!)).toMatch(/^.+ \(.+, .+, .+\)$/);
    expect(accountLabel(first!)).not.toContain('undefined');
  });

  test('the label and the first option match the request', () => {
    const one = {
      id: 4,
      nombre: 'Recaudo',
      numero: '03-1',
      tipo_banco: { nombre: 'Banco General' },
      tipo_cuenta_contable_banco: { nombre: 'Operativa' },
    };
    expect(accountLabel(one)).toBe('Recaudo (Banco General, Operativa, 03-1)');
    expect(accountOptions([one], { choose: true })).toEqual([
      { value: '', label: '-- SELECCION --' },
      { value: '4', label: 'Recaudo (Banco General, Operativa, 03-1)' },
    ]);
    expect(accountOptions([one])).toHaveLength(1);
    expect([maskAccount('03-12-01-123456-7'), maskAccount('1234')]).toEqual(['···· 4567', '···· 34']);
  });
});
