import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { urlOf } from '#contract/endpoint.ts';
import { GRANTS, type AccessRule } from '#contract/access.ts';
import { recordChannel, type LiveChange } from '#contract/realtime.ts';
import type { Account } from '#contract/works/accounts/model.ts';
import type { JobRow } from '#contract/works/jobs/endpoints.ts';
import { endpointsOf } from '#server/kernel/route.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { useApp } from '#test/app.ts';
import {
  approve,
  boss,
  contractor,
  jobsOf,
  makeParties,
  manager,
  one,
  project,
  signed,
  techos,
  url,
} from '#test/contracts.ts';
import { follow, listenAt, refusedAt, serve } from '#test/echo.ts';
import { makePartnerPapers, makeSale } from '#test/factories.ts';
import { makePicture } from '#test/papers.ts';

/** A contractor tries to see and to do what is another contractor's or a customer's, by every call that lets contractors in. */
const llave = useApp();
const db = () => llave.database.db;
/** What the texts of the others are marked with; the price is a sale's. */
const MARK = /zafir|7654321|7,654,321|76,543/i;

const ids = { contract: 0, job: 0, account: 0, line: 0, house: 0, sale: 0, addendum: 0 };

beforeAll(async () => {
  await makeParties(llave);
  await db().update(partners).set({ name: 'Techos Zafiros, S.A.' }).where(eq(partners.id, techos));
  await makePartnerPapers(db(), techos);
  const made = await signed({
    contractor_id: techos,
    name: 'Obra zafira',
    reference: 'ZAFIRA-1',
    amount_centavos: 7_654_321,
  });
  await approve(made.id, 2500);
  const [job] = await jobsOf(made.id);
  const { data } = (await manager.post(`${url(made.id)}/accounts`, {})).json<{ data: Account }>();
  await manager.post(`/api/works/accounts/${data.id}/deductions`, {
    kind: 'multa',
    reason: 'Multa zafira',
    paper: 'ZAFIRO-7',
    amount_centavos: 100,
  });
  await manager.patch(`/api/works/accounts/${data.id}/status`, { params: { estado_id: 2 } });
  const { addenda } = one(
    await manager.post(`${url(made.id)}/addenda`, { reason: 'Adenda zafira', ends_on: '2027-06-30' }),
  );
  await boss.post('/api/comments', { reference: 'contrato', reference_id: made.id, body: 'Nota zafira', menciones: [] });
  const sale = await makeSale(db(), { name: 'Compradora Zafira', projectId: project.id });
  await db().update(houses).set({ name: 'Casa Zafira' }).where(eq(houses.id, job!.houseId!));
  Object.assign(ids, {
    contract: made.id,
    job: job!.id,
    account: data.id,
    line: data.lines[0]!.id,
    house: job!.houseId!,
    sale: sale.id,
    addendum: addenda[0]!.id,
  });
  // A contract of the own, so that lists are not empty for another reason.
  await signed({ name: 'Obra propia' });
}); // prettier-ignore

const MINE = new Set<string>(
  GRANTS.filter(({ role }) => role === 'contratista').map(({ permission }) => permission),
);
const lets = (access: AccessRule | readonly AccessRule[]) =>
  (typeof access === 'string' ? [access] : access).some(
    (rule) => MINE.has(rule) || ['staff', 'own', 'record', 'public'].includes(rule),
  );

test('no reading call, by no id, says anything of another contractor or of a customer', async () => {
  const told: string[] = [];
  let asked = 0;
  const specs = endpointsOf(llave.app).filter(
    ({ method, access, path }) => method === 'GET' && lets(access) && !path.startsWith('/clientes'),
  );
  for (const spec of specs) {
    const names = [...spec.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
    const tries = names.length === 0 ? [0] : Object.values(ids);
    for (const id of tries) {
      const at = urlOf(spec, { params: Object.fromEntries(names.map((name) => [name, String(id)])) });
      for (const query of names.length === 0
        ? ['', `?contrato_id=${ids.contract}`, `?proyecto_id=${project.id}`, '?q=zafir']
        : ['']) {
        const answer = await contractor.get(`${at}${query}`);
        asked += 1;
        if (answer.statusCode >= 500 || MARK.test(answer.body))
          told.push(`${at}${query} ${answer.statusCode} ${MARK.exec(answer.body)?.[0]}`);
      }
    }
  }
  expect(asked).toBeGreaterThan(100);
  expect(told).toEqual([]);
});

test('no export, paper or search says anything of the others', async () => {
  for (const path of [
    ...endpointsOf(llave.app)
      .filter((spec) => spec.exports && lets(spec.access))
      .map(({ path }) => `${path}/exportar?formato=xlsx`),
    '/api/reports/works/houses',
    '/api/reports/works/progress',
    `/api/works/accounts/${ids.account}/documento.pdf`,
    `/api/contracts/${ids.contract}/statement/documento.pdf`,
    `/api/comments?reference=contrato&reference_id=${ids.contract}`,
    `/api/comments?reference=cuenta_obra&reference_id=${ids.account}`,
    `/api/comments?reference=trabajo&reference_id=${ids.job}`,
    `/api/comments?reference=adenda_contrato&reference_id=${ids.addendum}`,
    `/api/files/${ids.account}/cuenta_obra`,
    `/api/files/${ids.job}/trabajo`,
  ])
    expect([403, 404, 422], path).toContain((await contractor.get(path)).statusCode);
  for (const q of ['zafira', 'ZAFIRA-1', 'Casa Zafira', 'Compradora', 'Techos', 'adenda zafira'])
    expect((await contractor.post('/api/seeker', { q })).body, q).not.toMatch(MARK);
});

test('no writing call moves what is another contractor’s', async () => {
  const photo = new File([new Uint8Array(await makePicture({}))], 'obra.png', { type: 'image/png' });
  const key = '0123456789abcdef0123456789abcdef';
  const status = (path: string, estado_id: number) =>
    contractor.patch(path, { params: { estado_id, motivo: 'Porque sí' } });
  const answers = [
    await status(`/api/works/accounts/${ids.account}/status`, 3),
    await status(`/api/works/accounts/${ids.account}/status`, 7),
    await contractor.post(`/api/works/accounts/${ids.account}/lines/${ids.line}/dispute`, { reason: 'No es mío' }),
    await status(`/api/works/jobs/${ids.job}/status`, 3),
    await contractor.form(`/api/works/jobs/${ids.job}/reports`, { clave: key, porcentaje: '50', fotos: photo }),
    await status(`${url(ids.contract)}/status`, 6),
    await status(`${url(ids.contract)}/addenda/${ids.addendum}/status`, 3),
    await contractor.post(`${url(ids.contract)}/accounts`, {}),
    await contractor.post(`${url(ids.contract)}/retention/charge`, { amount_centavos: 1, reason: 'xxx', paper: 'x' }),
    await contractor.post('/api/comments', { reference: 'contrato', reference_id: ids.contract, body: 'Hola', menciones: [] }),
    await contractor.post('/api/comments', { reference: 'cuenta_obra', reference_id: ids.account, body: 'Hola', menciones: [] }),
    await contractor.patch(`/api/contracts/update_total_amount_pay_jobs/${ids.job}`, { params: {} }),
  ]; // prettier-ignore
  for (const [at, { statusCode, body }] of answers.entries()) {
    expect([403, 404], `${at} ${body}`).toContain(statusCode);
    expect(body).not.toMatch(MARK);
  }
  const { data } = (await manager.get(`/api/works/accounts/${ids.account}`)).json<{ data: Account }>();
  expect([data.state.id, data.disputed]).toEqual([2, 0]);
  const [mine] = (await contractor.get('/api/works/jobs')).json<{ data: JobRow[] }>().data;
  expect(mine!.contract.name).toBe('Obra propia');
});

test('a live page hears no change of the others, and their records’ channels are shut', async () => {
  const listener = listenAt(await serve(llave.app), contractor.token);
  const mark = await follow(listener);
  one(await manager.post(`${url(ids.contract)}/addenda`, { reason: 'Otra adenda', ends_on: '2027-07-31' }));
  const missed = (await contractor.get(`/api/realtime/changes?after=${mark}`)).json<{
    data: { changes: LiveChange[] };
  }>();
  expect(missed.data.changes).toEqual([]);
  for (const channel of [
    recordChannel('contrato', ids.contract),
    recordChannel('cuenta_obra', ids.account),
    recordChannel('trabajo', ids.job),
    recordChannel('precontrato', ids.sale),
  ]) {
    const refused = refusedAt(listener, channel);
    listener.echo.join(channel.replace('presence-', ''));
    expect(await refused, channel).toBe(403);
  }
});
