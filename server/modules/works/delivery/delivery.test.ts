import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '#contract/endpoint.ts';
import type { homeTasks } from '#contract/overview/home/tasks.ts';
import { myPurchasePage } from '#contract/overview/myPurchase/pages.ts';
import { PROMISE } from '#contract/legal/promises/rules.ts';
import type { PlanState } from '#contract/projects/lots/plan.ts';
import { endWords } from '#contract/works/delivery/rules.ts';
import type { SaleDelivery } from '#contract/works/delivery/endpoints.ts';
import { outboxMails } from '#server/kernel/kernel.table.ts';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { promises } from '#server/modules/legal/promises/promises.table.ts';
import { saleCards } from '#server/modules/sales/board/board.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { browserOf } from '#test/buyers.ts';
import { makeActionPlan, makeSale } from '#test/factories.ts';
import { pageData, withoutBuild } from '#test/pages.ts';
import { makePicture } from '#test/papers.ts';
import { makeWorksite, NOW, one, type Worksite } from '#test/worksite.ts';
import { jobPhotos } from '#server/modules/works/jobs/jobReports.table.ts';
import { deliveryWarnings } from './delivery.table.ts';
import { deliveryNight } from './delivery.jobs.ts';

const llave = useApp();
let site: Worksite;
beforeAll(async () => {
  withoutBuild(llave);
  llave.clock.set(NOW);
  site = await makeWorksite(llave);
});

/** A house under contract on the lot of a sale whose promise is signed. */
async function sold(deliveryOn: string) {
  const { contract, houseId } = await site.inForce();
  const [built] = await site.db().select().from(houses).where(eq(houses.id, houseId));
  await makeActionPlan(
    site.db(),
    built!.modelId,
    Array.from({ length: 15 }, (_, at) => [at + 1, 5] as const),
  );
  const email = `familia${houseId}@llave.test`;
  const sale = await makeSale(site.db(), {
    stateId: 10,
    projectId: built!.projectId,
    modelId: built!.modelId,
    lotId: built!.lotId,
    email,
  });
  await site
    .db()
    .insert(promises)
    .values({
      code: `PR-${sale.id}`,
      saleId: sale.id,
      round: 1,
      stateId: PROMISE.signed,
      stateSince: NOW,
      origin: 'importada',
      signedOn: '2026-06-01',
      deliveryOn,
      writers: [],
      priceCents: sale.priceCents,
      createdAt: NOW,
    });
  const jobs = await site.jobsOf(contract.id);
  return { sale: { ...sale, email }, house: built!, contract, jobs };
}
const url = (saleId: number) => `/api/sale/${saleId}/delivery`;
const read = async (saleId: number, by: Browser = site.admin) => one<SaleDelivery>(await by.get(url(saleId)));
const night = async () => llave.app.core.jobs.run(deliveryNight, {});

/** Programs, reports and approves a job. */
async function approve(id: number, porcentaje = '100', over = {}) {
  one(await site.program(id));
  one(await site.report(site.contractor, id, { porcentaje, ...over }));
  one(await site.inspect(site.inspector, id));
}
const mailsOf = async (kind: string, to: string) =>
  site
    .db()
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.kind, kind), eq(outboxMails.to, to)));

describe('the works of a sale', () => {
  test('move its stage Obra, stand beside the promised day, and colour the plan', async () => {
    const { sale, house: built, jobs } = await sold('2027-12-01');
    const stage = async () => {
      const [card] = await site
        .db()
        .select({ state: saleCards.stateId })
        .from(saleCards)
        .where(and(eq(saleCards.saleId, sale.id), eq(saleCards.stage, 8)));
      return card?.state;
    };
    expect(await read(sale.id)).toMatchObject({
      house: { id: built.id },
      percent: 0,
      promised_on: '2027-12-01',
      warning: null,
      notice: null,
      forecast: { houses: 0 },
    });
    // Fundaciones: 11 of 100.
    await approve(jobs[1]!.id);
    const after = await read(sale.id);
    expect(after.percent).toBe(11);
    expect(after.phases[0]).toMatchObject({ id: 'fundacion', percent: 42 });
    expect(after.forecast!.from <= after.forecast!.to).toBe(true);
    expect(await stage()).toBe(3);
    const states = one<PlanState[]>(
      await site.admin.get(`/api/lotes/plano/estados?proyecto_id=${built.projectId}`),
    );
    expect(states.find(({ id }) => id === built.lotId)).toMatchObject({ o: 11 });
    const weeks = one<{ id: number; s: [number, number][] }[]>(
      await site.manager.get(`/api/lotes/plano/avance?proyecto_id=${built.projectId}`),
    );
    expect(weeks.find(({ id }) => id === built.lotId)!.s).toEqual([[expect.any(Number), 11]]);
    expect(
      (await site.stranger.get(`/api/lotes/plano/avance?proyecto_id=${built.projectId}`)).statusCode,
    ).toBe(403);
  });

  test('end on the day that their schedule says, to the office, the family and the Gantt alike', async () => {
    const { sale, contract } = await sold('2027-12-01');
    one(
      await site.manager.post(`/api/works/schedule/contracts/${contract.id}/stamp`, {
        inicio: '2026-12-14',
        ritmo: 4,
      }),
    );
    const [gantt] = one<{ finish: string; p50: string; p80: string; houses: number }[]>(
      await site.admin.get(`/api/works/schedule/forecasts?contrato_id=${contract.id}`),
    );
    const { p50: from, p80: to, finish: plan, houses: past } = gantt!;
    expect((await read(sale.id)).forecast).toEqual({ from, to, plan, houses: past });
    const page = await pageData(
      await browserOf(llave, sale.id),
      myPurchasePage,
      `/clientes/mi-compra/${sale.code ?? sale.id}`,
    );
    expect(page.house!.end).toBe(endWords({ from, to }, null));
  });

  test('warn once at each of 90, 60 and 30 days, and nothing moves the promised day but a signed addendum', async () => {
    const { sale } = await sold('2027-01-10');
    await night();
    await night();
    const warnings = () =>
      site.db().select().from(deliveryWarnings).where(eq(deliveryWarnings.saleId, sale.id));
    expect(await warnings()).toMatchObject([{ days: 60, promisedOn: '2027-01-10', toldAt: null }]);
    const told = await site
      .db()
      .select()
      .from(notices)
      .where(and(eq(notices.kind, 'entrega_en_riesgo'), eq(notices.userId, site.boss.user.id)));
    expect(told.filter(({ url: to }) => to.startsWith(`/oficina/ventas/${sale.id}?`))).toHaveLength(1);
    llave.clock.set(new Date('2026-12-20T15:00:00Z'));
    await night();
    expect((await warnings()).map(({ days }) => days).toSorted()).toEqual([30, 60]);

    const tasks = async () =>
      one<Answer<typeof homeTasks>['data']>(await site.boss.get('/api/office/home/tasks?tipo=entrega')).tasks;
    expect((await tasks()).filter(({ sale_id }) => sale_id === sale.id)).toMatchObject([
      { due: '2027-01-10' },
    ]);
    const late = await read(sale.id, site.boss);
    expect(late).toMatchObject({ warning: 30, told_at: null, addendum: null });
    expect(late.notice).toContain('10 de enero de 2027');
    expect(late.extension).toBeNull();
    const lawyer = await read(sale.id, site.admin);
    expect(lawyer.extension! > '2027-01-10').toBe(true);

    const answers = await Promise.all(
      [1, 2].map(() => site.boss.post(`${url(sale.id)}/notice`, { texto: late.notice })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const [mail] = await mailsOf('entrega_tarde', sale.email);
    expect(mail?.body).toContain('10 de enero de 2027');
    expect((await tasks()).filter(({ sale_id }) => sale_id === sale.id)).toEqual([]);

    const draft = await site.admin.post(`${url(sale.id)}/addendum`, {
      entrega: lawyer.extension,
      motivo: 'Las lluvias de octubre',
    });
    expect(draft.statusCode, draft.body).toBe(201);
    expect(await read(sale.id)).toMatchObject({
      promised_on: '2027-01-10',
      addendum: { id: expect.any(Number) },
      extension: null,
    });
    expect(
      (await site.boss.post(`${url(sale.id)}/addendum`, { entrega: '2027-05-01', motivo: 'x y z' }))
        .statusCode,
    ).toBe(403);
    llave.clock.set(NOW);
  });
});

describe('a family', () => {
  test('hears once of the slab, and sees approved photographs without their place', async () => {
    const { sale, jobs } = await sold('2027-12-01');
    const placed = await sharp(await makePicture({ width: 1600, height: 1200 }))
      .withExif({ IFD0: { Copyright: 'obra' }, IFD3: { GPSLatitude: '9/1 0/1 0/1', GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer();
    const fotos = new File([new Uint8Array(placed)], 'obra.jpg', { type: 'image/jpeg' });
    for (const job of jobs.slice(0, 4)) await approve(job.id, '100', { fotos });
    const waiting = jobs[4]!.id;
    one(await site.program(waiting));
    one(await site.report(site.contractor, waiting, { porcentaje: '30' }));
    expect(await mailsOf('obra_avance', sale.email)).toMatchObject([
      { body: expect.stringContaining('La fundación y la losa de tu casa están listas.') },
    ]);

    const browser = await browserOf(llave, sale.id);
    const page = await pageData(browser, myPurchasePage, `/clientes/mi-compra/${sale.code ?? sale.id}`);
    expect(page.house).toMatchObject({ percent: 26, photosOld: false, lastOn: '2026-11-20' });
    expect(page.house!.phases.map(({ percent }) => percent)).toEqual([100, 0, 0, 0, 0]);
    expect(page.house!.end).toMatch(/^La obra termina probablemente/);
    expect(JSON.stringify(page.house)).not.toContain('El Roble');
    const { photos } = page.house!;
    // The report that waits for its inspection has none here.
    expect(photos).toHaveLength(4);
    const sent = await browser.get(photos[0]!.src);
    expect([sent.statusCode, sent.headers['content-type']]).toEqual([200, 'image/webp']);
    const seen = await sharp(sent.rawPayload).metadata();
    expect([seen.width, seen.exif]).toEqual([960, undefined]);
    // Scaled once, then read.
    const id = photos[0]!.src.split('/').at(-1)!.split('?')[0]!;
    const [kept] = await site.db().select().from(jobPhotos).where(eq(jobPhotos.fileId, id));
    const { store } = llave.app.core.services.files;
    expect(await store.size(kept!.smallSha256!)).toBe(sent.rawPayload.length);
    expect((await browser.get(photos[0]!.src)).rawPayload).toEqual(sent.rawPayload);
    expect((await llave.browser().get(photos[0]!.src)).statusCode).toBe(401);
    expect((await browser.get(photos[0]!.src.replace(/firma=../, 'firma=xx'))).statusCode).toBe(403);
  });
});
