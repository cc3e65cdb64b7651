import { panamaDay } from '#contract/dates.ts';
import type { Invoice } from '#contract/money/invoices/model.ts';
import { INVOICE_STATE } from '#contract/money/invoices/rules.ts';
import type { Voucher } from '#contract/money/ledger/vouchers.ts';
import type { Batch } from '#contract/money/paymentBatches/model.ts';
import type { Fund } from '#contract/money/pettyCash/model.ts';
import { makeHouse } from '../factories.ts';
import { fileOf, makePicture } from '../papers.ts';
import { BATCHES, got, INVOICES, makePayables } from '../payables.ts';
import { serial } from '../serial.ts';
import { drawn, taken, type Base, type Move } from './course.ts';

const numbered = serial();
const FUNDS = '/api/payables/petty_cash';

/** What is owed to suppliers and paid: invoices, credit notes, advances, batches and what the bank returns; petty cash; vouchers. */
export async function payableMoves({ llave, next }: Base): Promise<Move[]> {
  const { db } = llave.database;
  const desk = await makePayables(llave);
  const { boss, clerk, company, project, second, supplier } = desk;
  await desk.account();
  const today = () => panamaDay(llave.clock.now());
  const home = await makeHouse(db, { projectId: project.id });
  const picture = await makePicture({ width: 60, height: 40 });
  const owed: Invoice[] = [];
  const advances: number[] = [];
  const paid: { batch: number; line: number }[] = [];

  /** The cost goes to an account, to a house or to the project; now and then with ITBMS withheld. */
  function form(cents: number) {
    const itbms_centavos = Math.round(cents * 0.07);
    const where = [
      { account_id: 34 },
      { account_id: null, house_id: home.id, cost_code_id: 1 },
      { account_id: null, cost_code_id: 1 },
    ][next(3)]!;
    return {
      subtotal_centavos: cents,
      itbms_centavos,
      withheld_centavos: next(3) === 0 ? Math.floor(itbms_centavos / 2) : 0,
      lines: [{ description: 'Material', cents, itbms_centavos, project_id: project.id, ...where }],
    };
  }
  async function invoice() {
    const made = await desk.approved(form(1000 + next(90_000)));
    owed.push(made);
    return made;
  }
  const some = async () => owed[next(owed.length)] ?? (await invoice());
  /** One that was approved is disputed, and approved again or voided. */
  async function dispute() {
    const one = await invoice();
    taken(await desk.move(clerk, one.id, INVOICE_STATE.disputed, { motivo: 'No es lo que se pidió' }));
    const way = next(3);
    if (way === 0) taken(await desk.move(clerk, one.id, INVOICE_STATE.voided, { motivo: 'Se repitió' }));
    if (way !== 1) return;
    taken(await desk.move(clerk, one.id, INVOICE_STATE.toApprove));
    taken(await desk.move(boss, one.id, INVOICE_STATE.approved));
  }
  async function credit() {
    const of = await some();
    const cents = 1 + next(Math.max(of.subtotal_centavos, 2) - 1);
    const answer = await clerk.post(INVOICES, {
      ...desk.form(),
      kind: 'nota_credito',
      corrects_id: of.id,
      subtotal_centavos: cents,
      itbms_centavos: 0,
      lines: [{ description: 'Devueltos', cents, itbms_centavos: 0, account_id: 34 }],
    });
    if (!taken(answer)) return;
    const { id } = answer.json<{ data: Invoice }>().data;
    taken(await desk.move(clerk, id, INVOICE_STATE.toApprove));
    if (!taken(await desk.move(boss, id, INVOICE_STATE.approved))) return;
    // What the invoice that it corrects does not need goes to another one.
    const applied = { kind: 'credito', source_id: id, cents: 1 + next(cents) };
    taken(await clerk.post(`${INVOICES}/${(await some()).id}/settlements`, applied));
  }
  async function advance() {
    const id = drawn(advances, next);
    if (id !== undefined) {
      const of = await some();
      const applied = { kind: 'anticipo', source_id: id, cents: 1 + next(4000) };
      taken(await clerk.post(`${INVOICES}/${of.id}/settlements`, applied));
      return;
    }
    const asked = {
      supplier_id: supplier.id,
      company_id: company.id,
      cents: 4000 + next(9000),
      reason: 'Pedido especial',
    };
    const made = got<{ id: number }>(await clerk.post('/api/payables/advances', asked));
    got(await second.patch(`/api/payables/advances/${made.id}/status`, { params: { estado_id: 2 } }));
    await batch([{ kind: 'anticipo', id: made.id }]);
    advances.push(made.id);
  }
  /** The bank takes a batch; lines of it may come back later. */
  async function batch(items: object[], over: object = {}) {
    const answer = await desk.prepare(items, over);
    if (!taken(answer)) return;
    const { id } = answer.json<{ data: Batch }>().data;
    got(await desk.step(second, id, 2));
    got(await desk.step(clerk, id, 3));
    const params = { fecha: today(), referencia: `ACH ${numbered()}` };
    const done = got<Batch>(await desk.step(second, id, 4, params));
    paid.push(...done.lines_list.map((line) => ({ batch: id, line: line.id })));
  }
  async function pay() {
    await invoice();
    const items = [drawn(owed, next)!, ...(owed.length > 1 ? [drawn(owed, next)!] : [])];
    await batch(items.map(({ id }) => ({ kind: 'factura', id })));
  }
  async function comeBack() {
    if (paid.length === 0) await pay();
    const one = drawn(paid, next);
    if (!one) return;
    const back = { returned_on: today(), reason: 'Cuenta cerrada' };
    taken(await clerk.post(`${BATCHES}/${one.batch}/lines/${one.line}/return`, back));
  }

  let fund: Fund | undefined;
  const vouchers: number[] = [];
  const cheques = (next_number: number) =>
    clerk.send({
      method: 'PUT',
      url: `/api/payables/cheques/${desk.bank.id}`,
      payload: { next_number, last_number: next_number + 500 },
    });
  async function petty() {
    if (fund) return fund;
    fund = got<Fund>(
      await boss.post(FUNDS, {
        name: `Caja ${numbered()}`,
        company_id: company.id,
        project_id: project.id,
        custodian_id: clerk.user.id,
        cents: 200_00,
        bank_account_id: desk.bank.id,
      }),
    );
    got(await cheques(1));
    return fund;
  }
  async function spend() {
    const { id } = await petty();
    const answer = await clerk.form(`${FUNDS}/${id}/vouchers`, {
      spent_on: '2026-11-10',
      supplier: 'Abarrotería',
      ruc: '8-712-45',
      dv: '12',
      paper: `T-${numbered()}`,
      concept: 'Agua',
      cents: String(100 + next(6000)),
      itbms_centavos: String(next(90)),
      account_id: '34',
      foto: fileOf(picture, 'vale.jpg', 'image/jpeg'),
      ...(next(2) === 0 && { project_id: String(project.id), house_id: String(home.id) }),
    });
    if (taken(answer)) vouchers.push(answer.json<{ data: Fund }>().data.vouchers[0]!.id);
  }
  async function annul() {
    const { id } = await petty();
    const one = drawn(vouchers, next);
    if (one !== undefined)
      taken(await clerk.post(`${FUNDS}/${id}/vouchers/${one}/void`, { reason: 'Se repitió' }));
  }
  async function replenish() {
    const { id } = await petty();
    await spend();
    const asked = await clerk.post(`${FUNDS}/${id}/replenishments`, {});
    if (!taken(asked)) return;
    const [newest] = asked.json<{ data: Fund }>().data.replenishments;
    const url = `/api/payables/petty_replenishments/${newest!.id}/status`;
    if (!taken(await second.patch(url, { params: { estado_id: 2 } }))) return;
    await batch([{ kind: 'caja', id: newest!.id }], { kind: 'cheque' });
    vouchers.length = 0;
  }

  const typed: number[] = [];
  /** An entry that no record makes; approved by another, reversed later by chance. */
  async function voucher() {
    const move = (who: typeof clerk, id: number, estado_id: number, motivo?: string) =>
      who.patch(`/api/accounting/vouchers/${id}/status`, { params: { estado_id, motivo } });
    const before = drawn(typed, next);
    if (before !== undefined && next(2) === 0) {
      taken(await move(second, before, 5, 'Era de otra empresa'));
      return;
    }
    const cents = 1 + next(500_000);
    const { id } = got<Voucher>(
      await clerk.post('/api/accounting/vouchers', {
        book_id: company.id,
        day: `2026-11-${String(1 + next(20)).padStart(2, '0')}`,
        description: 'Planilla de la quincena',
        lines: [
          { account_id: 42, debit_centavos: cents, credit_centavos: null },
          { account_id: 21, debit_centavos: null, credit_centavos: cents },
        ],
      }),
    );
    taken(await move(clerk, id, 2));
    if (taken(await move(second, id, 3))) typed.push(id);
  }

  return [
    { name: 'approve an invoice', of: ['factura_proveedor'], run: invoice },
    { name: 'dispute an invoice', of: ['factura_proveedor'], run: dispute },
    { name: 'enter a credit note', of: ['factura_proveedor'], run: credit },
    { name: 'advance to a supplier', of: ['pago_proveedor', 'factura_proveedor'], run: advance },
    { name: 'pay a batch', of: ['pago_proveedor'], run: pay },
    { name: 'a payment comes back', of: ['pago_proveedor'], run: comeBack },
    { name: 'spend petty cash', of: ['caja_menuda', 'comprobante_caja'], run: spend },
    { name: 'void a voucher', of: ['comprobante_caja'], run: annul },
    { name: 'replenish petty cash', of: ['pago_proveedor'], run: replenish },
    { name: 'type a voucher', of: ['comprobante_diario'], run: voucher },
  ];
}
