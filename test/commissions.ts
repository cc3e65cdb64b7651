import { asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { commissionLines, commissions } from '#server/modules/sales/commissions/commissions.table.ts';
import { fixAdviser, followSale } from '#server/modules/sales/commissions/release.service.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import { lockSale, writeSaleState } from '#server/modules/sales/sale/states.service.ts';
import type { TestApp } from './app.ts';
import { makeModel, makeProject, makeSale, makeUser } from './factories.ts';
import { signInAs, type StaffBrowser } from './signIn.ts';

export const RULE = {
  proyecto_id: null,
  para: 'asesor',
  porcentaje: 2,
  fijo_centavos: null,
  separacion: 33.33,
  promesa: 33.33,
  desembolso: 33.34,
  desde: '2026-01-01',
  hasta: null,
};
/** Helpers for sales with commissions and the steps of their parts. */
export function commissionsIn(llave: TestApp) {
  const db = () => llave.database.db;
  /** A sale of an adviser in a project with its own commission rule; the commission is fixed. */
  async function sold(over: object = {}, adviserOf?: StaffBrowser) {
    const administrator = await signInAs(llave, 'administrador');
    const project = await makeProject(db());
    const model = await makeModel(db(), { projectId: project.id });
    for (const para of ['asesor', 'corredor'])
      await administrator.post('/api/sale/commission-rules', {
        ...RULE,
        proyecto_id: project.id,
        para,
        ...over,
      });
    const adviser = adviserOf ?? (await signInAs(llave, 'asesor'));
    const sale = await makeSale(db(), {
      stateId: 3,
      modelId: model.id,
      projectId: project.id,
      adviserId: adviser.user.id,
    });
    await llave.act((ctx) => fixAdviser(ctx, sale.id));
    return { sale, adviser, administrator, project };
  }
  async function to(saleId: number, stateId: number): Promise<void> {
    await llave.act(async (ctx) => {
      const sale = await lockSale(ctx.db, saleId);
      await writeSaleState(ctx, sale!, stateId);
    });
  }
  async function separated(saleId: number): Promise<void> {
    const who = await makeUser(db(), { roles: ['contabilidad'] });
    await db()
      .insert(payments)
      .values({
        saleId,
        typeId: 1,
        stateId: 4,
        dueCents: 50_000,
        reportedCents: 50_000,
        createdAt: llave.clock.now(),
        bankId: 1,
        bankReference: `COM-${saleId}`,
        bankDate: '2026-11-20',
        bankCents: 50_000,
        confirmedBy: who.id,
        confirmedAt: llave.clock.now(),
        receiptNumber: 700_000 + saleId,
      });
    await llave.act((ctx) => followSale(ctx, saleId));
  }
  const linesOf = async (saleId: number) =>
    (
      await db()
        .select({ line: commissionLines })
        .from(commissionLines)
        .innerJoin(commissions, eq(commissions.id, commissionLines.commissionId))
        .where(eq(commissions.saleId, saleId))
        .orderBy(asc(commissionLines.id))
    ).map(({ line }) => line);
  const step = (who: StaffBrowser, id: number, estado_id: number, more: object = {}) =>
    who.patch(`/api/sale/commissions/${id}/status`, { params: { estado_id, ...more } });

  /** Accounting prepares the part, management approves it, accounting pays it. */
  async function pay(id: number, referencia = 'ACH-991', cuenta_id?: number): Promise<void> {
    const accountant = await signInAs(llave, 'contabilidad');
    const manager = await signInAs(llave, 'gerencia');
    expect((await step(accountant, id, 3)).statusCode).toBe(200);
    expect((await step(manager, id, 4)).statusCode).toBe(200);
    const paid = await step(accountant, id, 5, { referencia, cuenta_id });
    expect(paid.statusCode, paid.body).toBe(200);
  }

  return { sold, to, separated, linesOf, step, pay };
}
