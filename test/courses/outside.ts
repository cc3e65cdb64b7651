import { eq } from 'drizzle-orm';
import { panamaDay } from '#contract/dates.ts';
import type { Issued } from '#contract/money/issuedInvoices/model.ts';
import { interimLoans } from '#server/modules/money/interimLoans/interimLoans.table.ts';
import { SendIssued } from '#server/modules/money/issuedInvoices/names.ts';
import { onlineDeposits } from '#server/modules/money/onlineDeposits/onlineDeposits.table.ts';
import { bankAccounts } from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { browserOf } from '../buyers.ts';
import { makeSale } from '../factories.ts';
import { ISSUED, seriesForm } from '../issued.ts';
import { runJobs } from '../jobs.ts';
import { makeLoans } from '../loans.ts';
import { fakeProviders, tellCard } from '../onlinePay.ts';
import { fakePac } from '../pac.ts';
import { got } from '../payables.ts';
import { moneyTeam, openOf, planOf, show } from '../payments.ts';
import { signInAs } from '../signIn.ts';
import { statementOf } from '../statements.ts';
import { taken, type Base, type Move } from './course.ts';

/** The services outside that a course needs, and the environment that names them. */
export async function outsideServices() {
  const [pac, pay] = [await fakePac(), await fakeProviders()];
  return {
    environment: { ...pac.environment, ...pay.environment },
    close() {
      pac.close();
      pay.close();
    },
  };
}

/** Money that others lend, authorize or collect: interim loans, invoices through a provider, payments by card. */
export async function outsideMoves({ llave, companyId, next }: Base): Promise<Move[]> {
  const { db } = llave.database;
  const desk = await makeLoans(llave);
  const clerk = await signInAs(llave, 'contabilidad');
  const team = await moneyTeam(llave);
  const today = () => panamaDay(llave.clock.now());
  const loans: number[] = [];
  const lent = async () => {
    loans[0] ??= (await desk.inForce()).id;
    return loans[0];
  };

  /** One in mid-life, with what was drawn and repaid before. */
  async function bring() {
    const { id } = await desk.enter();
    const [drawnCents, repaidCents, interestCents] = [100_000_00 + next(900_000), next(100_000), next(5000)];
    await db
      .update(interimLoans)
      .set({
        openingOn: '2026-10-31',
        openingDrawnCents: drawnCents,
        openingRepaidCents: repaidCents,
        openingInterestCents: interestCents,
        heldCents: drawnCents,
        drawnCents,
        repaidCents,
        interestCents,
      })
      .where(eq(interimLoans.id, id));
    got(await desk.status(desk.second, '', id, 2));
  }
  const draw = async () => desk.drawn(await lent(), 10_000_00 + next(100_000), '2026-10-05');
  async function pay() {
    const id = await lent();
    await draw();
    await desk.paid(
      id,
      { interest_cents: 0, capital_cents: 1 + next(500_000), fee_cents: next(1000) },
      today(),
    );
  }

  let opened = false;
  async function issue() {
    if (!opened)
      got(
        await clerk.post(
          `${ISSUED}/series`,
          seriesForm(companyId, { last_number: 0, issues_from: '2027-01-01' }),
        ),
      );
    opened = true;
    const { id } = got<Issued>(
      await clerk.post(ISSUED, {
        company_id: companyId,
        receiver_type: 'ruc',
        receiver_name: 'Comercial, S.A.',
        receiver_document: '155612345-2-2015',
        receiver_dv: '59',
        receiver_address: 'Calle 50',
        concept: 'Alquiler de valla',
        lines: [{ description: 'Alquiler', cents: 1000 + next(90_000), rate: [0, 700][next(2)] }],
      }),
    );
    await runJobs(llave, SendIssued);
    if (next(3) > 0) return;
    taken(await clerk.post(`${ISSUED}/${id}/credit`, { reason: 'Se devolvió' }));
    await runJobs(llave, SendIssued);
  }

  /** A due paid by card, which the bank's line settles less its commission. */
  async function collect() {
    const sale = await makeSale(db, { stateId: 10 });
    await db.update(projects).set({ promoterId: companyId }).where(eq(projects.id, sale.projectId));
    await planOf(team.enters, sale.id, { monto: '900.00', meses: 3, primera_fecha: '2026-12-01' });
    const [due] = openOf(await show(team.enters, sale.id));
    const browser = await browserOf(llave, sale.id);
    const url = `/clientes/mi-compra/${sale.id}/pagos/${due!.id}/en-linea`;
    if (!taken(await browser.post(url, { via: 'tarjeta' }))) return;
    const [one] = await db.select().from(onlineDeposits).where(eq(onlineDeposits.saleId, sale.id));
    const fee = 1 + next(900);
    const { reference, cents } = one!;
    await tellCard(llave, 'payment.paid', { reference, id: `pay_${reference}`, amount: cents, fee });
    const amount = ((cents - fee) / 100).toFixed(2);
    const { account, lines } = await statementOf(llave, team, [[`LIQ-${reference}`, 'LIQUIDACION TARJETAS', amount]]); // prettier-ignore
    await db.update(bankAccounts).set({ bankId: 4 }).where(eq(bankAccounts.id, account.id));
    taken(await team.confirms.post('/api/online_deposits/settlements', { line_id: lines[0]!.id, deposit_ids: [one!.id] })); // prettier-ignore
  }

  return [
    { name: 'bring a loan', of: ['prestamo_interino'], run: bring },
    { name: 'draw a loan', of: ['desembolso_prestamo', 'interes_prestamo'], run: async () => (await draw(), desk.night()) },
    { name: 'pay a loan', of: ['pago_prestamo'], run: pay },
    { name: 'issue an invoice', of: ['factura_emitida'], run: issue },
    { name: 'collect by card', of: ['pago_en_linea'], run: collect },
  ]; // prettier-ignore
}
