import { and, desc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { addDays, panamaDay } from '#contract/dates.ts';
import type { Application, ApplicationRow } from '#contract/mortgage/applications.ts';
import type { SaleBanks } from '#contract/mortgage/requirements.ts';
import type { NoticeKind } from '#contract/notifications/kinds.ts';
import { outboxMails, stateChanges } from '#server/kernel/kernel.table.ts';
import { notices } from '#server/modules/notifications/notifications.table.ts';
import { sales } from '#server/modules/sales/sales.table.ts';
import { useApp } from '#test/app.ts';
import { makeBankable } from '#test/banks.ts';
import { makeProject, makeUser, type SaleOptions } from '#test/factories.ts';
import { fileOf, makePicture } from '#test/papers.ts';
import { signInAs, signInUser, type StaffBrowser } from '#test/signIn.ts';
import { bankNight } from './applications.jobs.ts';
import { withdrawApplications } from './applications.service.ts';
import { bankApplications } from './applications.table.ts';
import { promiseLetters } from './letters.table.ts';

const house = useApp();
const base = '/api/sale/bank_applications';
const today = () => panamaDay(house.clock.now());
const DAY_MS = 86_400_000;
const one = (answer: { json<T>(): T }) => answer.json<{ data: Application }>().data;
const reasonOf = (answer: { json<T>(): T }) =>
  answer.json<{ errors: { field: string; message: string }[] }>().errors[0]?.message;

type Papers = Partial<Parameters<typeof makeBankable>[1]>;
/** A processor with a sale of their own whose papers are complete. */
async function begin(papers: Papers = {}, over: SaleOptions = {}) {
  const { db } = house.database;
  const processor = await signInAs(house, 'procesador');
  const { files } = house.app.house.services;
  const sale = await makeBankable(
    db,
    { today: today(), files, ...papers },
    { processorId: processor.user.id, ...over },
  );
  return { db, processor, sale };
}
const prepare = async (who: StaffBrowser, saleId: number, banco_id = 1) =>
  one(
    await who.post(`/api/sale/precontracts/${saleId}/bank_applications`, {
      banco_id,
      monto_centavos: 8_000_000,
      plazo_meses: 360,
    }),
  );
const move = (who: StaffBrowser, id: number, estado_id: number, more: object = {}) =>
  who.patch(`${base}/${id}/status`, { params: { estado_id, ...more } });
/** Through several states; the last answer. */
async function walk(who: StaffBrowser, id: number, ...states: number[]) {
  let last: Application | undefined;
  for (const state of states) {
    const answer = await move(who, id, state, { motivo: 'Lo dijo el banco' });
    expect(answer.statusCode, answer.body).toBe(200);
    last = one(answer);
  }
  return last!;
}
const letterForm = async (over: Record<string, string | File> = {}) => ({
  numero: 'CP-100',
  monto: '81,000.00',
  tasa: '6.25',
  plazo_meses: '360',
  emision: today(),
  vencimiento: addDays(today(), 120),
  carta: fileOf(await makePicture({ n: 7 }), 'carta.png'),
  ...over,
});
const stateOf = async (saleId: number) =>
  (await house.database.db.select().from(sales).where(eq(sales.id, saleId)))[0]!.stateId;
const noticesOf = (userId: number, kind: NoticeKind) =>
  house.database.db
    .select()
    .from(notices)
    .where(and(eq(notices.userId, userId), eq(notices.kind, kind)))
    .orderBy(desc(notices.id));

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
    const history = await house.database.db
      .select({ to: stateChanges.to })
      .from(stateChanges)
      .where(and(eq(stateChanges.entity, 'solicitud'), eq(stateChanges.entityId, made.id)));
    expect(history.map(({ to }) => to)).toEqual([1, 2]);
  });

  test('is refused while a paper lacks, has expired or would die before the bank answers', async () => {
    const { processor, sale } = await begin({ without: [6] });
    const made = await prepare(processor, sale.id);
    expect(reasonOf(await move(processor, made.id, 2))).toBe('Falta para este banco: Recibo de luz o agua.');

    const dying = await begin({ expires: { 5: addDays(today(), 10) } });
    const soon = await prepare(dying.processor, dying.sale.id);
    expect(soon.transitions.find(({ estado_id }) => estado_id === 2)?.disabled).toBe(
      'Vence antes de que el banco responda: Carta de trabajo.',
    );
    expect((await move(dying.processor, soon.id, 2, { pese_a: 'El banco espera' })).statusCode).toBe(403);

    const coordinator = await signInAs(house, 'coordinador');
    const sent = one(await move(coordinator, soon.id, 2, { pese_a: 'La renueva el lunes' }));
    expect(sent).toMatchObject({ state: { id: 2 }, sent_despite: 'La renueva el lunes' });
  });

  test('without the consent nothing leaves, whoever asks', async () => {
    const { sale, processor } = await begin({ consented: false });
    const made = await prepare(processor, sale.id);
    const coordinator = await signInAs(house, 'coordinador');
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
    const coordinator = await signInAs(house, 'coordinador');
    const { processor, sale, db } = await begin({}, { email: 'compra@correo.test' });
    const { id } = await prepare(processor, sale.id, 3);
    await walk(processor, id, 2, 3);
    house.clock.set(new Date(house.clock.now().getTime() + 5 * DAY_MS));
    // Another colleague writes it down, so that the processor hears it.
    const boss = await signInAs(house, 'administrador');
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
    const { db } = house.database;
    const past = await Promise.all(
      [2, 6, 9].map((answerDays) => begin({}).then(async (made) => ({ made, answerDays }))),
    );
    for (const { made, answerDays } of past)
      await db.insert(bankApplications).values({
        saleId: made.sale.id,
        bankId: 5,
        stateId: 6,
        requestedCents: 100,
        sentAt: house.clock.now(),
        answeredAt: house.clock.now(),
        answerDays,
        stateSince: house.clock.now(),
        createdAt: house.clock.now(),
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
    const accountant = await signInAs(house, 'contabilidad');
    expect((await move(accountant, id, 10, { motivo: 'No' })).statusCode).toBe(403);
  });
});

describe('the letter', () => {
  /** Approved at a bank, with or without being the chosen one. */
  async function approved(over: SaleOptions = {}) {
    const made = await begin({}, over);
    const { id } = await prepare(made.processor, made.sale.id, 4);
    await walk(made.processor, id, 2, 3, 6);
    return { ...made, id };
  }

  test('of the chosen bank takes the sale to Carta promesa emitida; a short one is said', async () => {
    const { processor, sale, id } = await approved();
    const short = await processor.form(`${base}/${id}/letter`, await letterForm({ monto: '80,000.00' }));
    // 85,000.00 less 5 %: 80,750.00 to finance.
    expect(short.json<{ data: { warning: string } }>().data.warning).toContain('750.00');
    expect(await stateOf(sale.id)).toBe(6);
    const now = one(await processor.get(`${base}/${id}`));
    expect(now).toMatchObject({ state: { id: 8 }, letter: { number: 'CP-100', short_centavos: 75_000 } });
    expect((await processor.patch(`${base}/${id}/choose`, { version: now.version })).statusCode).toBe(200);
    expect(await stateOf(sale.id)).toBe(8);
    // The letter that pays the house is not withdrawn.
    expect(reasonOf(await move(processor, id, 10, { motivo: 'Otro' }))).toContain('elige antes otro banco');
  });

  test('needs an approval, a paper and days that make sense', async () => {
    const { processor, sale } = await begin();
    const early = await prepare(processor, sale.id);
    expect((await processor.form(`${base}/${early.id}/letter`, await letterForm())).statusCode).toBe(422);
    const { processor: who, id } = await approved();
    const { carta: _, ...without } = await letterForm({ emision: addDays(today(), 1), vencimiento: today() });
    const answer = await who.form(`${base}/${id}/letter`, without);
    expect(answer.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)).toEqual([
      'emision',
      'vencimiento',
      'carta',
    ]);
    const bomb = fileOf(Buffer.from('<script>1</script>'), 'carta.pdf', 'application/pdf');
    expect((await who.form(`${base}/${id}/letter`, await letterForm({ carta: bomb }))).statusCode).toBe(422);
  });

  test('is told of at 30, 15 and 7 days once each, expires, and is extended', async () => {
    const lawyer = await signInAs(house, 'abogado');
    const { db } = house.database;
    const { processor, sale, id } = await approved();
    await processor.form(`${base}/${id}/letter`, await letterForm({ elegir: '1' }));
    const night = async (left: number) => {
      await db
        .update(promiseLetters)
        .set({ expiresOn: addDays(today(), left) })
        .where(eq(promiseLetters.applicationId, id));
      await house.app.house.jobs.run(bankNight, {});
      await house.app.house.jobs.run(bankNight, {});
      return (await noticesOf(processor.user.id, 'carta_por_vencer')).length;
    };
    expect([
      await night(31),
      await night(30),
      await night(20),
      await night(15),
      await night(7),
      await night(3),
    ]).toEqual([0, 1, 1, 2, 3, 3]);
    await db
      .update(promiseLetters)
      .set({ issuedOn: addDays(today(), -90) })
      .where(eq(promiseLetters.applicationId, id));
    expect(await night(-1)).toBe(4);
    expect((await noticesOf(lawyer.user.id, 'carta_por_vencer')).length).toBeGreaterThan(0);
    expect(one(await processor.get(`${base}/${id}`)).state.id).toBe(11);
    expect(await stateOf(sale.id)).toBe(8);

    expect(
      (await processor.post(`${base}/${id}/letter/extensions`, { motivo: 'Falta el registro' })).statusCode,
    ).toBe(201);
    expect((await processor.post(`${base}/${id}/letter/extensions`, { motivo: 'Otra vez' })).statusCode).toBe(
      409,
    );
    const back = await processor.form(`${base}/${id}/letter/extensions/answer`, {
      resultado: 'concedida',
      vencimiento: addDays(today(), -1),
    });
    expect(back.statusCode).toBe(422);
    await processor.form(`${base}/${id}/letter/extensions/answer`, {
      resultado: 'concedida',
      vencimiento: addDays(today(), 60),
    });
    const now = one(await processor.get(`${base}/${id}`));
    expect(now).toMatchObject({
      state: { id: 8 },
      letter: { expires_on: addDays(today(), 60), days_left: 60 },
    });
    expect(now.letter!.extensions).toHaveLength(1);
  });

  test('only one is chosen, also when two are chosen at once', async () => {
    const { processor, sale, db } = await begin();
    const made = [await prepare(processor, sale.id, 1), await prepare(processor, sale.id, 2)];
    for (const { id } of made) await walk(processor, id, 2);
    await Promise.all(made.map(({ id }) => processor.patch(`${base}/${id}/choose`, {})));
    const chosen = await db
      .select()
      .from(bankApplications)
      .where(and(eq(bankApplications.saleId, sale.id), bankApplications.chosen));
    expect(chosen).toHaveLength(1);
  });

  test('its money is asked for once the deed is inscribed, confirmed by accounting, and never less than promised', async () => {
    const { processor, sale, id, db } = await approved();
    const accountant = await signInAs(house, 'contabilidad');
    await processor.form(`${base}/${id}/letter`, await letterForm({ elegir: '1' }));
    const path = `${base}/${id}/disbursement`;
    expect(reasonOf(await processor.post(path, { solicitado: today() }))).toContain('inscrita');
    await db.update(sales).set({ stateId: 12 }).where(eq(sales.id, sale.id));
    expect((await processor.post(path, { solicitado: today() })).statusCode).toBe(201);
    const money = { recibido: today(), monto_centavos: 8_100_000, transferencia: 'ach-77' };
    expect((await processor.patch(path, money)).statusCode).toBe(403);
    expect((await accountant.patch(path, { ...money, monto_centavos: 8_099_999 })).statusCode).toBe(422);
    const paid = await Promise.all([accountant.patch(path, money), accountant.patch(path, money)]);
    expect(paid.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
    expect(one(await processor.get(`${base}/${id}`))).toMatchObject({
      state: { id: 12 },
      disbursement: { transfer_number: 'ACH-77', amount_centavos: 8_100_000 },
    });
    const list = (await accountant.get('/api/sale/disbursements?etapa=recibidos')).json<{
      data: { id: number }[];
    }>();
    expect(list.data.map((row) => row.id)).toContain(id);
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
    const before = house.clock.now();
    house.clock.set(new Date(before.getTime() + 61 * DAY_MS));
    await house.app.house.jobs.run(bankNight, {});
    expect(one(await (await signInUser(house, processor.user)).get(`${base}/${id}`)).state.id).toBe(3);
    house.clock.set(before);
  });

  test('a note to the bank is the follow-up; what is due is told and listed, to its processor only', async () => {
    const { processor, sale } = await begin();
    const { id } = await prepare(processor, sale.id, 7);
    await walk(processor, id, 2);
    const before = house.clock.now();
    house.clock.set(new Date(before.getTime() + 6 * DAY_MS));
    await house.app.house.jobs.run(bankNight, {});
    await house.app.house.jobs.run(bankNight, {});
    expect((await noticesOf(processor.user.id, 'seguimiento_pendiente')).length).toBe(1);
    const list = async (who: StaffBrowser) =>
      (await who.get(`${base}?seguimiento=1&order_column=follow_up_due_on`))
        .json<{ data: ApplicationRow[] }>()
        .data.map((row) => row.id);
    expect(await list(processor)).toEqual([id]);
    expect(await list(await signInAs(house, 'procesador'))).toEqual([]);
    await processor.post(`${base}/${id}/contacts`, { canal: 'llamada', nota: 'Lo ve el comité el jueves' });
    expect(await list(processor)).toEqual([]);
    const now = one(await processor.get(`${base}/${id}`));
    expect(now.contacts).toMatchObject([{ channel: 'llamada', who: 'Prueba procesador' }]);
    house.clock.set(before);
  });

  test("another's application is not found, whatever is tried on it", async () => {
    const { processor, sale } = await begin();
    const { id } = await prepare(processor, sale.id);
    const other = await signInAs(house, 'procesador');
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
    await db.transaction((tx) =>
      withdrawApplications(
        { db: tx, now: house.clock.now(), staff: null, client: null },
        sale.id,
        'Desistió',
      ),
    );
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
    const { db } = house.database;
    const project = await makeProject(db);
    const admin = await signInAs(house, 'administrador');
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
