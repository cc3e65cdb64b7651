import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { addDays, DAY_MS } from '#contract/dates.ts';
import type { ApplicationRow } from '#contract/banking/applications/applications.ts';
import type { SaleBanks } from '#contract/banking/requirements/requirements.ts';
import { outboxMails, changes } from '#server/kernel/kernel.table.ts';
import { useApp } from '#test/app.ts';
import { applicationIn, bankWork, refusalIn } from '#test/banks.ts';
import { makeProject, makeUser } from '#test/factories.ts';
import { signInAs, signInUser, type StaffBrowser } from '#test/signIn.ts';
import { applicationsNight } from './applications.jobs.ts';
import { withdrawApplications } from './applications.service.ts';
import { bankApplications } from './applications.table.ts';

const llave = useApp();
const { today, begin, prepare, move, walk, letterForm, stateOf, noticesOf } = bankWork(llave);
const base = '/api/sale/bank_applications';
const one = applicationIn;
const reasonOf = refusalIn;

describe('sending', () => {
  test('a complete file leaves, is dated, followed up, and takes the sale to the banks', async () => {
    const { processor, sale } = await begin();
    const made = await prepare(processor, sale.id);
    expect(made).toMatchObject({ state: { id: 1 }, sent_at: null, chosen: false });
    const sent = one(await move(processor, made.id, 2));
    // 15 working days from a Saturday, over two holidays (8 and 28 of the months, the latter a Saturday).
    expect(sent).toMatchObject({
      state: { id: 2 },
      answer_due_on: '2026-12-15',
      follow_up_due_on: '2026-11-26',
    });
    expect(await stateOf(sale.id)).toBe(6);
    const history = await llave.database.db
      .select({ to: changes.to })
      .from(changes)
      .where(and(eq(changes.record, 'solicitud'), eq(changes.recordId, made.id)));
    expect(history.map(({ to }) => to)).toEqual([1, 2]);
  });

  test('is refused while a paper lacks, has expired or would die before the bank answers', async () => {
    const { processor, sale } = await begin({ without: [6] });
    const made = await prepare(processor, sale.id);
    expect(reasonOf(await move(processor, made.id, 2))).toBe('Falta para este banco: Recibo de luz o agua.');

    const dying = await begin({ expires: { 5: addDays(today(), 10) } });
    const soon = await prepare(dying.processor, dying.sale.id);
    expect(soon.transitions.find(({ estado_id }) => estado_id === 2)).toMatchObject({
      code: 'DOCUMENTS_EXPIRING',
      disabled: 'Vence antes de que el banco responda: Carta de trabajo.',
    });
    expect((await move(dying.processor, soon.id, 2, { pese_a: 'El banco espera' })).statusCode).toBe(403);

    const coordinator = await signInAs(llave, 'coordinador');
    const sent = one(await move(coordinator, soon.id, 2, { pese_a: 'La renueva el lunes' }));
    expect(sent).toMatchObject({ state: { id: 2 }, sent_despite: 'La renueva el lunes' });
  });

  test('without the consent nothing leaves, whoever asks', async () => {
    const { sale, processor } = await begin({ consented: false });
    const made = await prepare(processor, sale.id);
    const coordinator = await signInAs(llave, 'coordinador');
    expect(reasonOf(await move(coordinator, made.id, 2, { pese_a: 'Es urgente' }))).toContain(
      'consentimiento',
    );
    expect((await processor.post(`${base}/${made.id}/file`, { formato: 'zip' })).statusCode).toBe(409);
  });

  test('a bank is asked once at a time, also in a race, and again after it said no', async () => {
    const { processor, sale } = await begin();
    const path = `/api/sale/precontracts/${sale.id}/bank_applications`;
    await prepare(processor, sale.id, 1);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => processor.post(path, { banco_id: 2, monto_centavos: 5_000_000 })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    const id = one(answers.find(({ statusCode }) => statusCode === 201)!).id;
    await walk(processor, id, 2, 3, 9);
    expect((await processor.post(path, { banco_id: 2, monto_centavos: 5_000_000 })).statusCode).toBe(201);
  });

  test('cash buyers, files under way and unknown banks are refused', async () => {
    const cash = await begin({}, { paymentForm: 'contado' });
    const draft = await begin({}, { stateId: 2 });
    const { processor, sale } = await begin();
    const ask = (who: StaffBrowser, saleId: number, banco_id: number) =>
      who.post(`/api/sale/precontracts/${saleId}/bank_applications`, { banco_id, monto_centavos: 100_000 });
    expect((await ask(cash.processor, cash.sale.id, 1)).statusCode).toBe(422);
    expect((await ask(draft.processor, draft.sale.id, 1)).statusCode).toBe(422);
    expect((await ask(processor, sale.id, 28)).statusCode).toBe(422);
    expect((await ask(processor, draft.sale.id, 1)).statusCode).toBe(404);
  });
});

describe('answers', () => {
  test('reach processor, coordinator and customer, and make the usual time of the bank', async () => {
    const coordinator = await signInAs(llave, 'coordinador');
    const { processor, sale, db } = await begin({}, { email: 'compra@correo.test' });
    const { id } = await prepare(processor, sale.id, 3);
    await walk(processor, id, 2, 3);
    llave.clock.set(new Date(llave.clock.now().getTime() + 5 * DAY_MS));
    // Another colleague writes it down, so that the processor hears it.
    const boss = await signInAs(llave, 'administrador');
    const answered = one(
      await move(boss, id, 7, { motivo: 'Falta un codeudor', monto_centavos: 7_900_000, tasa: 6.5 }),
    );
    expect(answered).toMatchObject({
      approved_centavos: 7_900_000,
      rate_percent: 6.5,
      conditions: 'Falta un codeudor',
    });
    expect((await noticesOf(processor.user.id, 'solicitud_respondida')).length).toBe(1);
    expect((await noticesOf(coordinator.user.id, 'solicitud_respondida')).length).toBe(1);
    const [mail] = await db.select().from(outboxMails).where(eq(outboxMails.to, 'compra@correo.test'));
    expect(mail).toMatchObject({ kind: 'banco_respondio' });
    expect(mail!.body).not.toContain('codeudor');
    const [stored] = await db.select().from(bankApplications).where(eq(bankApplications.id, id));
    expect(stored!.answerDays).toBe(4);
  });

  test('three answers make a median that the next one is measured by', async () => {
    const { processor, sale } = await begin();
    const { db } = llave.database;
    const past = await Promise.all(
      [2, 6, 9].map((answerDays) => begin({}).then(async (made) => ({ made, answerDays }))),
    );
    for (const { made, answerDays } of past)
      await db.insert(bankApplications).values({
        saleId: made.sale.id,
        bankId: 5,
        stateId: 6,
        requestedCents: 100,
        sentAt: llave.clock.now(),
        answeredAt: llave.clock.now(),
        answerDays,
        stateSince: llave.clock.now(),
        createdAt: llave.clock.now(),
      });
    const times = (await processor.get(`${base}/answer_times`)).json<{
      data: { bank: { id: number }; days: number }[];
    }>();
    expect(times.data.find(({ bank }) => bank.id === 5)).toMatchObject({ days: 6, answers: 3, known: true });
    const banks = (
      await processor.get(`/api/sale/precontracts/${sale.id}/bank_applications?bancos=5,6`)
    ).json<{ data: SaleBanks }>().data;
    expect(banks.banks.map(({ id, answer_days }) => [id, answer_days])).toEqual([
      [5, 6],
      [6, 15],
    ]);
  });

  test('all rejected or withdrawn takes the sale to Rechazado por bancos; the house money decides the rest', async () => {
    const { processor, sale } = await begin();
    const first = await prepare(processor, sale.id, 1);
    const second = await prepare(processor, sale.id, 2);
    await walk(processor, first.id, 2, 3, 9);
    expect(await stateOf(sale.id)).toBe(6);
    await walk(processor, second.id, 10);
    expect(await stateOf(sale.id)).toBe(7);
  });

  test('another version is refused, and every arrow that is not drawn', async () => {
    const { processor, sale } = await begin();
    const { id, version } = await prepare(processor, sale.id);
    expect((await move(processor, id, 2, { version: version + 1 })).statusCode).toBe(409);
    expect((await move(processor, id, 6)).statusCode).toBe(422);
    expect((await move(processor, id, 8)).statusCode).toBe(422);
    const accountant = await signInAs(llave, 'contabilidad');
    expect((await move(accountant, id, 10, { motivo: 'No' })).statusCode).toBe(403);
  });
});

describe('nights and lists', () => {
  test('a pre-approval ends after its last day and the bank looks again', async () => {
    const { processor, sale } = await begin();
    const { id } = await prepare(processor, sale.id, 6);
    await walk(processor, id, 2, 3);
    expect((await move(processor, id, 5, { vence: addDays(today(), 91) })).statusCode).toBe(422);
    const pre = one(await move(processor, id, 5));
    expect(pre.preapproved_until).toBe(addDays(today(), 60));
    const before = llave.clock.now();
    llave.clock.set(new Date(before.getTime() + 61 * DAY_MS));
    await llave.app.core.jobs.run(applicationsNight, {});
    expect(one(await (await signInUser(llave, processor.user)).get(`${base}/${id}`)).state.id).toBe(3);
    llave.clock.set(before);
  });

  test('a note to the bank is the follow-up; what is due is told and listed, to its processor only', async () => {
    const { processor, sale } = await begin();
    const { id } = await prepare(processor, sale.id, 7);
    await walk(processor, id, 2);
    const before = llave.clock.now();
    llave.clock.set(new Date(before.getTime() + 6 * DAY_MS));
    await llave.app.core.jobs.run(applicationsNight, {});
    await llave.app.core.jobs.run(applicationsNight, {});
    expect((await noticesOf(processor.user.id, 'seguimiento_pendiente')).length).toBe(1);
    const list = async (who: StaffBrowser) =>
      (await who.get(`${base}?seguimiento=1&order_column=follow_up_due_on`))
        .json<{ data: ApplicationRow[] }>()
        .data.map((row) => row.id);
    expect(await list(processor)).toEqual([id]);
    const waiting = async (who: StaffBrowser) =>
      (await who.get('/api/office/counters')).json<{ data: { applications: number | null } }>().data;
    expect(await list(await signInAs(llave, 'procesador'))).toEqual([]);
    expect(await waiting(processor)).toMatchObject({ applications: 1 });
    expect(await waiting(await signInAs(llave, 'procesador'))).toMatchObject({ applications: 0 });
    expect(await waiting(await signInAs(llave, 'auditor'))).toMatchObject({ applications: null });
    await processor.post(`${base}/${id}/contacts`, { canal: 'llamada', nota: 'Lo ve el comité el jueves' });
    expect(await list(processor)).toEqual([]);
    expect(await waiting(processor)).toMatchObject({ applications: 0 });
    const now = one(await processor.get(`${base}/${id}`));
    expect(now.contacts).toMatchObject([{ channel: 'llamada', who: 'Prueba procesador' }]);
    llave.clock.set(before);
  });

  test("another's application is not found, whatever is tried on it", async () => {
    const { processor, sale } = await begin();
    const { id } = await prepare(processor, sale.id);
    const other = await signInAs(llave, 'procesador');
    await move(other, id, 3);
    const tried = await Promise.all([
      other.get(`${base}/${id}`),
      other.get(`/api/sale/precontracts/${sale.id}/bank_applications`),
      move(other, id, 2),
      other.patch(`${base}/${id}/choose`, {}),
      other.post(`${base}/${id}/contacts`, { canal: 'correo', nota: 'hola' }),
      other.post(`${base}/${id}/file`, { formato: 'pdf' }),
      other.post(`${base}/${id}/disbursement`, { solicitado: today() }),
      other.form(`${base}/${id}/letter`, await letterForm()),
    ]);
    expect(tried.map(({ statusCode }) => statusCode)).toEqual(tried.map(() => 404));
  });

  test('when the sale ends, what is under way is withdrawn and what has ended stays', async () => {
    const { processor, sale, db } = await begin();
    const open = await prepare(processor, sale.id, 1);
    const over = await prepare(processor, sale.id, 2);
    await walk(processor, over.id, 2, 3, 9);
    await llave.act((ctx) => withdrawApplications(ctx, sale.id, 'Desistió'));
    const states = await db
      .select({ id: bankApplications.id, stateId: bankApplications.stateId })
      .from(bankApplications)
      .where(eq(bankApplications.saleId, sale.id))
      .orderBy(bankApplications.id);
    expect(states).toEqual([
      { id: open.id, stateId: 10 },
      { id: over.id, stateId: 9 },
    ]);
  });

  test('an executive belongs to that bank in that project', async () => {
    const { db } = llave.database;
    const project = await makeProject(db);
    const admin = await signInAs(llave, 'administrador');
    await makeUser(db, { projectIds: [project.id] });
    const added = await admin.post(`/api/projects/${project.id}/banks`, { bank_id: 1 });
    const bank = added.json<{ data: { id: number }[] }>().data[0]!;
    const named = await admin.post(`/api/projects/banks/${bank.id}/executives`, {
      name: 'Iris Ponce',
      main: true,
    });
    const executive = named.json<{ data: { executives: { id: number }[] }[] }>().data[0]!.executives[0]!;
    const { processor, sale } = await begin({}, { projectId: project.id });
    const made = await prepare(processor, sale.id, 1);
    expect(made.executive).toMatchObject({ id: executive.id, name: 'Iris Ponce' });
    // The project names its banks: no other is offered.
    const other = await processor.post(`/api/sale/precontracts/${sale.id}/bank_applications`, {
      banco_id: 2,
      monto_centavos: 100_000,
    });
    expect(other.statusCode).toBe(422);
    const strange = await processor.patch(`${base}/${made.id}`, {
      ejecutivo_id: executive.id + 999,
      monto_centavos: 100_000,
      plazo_meses: null,
      referencia: '',
    });
    expect(strange.statusCode).toBe(422);
  });
});

describe('the list', () => {
  test('of one processor', async () => {
    const first = await begin();
    const made = await prepare(first.processor, first.sale.id);
    const second = await begin();
    await prepare(second.processor, second.sale.id);
    const nobody = await makeUser(llave.database.db, { roles: ['procesador'] });
    const coordinator = await signInAs(llave, 'coordinador');
    const list = async (who: StaffBrowser, id: number) =>
      (await who.get(`${base}?procesador_id=${id}`)).json<{
        data: ApplicationRow[];
        meta: { pagination: { total: number } };
      }>();
    const found = await list(coordinator, first.processor.user.id);
    expect(found.data.map(({ id }) => id)).toEqual([made.id]);
    expect(found.meta.pagination.total).toBe(1);
    expect((await list(coordinator, nobody.id)).data).toEqual([]);
    expect((await list(second.processor, first.processor.user.id)).data).toEqual([]);
  });
});
