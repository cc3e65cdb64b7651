import { asc, eq, inArray } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import { InvoiceForm } from '#contract/money/invoices/model.ts';
import { ADVANCE_STATE, INVOICE_STATE as S } from '#contract/money/invoices/rules.ts';
import { BATCH_STATE } from '#contract/money/paymentBatches/rules.ts';
import { VoucherForm } from '#contract/money/pettyCash/model.ts';
import type { Db } from '#server/kernel/db.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { changeAdvanceState, createAdvance } from '#server/modules/money/invoices/advances.service.ts';
import { changeInvoiceState, createInvoice } from '#server/modules/money/invoices/invoices.service.ts';
import { changeBatchState, createBatch } from '#server/modules/money/paymentBatches/batches.service.ts';
import { changeSeries } from '#server/modules/money/paymentBatches/cheques.service.ts';
import { paymentBatchLines } from '#server/modules/money/paymentBatches/paymentBatches.table.ts';
import { returnLine } from '#server/modules/money/paymentBatches/returned.service.ts';
import {
  decideAccount,
  proposeAccount,
} from '#server/modules/money/paymentBatches/supplierAccounts.service.ts';
import { createFund } from '#server/modules/money/pettyCash/funds.service.ts';
import {
  addVoucher,
  askReplenishment,
  countFund,
} from '#server/modules/money/pettyCash/pettyCash.service.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import type { At } from '../legal/telling.ts';
import { ACCOUNTANT, BOSS } from './telling.ts';

const DAY = 24;
/** Days ago, number, concept, centavos without ITBMS, accounting account, and how far it is. */
const INVOICES = [
  [75, 'F-20418', 'Alquiler de retroexcavadora', 186_000, 35, S.paid],
  [62, 'A-0098', 'Publicidad en radio', 95_000, 38, S.paid],
  [48, 'F-20511', 'Tubería para el acueducto', 412_350, 35, S.paid],
  [40, '001-0000004471', 'Combustible de la obra', 58_720, 35, S.paid],
  [36, 'B-771', 'Papelería y tóner', 24_590, 38, S.approved],
  [28, 'F-20604', 'Alquiler de andamios', 132_000, 34, S.approved],
  [21, '001-0000004702', 'Combustible de la obra', 61_140, 35, S.approved],
  [15, 'V-3320', 'Vallas del proyecto', 148_000, 38, S.toApprove],
  [9, 'F-20688', 'Bomba de achique', 89_900, 35, S.toApprove],
  [6, 'B-802', 'Uniformes', 41_200, 34, S.entered],
  [4, 'F-20702', 'Flete de materiales', 33_000, 34, S.rejected],
  [3, '001-0000004810', 'Servicio de seguridad', 210_000, 34, S.disputed],
] as const;

/** Invoices at every degree, batches with one payment that came back, an advance, and a petty cash fund. */
export async function makePayables(at: At): Promise<void> {
  const { db } = at(0, ACCOUNTANT);
  const stage = await stageOf(db);
  if (!stage) return;
  const made: { id: number; state: number }[] = [];
  for (const [nth, [days, number, concept, cents, account, state]] of INVOICES.entries())
    made.push({
      id: await enter(at, stage, {
        days,
        number,
        concept,
        cents,
        account,
        state,
        supplier: stage.suppliers[nth % stage.suppliers.length]!,
      }),
      state,
    });
  for (const supplier of stage.suppliers) {
    const { id } = await proposeAccount(at(100 * DAY, ACCOUNTANT), {
      partner_id: supplier.id,
      bank_id: 1 + (supplier.id % 5),
      number: `04-${12 + supplier.id}-01-${48_000 + supplier.id * 37}-1`,
      kind: 'corriente',
      holder: supplier.name,
      reason: 'Carta de su banco, comprobada por teléfono',
    });
    await decideAccount(at(99 * DAY, BOSS), id, true);
  }
  await pay(
    at,
    stage,
    made.filter(({ state }) => state === S.paid).map(({ id }) => id),
  );
  await changeSeries(at(20 * DAY, ACCOUNTANT), stage.bankId, { next_number: 1201, last_number: 1250 });
  await makeAdvance(at, stage);
  await makeFund(at, stage);
}

type Stage = NonNullable<Awaited<ReturnType<typeof stageOf>>>;

async function stageOf(db: Db) {
  const found = await db
    .select({ id: partners.id, name: partners.name, kind: partners.kind })
    .from(partners)
    .where(inArray(partners.kind, ['proveedor', 'contratante']))
    .orderBy(asc(partners.id));
  const suppliers = found.filter(({ kind }) => kind === 'proveedor');
  const company = found.find(({ kind }) => kind === 'contratante');
  const [project] = await db.select({ id: projects.id }).from(projects).orderBy(asc(projects.id)).limit(1);
  const [bank] = await db
    .select({ id: bankAccounts.id })
    .from(bankAccounts)
    .where(eq(bankAccounts.name, 'Operativa'));
  const [photo] = await db
    .select()
    .from(files)
    .where(eq(files.mime, 'image/jpeg'))
    .orderBy(asc(files.createdAt))
    .limit(1);
  return suppliers.length > 0 && company && project && bank && photo
    ? { suppliers, companyId: company.id, projectId: project.id, bankId: bank.id, photo }
    : null;
}

interface Told {
  days: number;
  number: string;
  concept: string;
  cents: number;
  account: number;
  state: number;
  supplier: { id: number };
}

async function enter(at: At, { companyId, projectId }: Stage, told: Told): Promise<number> {
  const ctx = at(told.days * DAY, ACCOUNTANT);
  const itbms = Math.round(told.cents * 0.07);
  const issued = addDays(panamaDay(ctx.now), -1);
  const id = await createInvoice(
    ctx,
    InvoiceForm.parse({
      supplier_id: told.supplier.id,
      company_id: companyId,
      number: told.number,
      issued_on: issued,
      due_on: addDays(issued, 30),
      subtotal_centavos: told.cents,
      itbms_centavos: itbms,
      withheld_centavos: Math.round(itbms / 2),
      concept: told.concept,
      lines: [
        {
          description: told.concept,
          cents: told.cents,
          itbms_centavos: itbms,
          account_id: told.account,
          project_id: projectId,
        },
      ],
    }),
  );
  if (told.state === S.entered) return id;
  const move = (hours: number, who: typeof BOSS, estado_id: number, motivo?: string) =>
    changeInvoiceState(at(told.days * DAY - hours, who), id, { estado_id, ...(motivo && { motivo }) });
  await move(2, ACCOUNTANT, S.toApprove);
  if (told.state === S.rejected) await move(20, BOSS, S.rejected, 'El flete iba incluido en la cotización.');
  if (told.state === S.disputed) await move(20, ACCOUNTANT, S.disputed, 'Cobran un turno que no se dio.');
  if (told.state === S.approved || told.state === S.paid) await move(26, BOSS, S.approved);
  return id;
}

/** Two batches that the bank paid, the last of them with one payment that came back; and one on its way. */
async function pay(at: At, { bankId }: Stage, ids: readonly number[]): Promise<void> {
  const batch = async (days: number, some: readonly number[], to: number) => {
    const prepared = at(days * DAY, ACCOUNTANT);
    const id = await createBatch(prepared, {
      bank_account_id: bankId,
      kind: 'ach',
      pay_on: panamaDay(at(days * DAY - 24, ACCOUNTANT).now),
      note: '',
      items: some.map((invoice) => ({ kind: 'factura' as const, id: invoice })),
    });
    if (to === BATCH_STATE.prepared) return id;
    await changeBatchState(at(days * DAY - 5, BOSS), id, { estado_id: BATCH_STATE.approved });
    await changeBatchState(at(days * DAY - 24, ACCOUNTANT), id, { estado_id: BATCH_STATE.sent });
    const confirmed = at(days * DAY - 30, BOSS);
    await changeBatchState(confirmed, id, {
      estado_id: BATCH_STATE.confirmed,
      fecha: panamaDay(confirmed.now),
      referencia: `ACH ${74_100 + id}`,
    });
    return id;
  };
  const half = Math.ceil(ids.length / 2);
  await batch(30, ids.slice(0, half), BATCH_STATE.confirmed);
  const last = await batch(12, ids.slice(half), BATCH_STATE.confirmed);
  const { db } = at(0, ACCOUNTANT);
  const [line] = await db
    .select()
    .from(paymentBatchLines)
    .where(eq(paymentBatchLines.batchId, last))
    .orderBy(asc(paymentBatchLines.id))
    .limit(1);
  if (!line) return;
  const back = at(8 * DAY, ACCOUNTANT);
  await returnLine(back, last, line.id, {
    returned_on: panamaDay(back.now),
    reason: 'Cuenta de destino bloqueada',
  });
  await batch(1, [line.invoiceId!], BATCH_STATE.prepared);
}

async function makeAdvance(at: At, { suppliers, companyId, projectId }: Stage): Promise<void> {
  const id = await createAdvance(at(18 * DAY, ACCOUNTANT), {
    supplier_id: suppliers.at(-1)!.id,
    company_id: companyId,
    project_id: projectId,
    order_id: null,
    cents: 350_000,
    reason: 'Acero de la segunda etapa: lo piden para fijar el precio',
  });
  await changeAdvanceState(at(17 * DAY, BOSS), id, { estado_id: ADVANCE_STATE.approved });
}

async function makeFund(at: At, { companyId, projectId, photo }: Stage): Promise<void> {
  const clerk = at(60 * DAY, ACCOUNTANT);
  const fundId = await createFund(at(60 * DAY, BOSS), {
    name: 'Caja menuda de la obra',
    company_id: companyId,
    project_id: projectId,
    custodian_id: clerk.staff!.userId,
    cents: 30_000,
    bank_account_id: null,
  });
  const spent = [
    [40, 'Abarrotería La Entrada', 'T-1180', 'Agua y hielo', 1_875, 0],
    [26, 'Ferretería Vista Alegre', '8841', 'Candados y cadena', 3_424, 224],
    [11, 'Copias del Oeste', '0331', 'Copias de planos', 2_140, 140],
    [2, 'Abarrotería La Entrada', 'T-1297', 'Agua y hielo', 2_050, 0],
  ] as const;
  for (const [days, supplier, paper, concept, cents, itbms] of spent) {
    const ctx = at(days * DAY, ACCOUNTANT);
    await addVoucher(
      { ...ctx, uploads: new Map([['foto', [{ ...photo, field: 'foto' }]]]) },
      fundId,
      VoucherForm.parse({
        spent_on: panamaDay(ctx.now),
        supplier,
        ...(itbms > 0 && { ruc: '8-712-1893', dv: '24' }),
        paper,
        concept,
        cents,
        itbms_centavos: itbms,
        account_id: 35,
      }),
    );
    if (days === 11) {
      await countFund(at(10 * DAY, ACCOUNTANT), fundId, {
        counted_centavos: 22_536,
        reason: 'Falta un vuelto de 25 centavos',
      });
      await askReplenishment(at(9 * DAY, ACCOUNTANT), fundId);
    }
  }
}
