import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { addMonths, monthText, panamaDay, showDay } from '#contract/dates.ts';
import { urlOf } from '#contract/endpoint.ts';
import { formatMoney, moneyText } from '#contract/money.ts';
import { offsetOf } from '#contract/paging.ts';
import { CERTIFICATE_PAPER, type RetainedFilter } from '#contract/money/withholding/endpoints.ts';
import type { CertificateForm, RetainedRow, WithheldRow } from '#contract/money/withholding/model.ts';
import { INVOICE_STATE } from '#contract/money/invoices/rules.ts';
import { ACCOUNT_STATE } from '#contract/works/accounts/rules.ts';
import { contractStates } from '#contract/company/catalogs/worksLists.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { anyOf, holdName, idOf, newestFirst, row, rows, violatedConstraint } from '#server/kernel/db.ts';
import { conflict, notFound, transitionRefused } from '#server/kernel/errors.ts';
import { composePdf } from '#server/kernel/pdf/compose.ts';
import type { Paper } from '#server/kernel/pdf/paper.ts';
import { yearlyCode } from '#server/kernel/yearly.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import {
  factsTable,
  GREY,
  letterhead,
  letterPage,
  RULE,
} from '#server/modules/company/settings/letterhead.service.ts';
import { writeFile, type TextFile } from '#server/modules/money/paymentBatches/formats.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { retentionOf } from '#server/modules/works/accounts/retention.service.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { withholdingCertificateLines, withholdingCertificates } from './withholding.table.ts';

const companies = alias(partners, 'companies');

/** A page of the contracts of which something was retained. */
export async function pageOfRetained(ctx: Context, query: RetainedFilter) {
  const retained = sql`(select coalesce(sum(retained_cents), 0) from progress_accounts a where a.contract_id = ${contracts.id} and a.state_id = ${idOf(ACCOUNT_STATE.paid)})`;
  const moved = sql`(select coalesce(sum(amount_cents), 0) from retention_moves m where m.contract_id = ${contracts.id})`;
  const where = and(
    contractsInReach(ctx, 'contratos.montos'),
    ctx.staff?.colleague ? undefined : sql`false`,
    sql`exists (select from progress_accounts a where a.contract_id = ${contracts.id} and a.state_id = ${idOf(ACCOUNT_STATE.paid)} and a.retained_cents > 0)`,
    query.contratista_id === undefined ? undefined : eq(contracts.contractorId, query.contratista_id),
    query.proyecto_id === undefined ? undefined : eq(contracts.projectId, query.proyecto_id),
    query.con_saldo === 1 ? sql`${retained} > ${moved}` : undefined,
  );
  const found = await ctx.db
    .select({
      contract: contracts,
      contractor: { id: partners.id, name: partners.name },
      project: { id: projects.id, name: projects.name },
    })
    .from(contracts)
    .innerJoin(partners, eq(partners.id, contracts.contractorId))
    .innerJoin(projects, eq(projects.id, contracts.projectId))
    .where(where)
    .orderBy(newestFirst(contracts.id, query))
    .limit(query.per_page)
    .offset(offsetOf(query));
  const states = await catalogLabels(ctx.db, contractStates);
  const list: RetainedRow[] = [];
  for (const { contract, contractor, project } of found) {
    const sums = await retentionOf(ctx, contract);
    list.push({
      id: contract.id,
      contract: { id: contract.id, name: contract.name },
      contractor,
      project,
      state: { id: contract.stateId, name: states.get(contract.stateId) ?? '' },
      retained_centavos: sums.retainedCents,
      returned_centavos: sums.returnedCents,
      charged_centavos: sums.takenCents,
      held_centavos: sums.heldCents,
      returnable_centavos: sums.returnableCents,
    });
  }
  return { list, total: await ctx.db.$count(contracts, where) };
}

interface Withheld {
  companyId: number;
  partnerId: number;
  document: string;
  issuedOn: string;
  paidOn: string;
  concept: string;
  baseCents: number;
  itbmsCents: number;
  withheldCents: number;
}

const boundsOf = (month: string) => ({ from: `${month}-01`, before: addMonths(`${month}-01`, 1) });

/**
 * ITBMS withheld by payments of a month: of invoices by their batches, what came back within the month left out, and of
 * accounts of works by their own day. An invoice that documents an account is counted with the account.
 */
async function withheldIn({ db }: Pick<Context, 'db'>, month: string): Promise<Withheld[]> {
  const { from, before } = boundsOf(month);
  const found = await rows<Record<keyof Withheld, string>>(
    db,
    sql`select i.company_id "companyId", i.partner_id "partnerId", i.number document, i.issued_on::text "issuedOn", l.paid_on::text "paidOn",
        i.concept, i.subtotal_cents "baseCents", i.itbms_cents "itbmsCents", i.withheld_cents "withheldCents"
      from payment_batch_lines l join supplier_invoices i on i.id = l.invoice_id
      where l.paid_on >= ${from} and l.paid_on < ${before} and i.withheld_cents > 0
        and (l.returned_on is null or l.returned_on >= ${before})
      union all
      select c.contracting_party_id, c.contractor_id, coalesce(i.number, c.reference || ', cuenta ' || a.number),
        coalesce(i.issued_on, a.measured_on)::text, a.paid_on::text, c.name, a.gross_cents, a.itbms_cents, a.withheld_cents
      from progress_accounts a join contracts c on c.id = a.contract_id
        left join supplier_invoices i on i.progress_account_id = a.id and i.state_id not in ${anyOf([INVOICE_STATE.rejected, INVOICE_STATE.voided])}
      where a.paid_on >= ${from} and a.paid_on < ${before} and a.withheld_cents > 0 and a.state_id = ${idOf(ACCOUNT_STATE.paid)}
      order by 5, 3`,
  );
  return found.map((one) => ({
    ...one,
    companyId: Number(one.companyId),
    partnerId: Number(one.partnerId),
    baseCents: Number(one.baseCents),
    itbmsCents: Number(one.itbmsCents),
    withheldCents: Number(one.withheldCents),
  }));
}

/** Fiscal figures of all projects are for who sees them all. */
const seesAll = (ctx: Context) =>
  ctx.staff?.colleague === true && scopeOf(ctx, 'contabilidad.ver')?.scope === 'todo';
const sum = (list: readonly Withheld[], key: 'itbmsCents' | 'withheldCents') =>
  list.reduce((all, one) => all + one[key], 0);
const codeOf = (one: { year: number; number: number }) => yearlyCode('CR', one);

/** What was withheld in a month, by company and supplier, with the certificates. */
export async function withheldOf(ctx: Context, month: string): Promise<WithheldRow[]> {
  if (!seesAll(ctx)) return [];
  const list = await withheldIn(ctx, month);
  const ids = [...new Set(list.flatMap(({ companyId, partnerId }) => [companyId, partnerId]))];
  const people = await ctx.db
    .select()
    .from(partners)
    .where(inArray(partners.id, [0, ...ids]));
  const of = (id: number) => people.find((one) => one.id === id)!;
  const issued = await ctx.db
    .select()
    .from(withholdingCertificates)
    .where(and(eq(withholdingCertificates.month, month), isNull(withholdingCertificates.voidReason)));
  return [...Map.groupBy(list, ({ companyId, partnerId }) => `${companyId}-${partnerId}`)]
    .map(([key, group]): WithheldRow => {
      const { companyId, partnerId } = group[0]!;
      const made = issued.find((one) => one.companyId === companyId && one.partnerId === partnerId);
      const { name, ruc, dv } = of(partnerId);
      return {
        key,
        company: { id: companyId, name: of(companyId).name },
        partner: { id: partnerId, name, ruc, dv },
        month,
        documents: group.length,
        itbms_centavos: sum(group, 'itbmsCents'),
        withheld_centavos: sum(group, 'withheldCents'),
        certificate: made
          ? {
              id: made.id,
              code: codeOf(made),
              withheld_centavos: made.withheldCents,
              url: urlOf({ path: CERTIFICATE_PAPER }, { params: { id: made.id } }),
            }
          : null,
      };
    })
    .toSorted((a, b) => a.partner.name.localeCompare(b.partner.name) || a.key.localeCompare(b.key));
}

/** Issues the certificate of a supplier and a month that is over. Raises 409 CERTIFICATE_ISSUED, 422. */
export async function issueCertificate(ctx: Context, form: CertificateForm): Promise<void> {
  const today = panamaDay(ctx.now);
  if (boundsOf(form.month).before > today)
    throw transitionRefused('El certificado se emite cuando el mes termina.');
  const list = seesAll(ctx)
    ? (await withheldIn(ctx, form.month)).filter(
        ({ companyId, partnerId }) => companyId === form.company_id && partnerId === form.partner_id,
      )
    : [];
  if (list.length === 0) throw transitionRefused('En ese mes no se le retuvo ITBMS.');
  const year = Number(today.slice(0, 4));
  await holdName(ctx.db, `withholding ${form.company_id} ${year}`);
  const last = await row<{ number: number }>(
    ctx.db,
    sql`select coalesce(max(number), 0)::int number from withholding_certificates where company_id = ${form.company_id} and year = ${year}`,
  );
  try {
    const [made] = await ctx.db
      .insert(withholdingCertificates)
      .values({
        year,
        number: last!.number + 1,
        companyId: form.company_id,
        partnerId: form.partner_id,
        month: form.month,
        itbmsCents: sum(list, 'itbmsCents'),
        withheldCents: sum(list, 'withheldCents'),
        issuedOn: today,
        madeBy: staffOf(ctx).userId,
        createdAt: ctx.now,
      })
      .returning({ id: withholdingCertificates.id });
    await ctx.db.insert(withholdingCertificateLines).values(
      list.map(({ document, paidOn, baseCents, itbmsCents, withheldCents }) => ({
        certificateId: made!.id,
        document,
        paidOn,
        baseCents,
        itbmsCents,
        withheldCents,
      })),
    );
    await announce(ctx, {
      record: 'certificado_retencion',
      id: made!.id,
      verb: 'crear',
      of: ['partner', form.partner_id],
    });
    await audit(ctx, 'crear', 'certificado_retencion', made!.id, { month: form.month });
  } catch (error) {
    if (violatedConstraint(error) !== 'withholding_certificates_one') throw error;
    throw conflict('CERTIFICATE_ISSUED', 'El certificado de ese mes ya está emitido.');
  }
}

const right = (text: string, bold = false) => ({ text, alignment: 'right' as const, bold });

/** A certificate as PDF. Raises 404. */
export async function certificatePaper(ctx: Context, id: number): Promise<Paper> {
  const [found] = await ctx.db
    .select({ one: withholdingCertificates, company: companies, partner: partners })
    .from(withholdingCertificates)
    .innerJoin(companies, eq(companies.id, withholdingCertificates.companyId))
    .innerJoin(partners, eq(partners.id, withholdingCertificates.partnerId))
    .where(eq(withholdingCertificates.id, id));
  if (!found || !seesAll(ctx)) throw notFound();
  const { one, company, partner } = found;
  const lines = await ctx.db
    .select()
    .from(withholdingCertificateLines)
    .where(eq(withholdingCertificateLines.certificateId, id))
    .orderBy(asc(withholdingCertificateLines.id));
  const code = codeOf(one);
  const bytes = await composePdf(
    letterPage(`Certificado ${code}`, [
      await letterhead(ctx, 'CERTIFICADO DE RETENCIÓN DE ITBMS', code),
      RULE,
      factsTable([
        ['Agente de retención', `${company.name}, RUC ${company.ruc} DV ${company.dv}`],
        ['Se retuvo a', `${partner.name}, RUC ${partner.ruc} DV ${partner.dv}`],
        ['Mes', monthText(one.month)],
        ['Emitido el', showDay(one.issuedOn)],
      ]),
      {
        margin: [0, 16, 0, 0],
        table: {
          headerRows: 1,
          widths: ['*', 70, 90, 80, 90],
          body: [
            ['Documento', 'Pagado', 'Monto', 'ITBMS', 'Retenido'].map((text, at) =>
              at > 1 ? right(text, true) : { text, bold: true },
            ),
            ...lines.map((line) => [
              line.document,
              showDay(line.paidOn),
              right(moneyText(line.baseCents)),
              right(moneyText(line.itbmsCents)),
              right(moneyText(line.withheldCents)),
            ]),
            [
              { text: 'Total', bold: true },
              '',
              '',
              right(moneyText(one.itbmsCents), true),
              right(formatMoney(one.withheldCents), true),
            ],
          ],
        },
        layout: 'lightHorizontalLines',
        fontSize: 9,
      },
      {
        text: 'Certificamos que la suma indicada se retuvo del ITBMS facturado y se declara en el informe de retenciones del mes.',
        color: GREY,
        fontSize: 9,
        margin: [0, 26, 0, 0],
      },
    ]),
  );
  return { name: `certificado-retencion-${code}.pdf`, bytes };
}

/** Reports 43 (purchases) and 433 (ITBMS withheld) of the DGI for a month, as a text file. Raises 404, 422. */
export async function dgiReport(ctx: Context, report: '43' | '433', month: string): Promise<TextFile> {
  if (!seesAll(ctx)) throw notFound();
  const list = report === '433' ? await withheldRows(ctx, month) : await purchaseRows(ctx, month);
  return writeFile(ctx, report, null, `informe-${report}-${month}`, list);
}

async function withheldRows(ctx: Context, month: string) {
  const list = await withheldIn(ctx, month);
  const people = await ctx.db
    .select()
    .from(partners)
    .where(inArray(partners.id, [0, ...list.map(({ partnerId }) => partnerId)]));
  return list.map((one) => {
    const partner = people.find(({ id }) => id === one.partnerId)!;
    return {
      ruc: partner.ruc,
      dv: partner.dv,
      beneficiario: partner.name,
      factura: one.document,
      fecha: one.paidOn,
      concepto: one.concept,
      tipo: 2,
      monto: one.baseCents,
      itbms: one.itbmsCents,
      retenido: one.withheldCents,
    };
  });
}

/** Purchases of a month by the day of the invoice; credit notes are negative, petty cash with its RUC. */
async function purchaseRows({ db }: Pick<Context, 'db'>, month: string) {
  const { from, before } = boundsOf(month);
  const found = await rows<
    Record<'ruc' | 'dv' | 'beneficiario' | 'factura' | 'fecha' | 'concepto' | 'tipo', string> & {
      monto: string;
      itbms: string;
    }
  >(
    db,
    sql`select p.ruc, p.dv, p.name beneficiario, i.number factura, i.issued_on::text fecha, i.concept concepto,
        case when exists (select from supplier_invoice_lines l where l.invoice_id = i.id and l.order_line_id is not null) then '1' else '2' end tipo,
        case i.kind when 'factura' then i.subtotal_cents else -i.subtotal_cents end monto,
        case i.kind when 'factura' then i.itbms_cents else -i.itbms_cents end itbms
      from supplier_invoices i join partners p on p.id = i.partner_id
      where i.issued_on >= ${from} and i.issued_on < ${before} and i.state_id in ${anyOf([INVOICE_STATE.approved, INVOICE_STATE.inPayment, INVOICE_STATE.paid])}
      union all
      select v.ruc, coalesce(v.dv, ''), v.supplier, v.paper, v.spent_on::text, v.concept, '1', v.cents - v.itbms_cents, v.itbms_cents
      from petty_vouchers v where v.spent_on >= ${from} and v.spent_on < ${before} and v.voided_on is null and v.ruc is not null
      order by 5, 4`,
  );
  return found.map((one) => ({ ...one, monto: Number(one.monto), itbms: Number(one.itbms) }));
}
