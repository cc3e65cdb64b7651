import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { myPurchasePage } from '#contract/overview/myPurchase/pages.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { papersNow } from '#server/modules/sales/documents/papers.service.ts';
import { keepSales } from '#server/modules/sales/board/stages.service.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { useApp } from '#test/app.ts';
import { agree } from '#test/bankData.ts';
import { browserOf, makeBuyer } from '#test/buyers.ts';
import type { SaleOptions } from '#test/factories.ts';
import { pageData, withoutBuild } from '#test/pages.ts';
import { fieldsOf } from '#test/purchases.ts';

const llave = useApp();
beforeAll(() => withoutBuild(llave));

async function open(over: SaleOptions, { consent = true } = {}) {
  const { db } = llave.database;
  const buyer = await makeBuyer(llave, over);
  if (consent) await agree(llave, buyer.id);
  await llave.act((ctx) => keepSales(ctx, [buyer.id]));
  const browser = await browserOf(llave, buyer.id);
  return {
    db,
    buyer,
    say: (fields: Record<string, string>) => browser.form(`/clientes/mi-compra/${buyer.id}/trabajo`, fields),
    page: () => pageData(browser, myPurchasePage, `/clientes/mi-compra/${buyer.code}`),
    browser,
  };
}
const EMPLOYED = { sector_trabajo: 'Privado', estatus_laboral: 'Permanente' };

describe('a buyer without a work sector', () => {
  test('is asked for it, and then for the income documents', async () => {
    const { db, buyer, say, page } = await open({ stateId: SALE.inReview });
    await db.update(sales).set({ workSector: null }).where(eq(sales.id, buyer.id));
    expect(await page()).toMatchObject({ asksWork: true });
    const fields = async () =>
      (await papersNow(db, buyer.id)).filter(({ required }) => required).map(({ field }) => field);
    expect(await fields()).not.toContain('carta_trabajo');
    expect(fieldsOf(await say({ sector_trabajo: 'Privado' }))).toEqual(['estatus_laboral']);
    expect((await say(EMPLOYED)).statusCode).toBe(200);
    expect(await fields()).toEqual(expect.arrayContaining(['ficha', 'talonario', 'carta_trabajo']));
    const after = await page();
    expect(after.asksWork).toBe(false);
    expect(after.stages[1]).toMatchObject({ who: 'Tú' });
    // Repeating changes nothing; a different answer must be made in the office.
    expect((await say(EMPLOYED)).statusCode).toBe(200);
    expect((await say({ sector_trabajo: 'Jubilado' })).json()).toMatchObject({ code: 'WORK_KNOWN' });
  });

  test('can answer only with the data consent, and only for their own purchase', async () => {
    const { db, buyer, say } = await open({ stateId: SALE.inReview }, { consent: false });
    await db.update(sales).set({ workSector: null }).where(eq(sales.id, buyer.id));
    expect((await say(EMPLOYED)).json()).toMatchObject({ code: 'CONSENT' });
    const other = await open({ stateId: SALE.inReview });
    const answer = await other.browser.form(`/clientes/mi-compra/${buyer.id}/trabajo`, EMPLOYED);
    expect(answer.statusCode).toBe(404);
  });
});

test.each(Object.entries(SALE).filter(([name]) => name !== 'draft'))(
  'the page of a sale that is %s is consistent between its next step and who must act',
  async (_name, stateId) => {
    const { page } = await open({ stateId });
    const { next, stages } = await page();
    const underWay = stages.filter(({ who }) => who !== null);
    const acts = next.kind !== 'mi_compra' && next.kind !== 'terminada';
    if (underWay.length > 0) expect(underWay.some(({ who }) => who === 'Tú')).toBe(acts);
    for (const { status, reason } of stages) expect(reason !== null).toBe(status === 'detenida');
  },
);
