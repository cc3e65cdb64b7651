import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { QuoteRecord } from '#contract/sales/quotes/model.ts';
import { QUOTE } from '#contract/sales/quotes/rules.ts';
import { useApp, type Browser } from '#test/app.ts';
import { makeLot, makeModel, makeProject } from '#test/factories.ts';
import { withoutBuild } from '#test/pages.ts';
import { signInAs, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
let adviser: StaffBrowser;
let model: Awaited<ReturnType<typeof makeModel>>;

beforeAll(async () => {
  withoutBuild(llave);
  adviser = await signInAs(llave, 'asesor');
  const project = await makeProject(llave.database.db);
  model = await makeModel(llave.database.db, { projectId: project.id, priceCents: 7_500_000 });
});

/** A proforma that was sent: its page, and its data. */
async function sendOne(over: object = {}) {
  const made = await adviser.post('/api/quotes', {
    nombre: 'Ana Pérez',
    celular: '6123-4567',
    email: 'ana@llave.test',
    modelo_id: model.id,
    abono_percent: 2,
    tasa_percent: 6.25,
    plazo_meses: 360,
    cuotas: 3,
    ...over,
  });
  const quote = made.json<{ data: QuoteRecord }>().data;
  const sent = await adviser.post(`/api/quotes/${quote.id}/send`, { version: quote.version });
  return { quote, path: new URL(sent.json<{ url: string }>().url).pathname };
}
const accept = (buyer: Browser, path: string) => buyer.post(`${path}/aceptar`, { numero: 1 });

describe('an accepted proforma', () => {
  test('leads its buyer to the purchase once, with its price and lot', async () => {
    const { db } = llave.database;
    const lot = await makeLot(db, { projectId: model.projectId, premiumCents: 100_000 });
    const { quote, path } = await sendOne({ lote_id: lot.id });
    const buyer = llave.browser();
    const buy = (who = buyer, body: object = {}) => who.post(`${path}/comprar`, body);
    expect((await buy()).statusCode).toBe(422);
    await accept(buyer, path);
    await db.execute(sql`update house_models set price_cents = price_cents + 500000 where id = ${model.id}`);
    const [first, second] = await Promise.all([buy(), buy()]);
    expect([first.statusCode, second.statusCode], first.body + second.body).toEqual([200, 200]);
    const { redirect } = first.json<{ redirect: string }>();
    expect(second.json()).toMatchObject({ redirect });
    const form = await buyer.get(redirect);
    expect(form.statusCode).toBe(200);
    const saleId = Number(redirect.split('/').at(-1));
    const { rows } = await db.execute(sql`select (select state_id from quotes where id = ${quote.id}) state,
      (select count(*)::int from sales where person_id = s.person_id) sales, s.adviser_id::int adviser,
      q.house_cents::int + q.lot_premium_cents::int price, (select lot_id::int from lot_claims where sale_id = s.id and released_at is null) lot
      from sales s join sale_quotes q on q.sale_id = s.id where s.id = ${saleId}`);
    expect(rows).toEqual([
      {
        state: QUOTE.converted,
        sales: 1,
        adviser: adviser.user.id,
        price: quote.price_centavos,
        lot: lot.id,
      },
    ]);
    // Another browser with the same link does not get into the purchase.
    expect((await buy(llave.browser())).statusCode).toBe(422);
    await db.execute(sql`update house_models set price_cents = price_cents - 500000 where id = ${model.id}`);
  });

  test('whose lot was taken meanwhile is bought with its price and another lot', async () => {
    const { db } = llave.database;
    const lot = await makeLot(db, { projectId: model.projectId });
    const { path } = await sendOne({ lote_id: lot.id });
    const buyer = llave.browser();
    await accept(buyer, path);
    const other = llave.browser();
    await other.form(`/clientes/comprar/${model.id}`, {
      nombre: 'Luz Mora',
      email: 'luz@correo.test',
      celular: '6700-1234',
      lote_id: String(lot.id),
    });
    expect((await buyer.post(`${path}/comprar`, {})).json()).toMatchObject({ code: 'LOT_TAKEN' });
    const answer = await buyer.post(`${path}/comprar`, { sin_lote: '1' });
    expect(answer.statusCode, answer.body).toBe(200);
  });
});
