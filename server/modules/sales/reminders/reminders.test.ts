import { and, eq, isNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { outboxMails } from '#server/kernel/kernel.table.ts';
import { modules } from '#server/modules.ts';
import { lotClaims } from '#server/modules/sales/claims/claims.table.ts';
import { consents } from '#server/modules/sales/consents/consents.table.ts';
import { documents } from '#server/modules/sales/documents/documents.table.ts';
import { useApp } from '#test/app.ts';
import { fileOf, makePicture } from '#test/papers.ts';
import { beginPurchase, completeForm, PRECONTRACT } from '#test/purchases.ts';
import { RemindToSign } from './reminders.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';

const llave = useApp();
const HOUR = 3_600;
const db = () => llave.database.db;

/** A pre-contract that was just sent, unsigned and without documents. */
async function received() {
  const begun = await beginPurchase(llave);
  const answer = await begun.browser.form(PRECONTRACT, completeForm(begun, { sector_trabajo: 'Jubilado' }));
  return { ...begun, code: answer.json<{ precontratoCodigo: string }>().precontratoCodigo };
}
const mailsOf = async (email: string, kind: string) =>
  db()
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.to, email), eq(outboxMails.kind, kind)));
const job = (name: string) => modules.flatMap(({ jobs = [] }) => jobs).find((one) => one.name === name)!;
const remind = (saleId: number, hours: number) =>
  llave.app.core.jobs.run(job(RemindToSign.name), { saleId, hours });
const remindOfPapers = () => llave.app.core.jobs.run(job('sales.remindOfPapers'), {});

const remindToFinish = () => llave.app.core.jobs.run(job('sales.remindToFinish'), {});
async function expireClaims() {
  const live = await db()
    .select({ claimId: lotClaims.id })
    .from(lotClaims)
    .where(isNull(lotClaims.releasedAt));
  for (const claim of live) await llave.app.core.jobs.run(job('lots.expireClaim'), claim);
}

describe('reminders to a customer', () => {
  test('about an unfinished form go out once, after a lot was held and its time ended', async () => {
    const left = await beginPurchase(llave);
    const bare = await beginPurchase(llave, { withLot: false });
    const finished = await received();
    const told = async (email: string) => (await mailsOf(email, 'reserva_pendiente')).length;
    await remindToFinish();
    expect(await told(left.email)).toBe(0);
    llave.clock.advance(4 * HOUR);
    await expireClaims();
    await Promise.all([remindToFinish(), remindToFinish()]);
    await remindToFinish();
    expect(await told(left.email)).toBe(1);
    expect(await told(bare.email)).toBe(0);
    expect(await told(finished.email)).toBe(0);
    const [mail] = await mailsOf(left.email, 'reserva_pendiente');
    expect(mail!.body).toContain('El lote sigue libre.');
    expect(mail!.body).not.toContain('{{');
    const link = /https?:\S+\/clientes\/siguiente\/\d+\?token=\S+/.exec(mail!.body)![0];
    const opened = await llave.browser().get(new URL(link).pathname + new URL(link).search);
    expect(opened.statusCode).toBe(303);
  });

  test('about an unfinished form never go to who withdrew a consent or finished another purchase', async () => {
    const withdrew = await beginPurchase(llave);
    const elsewhere = await beginPurchase(llave);
    await db().insert(consents).values({
      saleId: withdrew.id,
      kind: 'datos',
      textVersion: '1',
      textHash: '',
      channel: 'web',
      ip: '',
      userAgent: '',
      givenAt: llave.clock.now(),
      revokedAt: llave.clock.now(),
    });
    const other = await received();
    await db().execute(
      `update people set email = '${elsewhere.email}' where id = (select person_id from sales where id = ${other.id})`,
    );
    llave.clock.advance(4 * HOUR);
    await expireClaims();
    await remindToFinish();
    expect(await mailsOf(withdrew.email, 'reserva_pendiente')).toEqual([]);
    expect(await mailsOf(elsewhere.email, 'reserva_pendiente')).toEqual([]);
  });

  test('about the signature go out after one day and after three, once each, until it is signed', async () => {
    const waiting = await received();
    const signing = await received();
    const ended = await received();
    llave.clock.advance(24 * HOUR);
    await Promise.all([remind(waiting.id, 24), remind(waiting.id, 24)]);
    expect(await mailsOf(waiting.email, 'firma_pendiente')).toHaveLength(1);
    llave.clock.advance(48 * HOUR);
    await Promise.all([remind(waiting.id, 72), remind(waiting.id, 72)]);
    expect(await mailsOf(waiting.email, 'firma_pendiente')).toHaveLength(2);

    const signature = fileOf(await makePicture(), 'firma.png');
    await signing.browser.form(`/clientes/firma/${signing.code}`, { signature });
    await remind(signing.id, 72);
    expect(await mailsOf(signing.email, 'firma_pendiente')).toHaveLength(0);
    await db().update(sales).set({ stateId: 16 }).where(eq(sales.id, ended.id));
    await remind(ended.id, 72);
    expect(await mailsOf(ended.email, 'firma_pendiente')).toHaveLength(0);
  });

  test('are scheduled for one day and three days after the pre-contract was received', async () => {
    const { id } = await received();
    const planned = await db().execute<{ hours: number; ahead: number }>(
      `select (data->>'hours')::int hours, extract(epoch from start_after - '${llave.clock.now().toISOString()}')::int ahead
        from jobs.job where name = '${RemindToSign.name}' and (data->>'saleId')::int = ${id} order by 1`,
    );
    expect(planned.rows).toEqual([
      { hours: 24, ahead: 24 * 3600 },
      { hours: 72, ahead: 72 * 3600 },
    ]);
  });

  test('about documents go out every five days until none is missing or the sale has ended', async () => {
    const lacking = await received();
    const ended = await received();
    const told = async () => (await mailsOf(lacking.email, 'documentos_recordatorio')).length;
    await remindOfPapers();
    expect(await told()).toBe(0);
    llave.clock.advance(5 * 24 * HOUR);
    await db().update(sales).set({ stateId: 3 }).where(eq(sales.id, lacking.id));
    await db().update(sales).set({ stateId: 16 }).where(eq(sales.id, ended.id));
    await Promise.all([remindOfPapers(), remindOfPapers()]);
    await remindOfPapers();
    expect(await told()).toBe(1);
    const [mail] = await mailsOf(lacking.email, 'documentos_recordatorio');
    expect(mail!.body).toContain('· ');
    expect(await mailsOf(ended.email, 'documentos_recordatorio')).toEqual([]);
    llave.clock.advance(5 * 24 * HOUR);
    await remindOfPapers();
    expect(await told()).toBe(2);
    llave.clock.advance(5 * 24 * HOUR);
    await db().update(documents).set({ stateId: 2 }).where(eq(documents.saleId, lacking.id));
    await remindOfPapers();
    expect(await told()).toBe(2);
  });
});
