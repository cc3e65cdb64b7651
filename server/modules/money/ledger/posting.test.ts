import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { POSTING_EVENTS } from '#contract/money/ledger/rules.ts';
import { rows, violatedConstraint } from '#server/kernel/db.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { approved, PAID, quarter, step } from '#test/accounts.ts';
import { useApp } from '#test/app.ts';
import { accountant, makeParties, project, promotora } from '#test/contracts.ts';
import { followBooks } from '#test/books.ts';
import { makeModel, makePartner, makeProject, makeSale } from '#test/factories.ts';
import { moneyTeam, openOf, pay, planOf, reverse, show, type Team } from '#test/payments.ts';
import { compareBooks, writeBooks } from './ledger.jobs.ts';
import { accountingPeriods, journalEntries, unpostedEvents } from './ledger.table.ts';

const llave = useApp();
const db = () => llave.database.db;
let team: Team;

/** Lines of a record in the journal, in the order of their entries: account, debit, credit. */
const linesOf = (record: string, id: number) =>
  rows<{
    event: string;
    day: string;
    occurred: string;
    account: number;
    debit: number;
    credit: number;
    reverses: boolean;
  }>(
    db(),
    sql`select e.event, e.day, e.occurred_on occurred, l.account_id account, l.debit_cents debit, l.credit_cents credit, e.reversal_of is not null reverses
      from journal_entries e join journal_lines l on l.entry_id = e.id
      where e.source_record = ${record} and e.source_id = ${id} order by e.id, l.position`,
  );
const sides = async (record: string, id: number) =>
  (await linesOf(record, id)).map(({ event, account, debit, credit }) => [event, account, debit - credit]);
const differences = () => rows(db(), sql`select * from ledger_differences()`);

/** A sale with a plan of one installment, in a project of a promotora. */
async function saleWithDue(cents: string, over: { promoterId?: number | null } = {}) {
  const { id: projectId } = await makeProject(db(), over);
  const sale = await makeSale(db(), { modelId: (await makeModel(db(), { projectId })).id });
  await planOf(team.enters, sale.id, { monto: cents, meses: 1, primera_fecha: '2026-12-01' });
  const [due] = openOf(await show(team.enters, sale.id));
  return { saleId: sale.id, projectId, due: due! };
}

beforeAll(async () => {
  await makeParties(llave);
  team = await moneyTeam(llave);
});

describe('payments', () => {
  test('a confirmed payment is entered on the bank’s day, and its reversal on the day of the reversal, once', async () => {
    const { due } = await saleWithDue('300.00', { promoterId: promotora });
    await pay(team, due.id, 30_000, { fecha: '2026-11-18' });
    await followBooks(llave);
    expect(await sides('pago', due.id)).toEqual([
      ['recibido', ACCOUNT.collectionBanks, 30_000],
      ['recibido', ACCOUNT.deposits, -30_000],
    ]);
    await reverse(team.reverses, due.id);
    await followBooks(llave);
    await followBooks(llave);
    await compareBooks(llave.acting());
    const lines = await linesOf('pago', due.id);
    expect(
      lines.map(({ event, day, account, debit, credit }) => [event, day, account, debit - credit]),
    ).toEqual([
      ['recibido', '2026-11-18', ACCOUNT.collectionBanks, 30_000],
      ['recibido', '2026-11-18', ACCOUNT.deposits, -30_000],
      ['reversado', '2026-11-21', ACCOUNT.collectionBanks, -30_000],
      ['reversado', '2026-11-21', ACCOUNT.deposits, 30_000],
    ]);
    expect(await differences()).toEqual([]);
  });

  test('without a promotora it waits, and is entered once the project names one', async () => {
    const { due, projectId } = await saleWithDue('120.00');
    await pay(team, due.id, 12_000);
    await followBooks(llave);
    const waiting = () => db().select().from(unpostedEvents).where(eq(unpostedEvents.sourceId, due.id));
    expect(await waiting()).toMatchObject([{ reason: 'sin_empresa', cents: 12_000, projectId }]);
    await db().update(projects).set({ promoterId: promotora }).where(eq(projects.id, projectId));
    await compareBooks(llave.acting());
    expect(await waiting()).toEqual([]);
    expect(await sides('pago', due.id)).toHaveLength(2);
  });

  test('a day in a closed period is entered on the first open day, with both kept', async () => {
    const { id: bookId } = await makePartner(db(), 'contratante', 'Otra promotora');
    const { due } = await saleWithDue('50.00', { promoterId: bookId });
    for (const period of [202610, 202611])
      await db()
        .insert(accountingPeriods)
        .values({ bookId, period, stateId: 2, closedAt: llave.clock.now() });
    await pay(team, due.id, 5000, { fecha: '2026-10-30' });
    await followBooks(llave);
    expect((await linesOf('pago', due.id))[0]).toMatchObject({ day: '2026-12-01', occurred: '2026-10-30' });
  });

  test('two workers enter the same changes once', async () => {
    const made = [];
    for (const cents of ['10.00', '20.00', '30.00'])
      made.push(await saleWithDue(cents, { promoterId: promotora }));
    for (const { due } of made) await pay(team, due.id, due.due_centavos);
    const posted = await Promise.all([
      writeBooks(llave.acting()),
      compareBooks(llave.acting()),
      writeBooks(llave.acting()),
    ]);
    expect(posted.reduce((sum, one) => sum + one.made, 0)).toBe(3);
    await followBooks(llave);
    for (const { due } of made) expect(await sides('pago', due.id)).toHaveLength(2);
    expect(await differences()).toEqual([]);
  });
});

test('an approved account costs, owes and retains; paid, it leaves the bank; reversed, both entries are reversed', async () => {
  await db().update(projects).set({ promoterId: promotora }).where(eq(projects.id, project.id));
  const { id } = await approved(await quarter());
  await followBooks(llave);
  expect(await sides('cuenta_obra', id)).toEqual([
    ['aprobada', ACCOUNT.housesInProgress, 500_000],
    ['aprobada', ACCOUNT.housesInProgress, 500_000],
    ['aprobada', ACCOUNT.itbmsCredit, 70_000],
    ['aprobada', ACCOUNT.retention, -100_000],
    ['aprobada', ACCOUNT.contractors, -970_000],
  ]);
  await step(accountant, id, 5, PAID);
  await followBooks(llave);
  expect((await sides('cuenta_obra', id)).slice(5)).toEqual([
    ['pagada', ACCOUNT.contractors, 970_000],
    ['pagada', ACCOUNT.operatingBanks, -970_000],
  ]);
  expect((await step(accountant, id, 6, { motivo: 'Se pagó dos veces' })).statusCode).toBe(200);
  await followBooks(llave);
  const lines = await linesOf('cuenta_obra', id);
  expect(lines.filter(({ reverses }) => reverses)).toHaveLength(7);
  expect(lines.reduce((sum, { debit, credit }) => sum + debit - credit, 0)).toBe(0);
});

describe('the database refuses', () => {
  const insert = (
    lines: readonly (readonly [account: number, debit: number, credit: number])[],
    day = '2026-11-20',
  ) =>
    db()
      .transaction(async (tx) => {
        const [made] = await tx
          .insert(journalEntries)
          .values({
            bookId: promotora,
            day,
            occurredOn: day,
            kind: 'registro',
            description: 'A mano',
            sourceRecord: 'prueba',
            sourceId: Math.trunc(Math.random() * 1e9),
            event: 'x',
            fingerprint: '',
            createdAt: llave.clock.now(),
          })
          .returning();
        for (const [position, [account, debit, credit]] of lines.entries())
          await tx.execute(sql`insert into journal_lines (entry_id, position, account_id, debit_cents, credit_cents)
            values (${made!.id}, ${position + 1}, ${account}, ${debit}, ${credit})`);
        return made!;
      })
      .then(
        ({ number }) => number,
        (error: unknown) => violatedConstraint(error) ?? String(error),
      );
  const refusal = (statement: string) =>
    llave.asOwner(statement).then(
      () => 'taken',
      (error: Error) => error.message,
    );

  test('an entry that does not balance, has no lines, or uses no account of the chart', async () => {
    expect(await insert([[1, 100, 0], [25, 0, 99]])).toBe('journal_balance'); // prettier-ignore
    expect(await insert([])).toBe('journal_balance');
    expect(await insert([[1, 100, 100], [25, 0, 0]])).toBe('journal_lines_side'); // prettier-ignore
    expect(await insert([[1, 100, 0], [999, 0, 100]])).toBe('journal_lines_account'); // prettier-ignore
    const first = await insert([[1, 100, 0], [25, 0, 100]]); // prettier-ignore
    const second = await insert([[1, 100, 0], [25, 0, 100]]); // prettier-ignore
    expect(second).toBe(Number(first) + 1);
  });

  test('a change of what is written, a later line, a total by hand, and a closed period', async () => {
    expect(await refusal('update journal_lines set debit_cents = debit_cents + 1')).toContain('append-only');
    expect(await refusal('delete from journal_entries')).toContain('append-only');
    expect(await refusal('truncate journal_lines cascade')).toContain('append-only');
    expect(await refusal('update ledger_totals set debit_cents = 0')).toContain('by the journal alone');
    expect(await refusal('update ledger_series set last = 0')).toContain('by the journal alone');
    expect(
      await refusal(
        'insert into journal_lines (entry_id, position, account_id, debit_cents) select max(id), 90, 1, 5 from journal_entries',
      ),
    ).toContain('is closed');
    await db()
      .insert(accountingPeriods)
      .values({ bookId: promotora, period: 202601, stateId: 2, closedAt: llave.clock.now() });
    expect(await insert([[1, 100, 0], [25, 0, 100]], '2026-01-31')).toBe('period_closed'); // prettier-ignore
    await db()
      .update(accountingPeriods)
      .set({ stateId: 1 })
      .where(and(eq(accountingPeriods.bookId, promotora), eq(accountingPeriods.period, 202601)));
    expect(await insert([[1, 100, 0], [25, 0, 100]], '2026-01-31')).toBeTypeOf('number'); // prettier-ignore
    expect(await differences()).toEqual([]);
  });

  test('a promotora that changes after the first entry', async () => {
    const { projectId, due } = await saleWithDue('15.00', { promoterId: promotora });
    await pay(team, due.id, 1500);
    await followBooks(llave);
    expect(await refusal(`update projects set promoter_id = null where id = ${projectId}`)).toContain(
      'has entries',
    );
  });
});

test('each event that a source may tell has a rule whose amounts it names', () => {
  for (const [kind, { lines, amounts }] of Object.entries(POSTING_EVENTS))
    expect([kind, [...new Set(lines.map(({ amount }) => amount))].toSorted()]).toEqual([
      kind,
      Object.keys(amounts).toSorted(),
    ]);
});
