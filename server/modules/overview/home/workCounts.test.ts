import Excel from 'exceljs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Answer } from '#contract/endpoint.ts';
import type { Grant } from '#contract/company/roles/roles.ts';
import { addDays, panamaDay } from '#contract/dates.ts';
import type { officeCounters } from '#contract/overview/home/endpoints.ts';
import type { homeMoney } from '#contract/overview/home/figures.ts';
import type { homeTasks, TaskKind } from '#contract/overview/home/tasks.ts';
import type { commissionAccounts, listCommissions } from '#contract/sales/commissions/endpoints.ts';
import { COMMISSION, COMMISSION_EVENT_NAMES } from '#contract/sales/commissions/rules.ts';
import { bankApplications } from '#server/modules/banking/applications/applications.table.ts';
import { bankStatementLines, bankStatements } from '#server/modules/money/statements/statements.table.ts';
import { payments } from '#server/modules/money/payments/payments.table.ts';
import {
  bankAccounts,
  projectBankAccounts,
} from '#server/modules/projects/bankAccounts/bankAccounts.table.ts';
import {
  commissionLines,
  commissionRules,
  commissions,
} from '#server/modules/sales/commissions/commissions.table.ts';
import { prospects } from '#server/modules/sales/prospects/prospects.table.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { useApp } from '#test/app.ts';
import { deep } from '#test/deep.ts';
import { makeModel, makeSale, makeUser } from '#test/factories.ts';
import { serial } from '#test/serial.ts';
import { signInWith, type StaffBrowser } from '#test/signIn.ts';

const llave = useApp();
const next = serial();

/** Grants of somebody who does everything in one project: the counts are of this project alone. */
const GRANTS: Grant[] = (
  [
    'ventas.ver',
    'ventas.editar',
    'ventas.exportar',
    'tramites.ver',
    'tramites.editar',
    'tramites.exportar',
    'pagos.ver',
    'pagos.editar',
    'pagos.aprobar',
    'pagos.exportar',
    'contabilidad.ver',
    'contabilidad.exportar',
  ] as const
).map((permission) => ({ permission, scope: 'sus_proyectos' }));

/** A day from today. */
const day = fc.integer({ min: -70, max: 20 });
const anySale = fc.record({
  prospect: fc.record({
    stageId: fc.integer({ min: 1, max: 6 }),
    callIn: fc.option(day),
    mine: fc.boolean(),
  }),
  application: fc.record({ askIn: fc.option(day), mine: fc.boolean() }),
  due: fc.record({
    stateId: fc.constantFrom(1, 2, 3, 7),
    dueIn: day,
    cents: fc.integer({ min: 1, max: 90_000 }),
  }),
  paid: fc.option(
    fc.record({ stateId: fc.constantFrom(4, 6), on: day, cents: fc.integer({ min: 1, max: 90_000 }) }),
  ),
  commission: fc.record({
    mine: fc.boolean(),
    prepares: fc.boolean(),
    states: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 3, maxLength: 3 }),
    cents: fc.integer({ min: 0, max: 90_000 }),
  }),
  line: fc.record({
    state: fc.constantFrom('open', 'ignored', 'open'),
    cents: fc.integer({ min: -50_000, max: 90_000 }).filter((cents) => cents !== 0),
  }),
});
type AnySale = typeof anySale extends fc.Arbitrary<infer S> ? S : never;

async function makeCompany(made: readonly AnySale[]) {
  const { db } = llave.database;
  const now = llave.clock.now();
  const today = panamaDay(now);
  const { id: modelId, projectId } = await makeModel(db);
  const who = await signInWith(llave, GRANTS, { projectIds: [projectId] });
  const other = await makeUser(db);
  const n = next();
  const [account] = await db
    .insert(bankAccounts)
    .values({
      bankId: 900 + n,
      name: `Cuenta ${n}`,
      number: `77-${n}`,
      typeId: 1,
      kindId: 1,
      holder: 'Promotora',
      createdAt: now,
    })
    .returning();
  await db.insert(projectBankAccounts).values({ projectId, accountId: account!.id });
  const [file] = await db
    .insert(files)
    .values({
      sha256: `counts-${n}`,
      mime: 'text/csv',
      size: 1,
      name: 'x.csv',
      reference: 'extracto',
      referenceId: 0,
      createdAt: now,
    })
    .returning();
  const [statement] = await db
    .insert(bankStatements)
    .values({
      accountId: account!.id,
      format: 'csv',
      fileId: file!.id,
      fileName: 'x.csv',
      sha256: `counts-${n}`,
      fromOn: today,
      toOn: today,
      newLines: made.length,
      knownLines: 0,
      importedBy: other.id,
      importedAt: now,
    })
    .returning();
  const [rule] = await db
    .insert(commissionRules)
    .values({
      projectId,
      payee: 'asesor',
      percent: 2,
      separation: 33,
      promise: 33,
      disbursement: 34,
      validFrom: today,
      createdBy: other.id,
      createdAt: now,
    })
    .returning();
  for (const [at, { prospect, application, due, paid, commission, line }] of made.entries()) {
    const sale = await makeSale(db, {
      stateId: 5,
      projectId,
      modelId,
      processorId: application.mine ? who.user.id : other.id,
    });
    const open = prospect.stageId < 5;
    await db.insert(prospects).values({
      personId: sale.personId,
      projectId,
      stageId: prospect.stageId,
      stageSince: now,
      adviserId: prospect.mine ? who.user.id : other.id,
      lastActionAt: now,
      answeredAt: now,
      nextFollowUpOn: open ? addDays(today, prospect.callIn ?? 0) : null,
      discardReason: prospect.stageId === 6 ? 'No quiso' : null,
      saleId: prospect.stageId === 5 ? sale.id : null,
      createdAt: now,
    });
    await db.insert(bankApplications).values({
      saleId: sale.id,
      bankId: 1,
      stateId: 2,
      requestedCents: 100,
      sentAt: now,
      followUpDueOn: application.askIn === null ? null : addDays(today, application.askIn),
      stateSince: now,
      createdAt: now,
    });
    const reported = due.stateId === 2 || due.stateId === 3;
    await db.insert(payments).values({
      saleId: sale.id,
      typeId: 3,
      stateId: due.stateId,
      dueCents: due.cents,
      dueAt: new Date(`${addDays(today, due.dueIn)}T23:59:59-05:00`),
      createdAt: now,
      ...(reported && { reportedCents: due.cents, reportedAt: now }),
    });
    if (paid)
      await db.insert(payments).values({
        saleId: sale.id,
        typeId: 3,
        stateId: paid.stateId,
        dueCents: paid.stateId === 6 ? paid.cents + 1 : paid.cents,
        bankCents: paid.cents,
        bankId: 1,
        bankReference: `CNT-${n}-${at}`,
        bankDate: addDays(today, Math.min(0, paid.on)),
        bankPaymentTypeId: 1,
        receiptNumber: 800_000 + next(),
        confirmedBy: other.id,
        confirmedAt: now,
        createdAt: now,
      });
    const [made] = await db
      .insert(commissions)
      .values({
        saleId: sale.id,
        payee: 'asesor',
        userId: commission.mine ? who.user.id : other.id,
        ruleId: rule!.id,
        totalCents: commission.cents * 3,
        namedAt: now,
      })
      .returning();
    const third = await makeUser(db);
    for (const [part, stateId] of commission.states.entries())
      await db.insert(commissionLines).values({
        commissionId: made!.id,
        event: COMMISSION_EVENT_NAMES[part]!,
        cents: commission.cents,
        stateId,
        createdAt: now,
        ...(stateId > COMMISSION.planned && { releasedAt: now }),
        ...(stateId >= COMMISSION.prepared && {
          preparedBy: commission.prepares ? who.user.id : third.id,
          preparedAt: now,
        }),
        ...(stateId >= COMMISSION.approved && { approvedBy: other.id, approvedAt: now }),
        ...(stateId === COMMISSION.paid && {
          paidBy: other.id,
          paidAt: now,
          reference: 'ACH 1',
          paidOn: today,
        }),
      });
    await db.insert(bankStatementLines).values({
      statementId: statement!.id,
      accountId: account!.id,
      row: at + 1,
      postedOn: today,
      cents: line.cents,
      reference: `L-${n}-${at}`,
      description: 'ACH',
      key: `counts-${n}-${at}`,
      state: line.state,
    });
  }
  return who;
}

const read = async <A>(who: StaffBrowser, url: string) => {
  const answer = await who.get(url);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<A>();
};
const totalOf = async (who: StaffBrowser, url: string) =>
  (await read<{ meta: { pagination: { total: number } } }>(who, url)).meta.pagination.total;
async function exported(who: StaffBrowser, path: string, query: string): Promise<number> {
  const answer = await who.get(`${path}/exportar?${query}&formato=xlsx`);
  expect(answer.statusCode, answer.body).toBe(200);
  const book = new Excel.Workbook();
  await book.xlsx.load(answer.rawPayload as never);
  return book.worksheets[0]!.rowCount - 1;
}
const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0);

test('every count of work and every sum of money that appears twice is equal', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anySale, { minLength: 3, maxLength: 10 }), async (made) => {
      const who = await makeCompany(made);
      const { totals } = (await read<Answer<typeof homeTasks>>(who, '/api/office/home/tasks')).data;
      const tasks = (kind: TaskKind) => totals.find((one) => one.kind === kind)?.total ?? 0;
      const counters = (await read<Answer<typeof officeCounters>>(who, '/api/office/counters')).data;
      const same = async (path: string, query: string, total: number) => {
        expect([query, await totalOf(who, `${path}?${query}`)]).toEqual([query, total]);
        // The sheet of an empty list says so in a row.
        if (total > 0) expect([query, await exported(who, path, query)]).toEqual([query, total]);
      };

      // Calls, banks, payments: home, menu, list, export.
      expect(counters.prospects).toBe(tasks('llamada'));
      await same('/api/sale/prospects', `hoy=1&asesor_id=${who.user.id}`, tasks('llamada'));
      expect(counters.applications).toBe(tasks('banco'));
      await same('/api/sale/bank_applications', `seguimiento=1&procesador_id=${who.user.id}`, tasks('banco'));
      expect(counters.payments).toBe(tasks('pago'));
      await same('/api/sale/costumer_payments', 'estado_id=2&estado_id=3', tasks('pago'));

      // Money: home, lists with their sums.
      const money = (await read<Answer<typeof homeMoney>>(who, '/api/office/home/money')).data;
      const sums = async <K extends string>(url: string) =>
        (await read<{ data: Record<K, number> }>(who, url)).data;
      for (const { from, to, total, centavos } of money.arrears!) {
        const late = `alerta=cobrar&vence_hasta=${to}${from ? `&vence_desde=${from}` : ''}`;
        await same('/api/sale/costumer_payments', late, total);
        expect((await sums<'debe'>(`/api/sale/costumer_payments/sumas?${late}`)).debe).toBe(centavos);
      }
      const { from, to, total, centavos } = money.received!;
      await same('/api/accounting/received', `desde=${from}&hasta=${to}`, total);
      expect((await sums<'monto'>(`/api/accounting/received/sumas?desde=${from}&hasta=${to}`)).monto).toBe(
        centavos,
      );
      const open = 'estado=open&sentido=in';
      await same('/api/accounting/statement_lines', open, money.to_identify.total);
      expect((await sums<'monto'>(`/api/accounting/statement_lines/sumas?${open}`)).monto).toBe(
        money.to_identify.centavos,
      );

      // Commissions: the lines, their sums, the accounts, and whose turn they are.
      const base = '/api/sale/commissions';
      const lines = (await read<Answer<typeof listCommissions>>(who, `${base}?per_page=200`)).data;
      expect((await sums<'monto'>(`${base}/sumas`)).monto).toBe(sumOf(lines, (one) => one.centavos));
      for (const state of Object.values(COMMISSION)) {
        const own = lines.filter((one) => one.state.id === state);
        await same(base, `estado_id=${state}`, own.length);
        expect((await sums<'monto'>(`${base}/sumas?estado_id=${state}`)).monto).toBe(
          sumOf(own, (one) => one.centavos),
        );
      }
      const accounts = (await read<Answer<typeof commissionAccounts>>(who, `${base}/people?per_page=200`))
        .data;
      expect(await sums(`${base}/people/sumas`)).toEqual({
        previsto: sumOf(accounts, (one) => one.planned_centavos),
        debe: sumOf(accounts, (one) => one.owed_centavos),
        pagado: sumOf(accounts, (one) => one.paid_centavos),
      });
      const mine = lines.filter(({ transitions }) =>
        transitions.some(({ estado_id, disabled }) => estado_id > COMMISSION.prepared && disabled === null),
      );
      expect(mine).toHaveLength(tasks('comision'));
    }),
    { numRuns: deep(2, 25), endOnFailure: true },
  );
}, 900_000);
