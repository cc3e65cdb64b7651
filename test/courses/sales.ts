import { eq } from 'drizzle-orm';
import type { Handover } from '#contract/care/handover/model.ts';
import { HANDOVER } from '#contract/care/handover/rules.ts';
import { PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { panamaDay } from '#contract/dates.ts';
import type { Refund, RefundDraft } from '#contract/money/refunds/model.ts';
import { REFUND } from '#contract/money/refunds/rules.ts';
import { COMMISSION } from '#contract/sales/commissions/rules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import { projectBankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { cedeSale } from '#server/modules/sales/ending/cession.service.ts';
import { lockSale, writeSaleState } from '#server/modules/sales/sale/states.service.ts';
import { commissionsIn } from '../commissions.ts';
import { makeModel, makeProject, makeSale } from '../factories.ts';
import { HANDOVERS, handoverIn, inspect, inspection, makeDeliverable, signActa, stepHandover } from '../handovers.ts'; // prettier-ignore
import { moneyTeam, openOf, PAYMENTS, planOf, reverse, show, text } from '../payments.ts';
import { serial } from '../serial.ts';
import { signInAs, type StaffBrowser } from '../signIn.ts';
import { statementOf } from '../statements.ts';
import { drawn, taken, type Base, type Move } from './course.ts';

const numbered = serial();

/** Customers' money: paid, reversed, ceded, refunded, applied to the delivered house; commissions; what the bank alone says. */
export async function saleMoves({ llave, companyId, next, from }: Base): Promise<Move[]> {
  const { db } = llave.database;
  const team = await moneyTeam(llave);
  const coordinator = await signInAs(llave, 'coordinador');
  const hands = await signInAs(llave, 'postventa');
  const { id: projectId } = await makeProject(db, { promoterId: companyId });
  const { id: modelId } = await makeModel(db, { projectId });
  const inCompany = (id: number) =>
    db.update(projects).set({ promoterId: companyId }).where(eq(projects.id, id));
  const today = () => panamaDay(llave.clock.now());

  /** Sales that may end, and those whose house was delivered: they only pay. */
  const live: number[] = [];
  const delivered: number[] = [];
  const paid: number[] = [];
  const refunds: Refund[] = [];
  const lines: number[] = [];

  async function plan(saleId: number) {
    await planOf(team.enters, saleId, { monto: '900.00', meses: 3, primera_fecha: '2026-12-01' });
    return saleId;
  }
  const begin = async () => {
    const { id } = await makeSale(db, { modelId, ...(next(2) === 0 && { separation: 4 }) });
    live.push(await plan(id));
    return id;
  };
  const some = async () => [...live, ...delivered][next(live.length + delivered.length)] ?? (await begin());
  const dueOf = async (saleId: number) => openOf(await show(team.enters, saleId))[0];
  const to = (saleId: number, stateId: number) =>
    llave.act(async (ctx) => writeSaleState(ctx, (await lockSale(ctx.db, saleId))!, stateId));

  /** A due paid in part, whole or with a surplus; confirmed by a line of the bank or by a typed one. */
  async function settle(saleId: number, over: (cents: number) => object) {
    const due = await dueOf(saleId);
    if (!due || due.due_centavos < 2) return;
    const way = next(4);
    const cents = way === 0 ? 1 + next(due.due_centavos - 1) : due.due_centavos + (way === 1 ? next(200) : 0);
    taken(
      await team.enters.form(`${PAYMENTS}/${due.id}/report`, {
        monto_pagado: text(cents),
        archivo_comprobante: new File([PNG], 'ach.png', { type: 'image/png' }),
      }),
    );
    taken(await team.confirms.patch(`${PAYMENTS}/${due.id}/status`, { params: { estado_id: 3 } }));
    const confirmed = await team.confirms.patch(`${PAYMENTS}/${due.id}/status`, {
      params: { estado_id: cents < due.due_centavos ? 6 : 4, ...over(cents) },
    });
    if (taken(confirmed)) paid.push(due.id);
  }
  const typed = (cents: number) => ({
    banco_id: 1,
    fecha: `2026-11-${String(1 + next(20)).padStart(2, '0')}`,
    tipo: 1,
    monto: text(cents),
    referencia: `C-${numbered()}`,
  });

  /** A new statement whose lines nobody knows; accounts of banks are never two projects'. */
  async function bankLines() {
    const made = await statementOf(llave, team, [
      [`L-${numbered()}`, 'Depósito', text(100 + next(50_000))],
      [`L-${numbered()}`, 'Depósito', '300.00'],
    ]);
    await db.insert(projectBankAccounts).values({ projectId, accountId: made.account.id });
    lines.push(...made.lines.map(({ id }) => id));
  }
  async function lineMoves() {
    if (lines.length < 2) return bankLines();
    const id = drawn(lines, next)!;
    if (next(2) === 0) {
      taken(
        await team.confirms.post('/api/accounting/statement_lines/apartar', {
          lineas: [id],
          motivo: 'Traslado',
        }),
      );
      return;
    }
    const due = await dueOf(await some());
    if (!due) return;
    const answer = await team.confirms.post(`/api/accounting/statement_lines/${id}/pago`, {
      pagos: [{ id: due.id, version: due.version }],
    });
    if (taken(answer)) paid.push(due.id);
  }

  async function ending() {
    if (live.length === 0) await begin();
    return drawn(live, next)!;
  }
  /** A sale that ends with its family's money, and a refund by three people. */
  async function withdraw() {
    const saleId = await ending();
    await settle(saleId, typed);
    await to(saleId, SALE.withdrawn);
    const url = `/api/sale/precontracts/${saleId}/refund`;
    const draft = (await team.enters.get(url)).json<{ data: RefundDraft }>().data;
    const cause = draft.causes.find((one) => one.cause === 'desistimiento');
    if (!cause || draft.paid_centavos === 0) return;
    const answer = await team.enters.post(url, {
      cause: 'desistimiento',
      amount_centavos: cause.amount_centavos,
      payee_name: 'Ana Pérez',
      bank_id: 1,
      account: '04-72-00-123456-7',
    });
    if (taken(answer)) refunds.push(answer.json<{ data: Refund }>().data);
  }
  /** Until one is approved: of the others the money changed since they were prepared, or there is none. */
  async function refund() {
    for (let tries = 0; tries < 5; tries += 1) {
      if (refunds.length === 0) await withdraw();
      const one = drawn(refunds, next);
      if (!one) continue;
      const step = (who: StaffBrowser, estado_id: number, more: object = {}) =>
        who.patch(`/api/sale/refunds/${one.id}/status`, { params: { estado_id, ...more } });
      if (!taken(await step(coordinator, REFUND.agreed))) continue;
      if (!taken(await step(team.confirms, REFUND.approved))) continue;
      const paid = { referencia: `D-${numbered()}`, fecha: today(), cuenta_id: from() };
      if (next(3) > 0) taken(await step(team.enters, REFUND.paid, paid));
      return;
    }
  }

  async function cede() {
    const saleId = await ending();
    const { personId } = await makeSale(db, { modelId });
    const made = await llave.act(async (ctx) =>
      cedeSale(ctx, (await lockSale(ctx.db, saleId))!, {
        personId,
        paymentForm: 'contado',
        reason: 'Cede a su hermana',
      }),
    );
    live.push(made);
  }

  const commissions = commissionsIn(llave);
  const earned: number[] = [];
  async function commission() {
    const saleId = drawn(earned, next);
    if (saleId === undefined) {
      const { sale, project } = await commissions.sold();
      await inCompany(project.id);
      await commissions.separated(sale.id);
      earned.push(sale.id);
      return;
    }
    const [part] = (await commissions.linesOf(saleId)).filter(
      ({ stateId }) => stateId === COMMISSION.released,
    );
    if (part && next(2) === 0) await commissions.pay(part.id, `K-${numbered()}`, from());
    if (next(2) === 0) await to(saleId, SALE.withdrawn);
    else earned.push(saleId);
  }

  /** The whole delivery: inspection, acta, signature on a phone. Later payments go on. */
  async function deliver() {
    const n = numbered();
    const buyer = { name: 'Lía Mora', email: `curso${n}@llave.test`, document: `8-${n}-77` };
    const { sale } = await makeDeliverable(llave, { ...buyer, stateId: 10 });
    await inCompany(sale.projectId);
    await plan(sale.id);
    await extras(sale.id);
    for (let times = 0; times < 1 + next(3); times += 1) await settle(sale.id, typed);
    await to(sale.id, SALE.disbursed);
    const { id } = handoverIn(await hands.post(HANDOVERS, { venta: sale.code, fecha: today() }));
    handoverIn(await inspect(hands, id, inspection(llave)));
    const signing: Handover = handoverIn(await stepHandover(hands, id, HANDOVER.signing));
    const { envelope } = signing;
    const tablet = await hands.post(
      `/api/sale/envelopes/${envelope!.id}/firmantes/${envelope!.signer_id}/tableta`,
    );
    delivered.push(sale.id);
    await signActa(llave, envelope!.id, buyer, tablet.json<{ data: { enlace: string } }>().data.enlace);
  }
  const extras = async (saleId: number) =>
    taken(
      await team.enters.post(`/api/sale/precontracts/${saleId}/cargos`, {
        tipo_id: next(3) === 0 ? PAYMENT_TYPE.legal : PAYMENT_TYPE.extras,
        monto: text(100 + next(20_000)),
      }),
    );

  return [
    { name: 'pay', of: ['pago'], run: async () => settle(await some(), typed) },
    { name: 'pay again', of: ['pago'], run: async () => settle(await some(), typed) },
    {
      name: 'reverse a payment',
      of: ['pago'],
      run: async () => {
        const id = drawn(paid, next);
        return id !== undefined && taken(await reverse(team.reverses, id));
      },
    },
    { name: 'charge extras', of: ['pago'], run: async () => extras(await some()) },
    { name: 'bank lines', of: ['linea_banco'], run: bankLines },
    { name: 'a bank line moves', of: ['linea_banco', 'pago'], run: lineMoves },
    { name: 'withdraw', of: ['devolucion'], run: withdraw },
    { name: 'refund', of: ['devolucion'], run: refund },
    { name: 'cede', of: ['pago'], run: cede },
    { name: 'commission', of: ['comision'], run: commission },
    { name: 'deliver', of: ['precontrato'], run: deliver },
  ];
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
