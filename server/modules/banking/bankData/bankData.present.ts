import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { documentStatus, precontractStates } from '#contract/company/catalogs/salesLists.ts';
import { actionLabel } from '#contract/company/audit/words.ts';
import {
  FIELD_NAMES,
  isFieldName,
  PAGE_LABELS,
  PAGES,
  type PageNumber,
} from '#contract/banking/bankData/bankData.fields.ts';
import { askLabel, ROW_NAMES, type AskName } from '#contract/banking/bankData/bankData.rows.ts';
import type { BankData, BankDataRow } from '#contract/banking/bankData/bankData.model.ts';
import { fieldText, rowText } from '#contract/banking/bankData/bankData.rules.ts';
import { gapsOf, whyNotFill } from '#contract/banking/bankData/bankData.state.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { auditLog } from '#server/kernel/kernel.table.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { papersNow } from '#server/modules/sales/documents/papers.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { consentsOf } from '#server/modules/sales/consents/consents.service.ts';
import { reaches, salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { factsOf, fixedFields, profileOf, type Sale } from './facts.service.ts';
import { ratioOf } from './loan.service.ts';
import {
  banksOfSale,
  findPages,
  findProfile,
  saleNamed,
  statusOf,
  type findBankData,
} from './reading.service.ts';
import { hideIncome, isMasked } from './bankData.service.ts';
import { factsOfPage, presentState } from './bankData.states.ts';

/** Which paper a page is compared with (domain.md §1.1). */
const PAPERS: Readonly<Record<string, PageNumber>> = {
  archivo_cedula: 1,
  archivo_cedula_reverso: 1,
  recibo: 1,
  ficha: 2,
  talonario: 2,
  carta_trabajo: 2,
  reporte_apc: 3,
  carta_saldo: 3,
  cedula_codeudor: 4,
};

/** The whole profile of a sale within reach, for the office; reading it is logged. Raises 404. */
export async function showBankData(ctx: Context, codigo: string): Promise<BankData> {
  const sale = await saleNamed(ctx.db, codigo, salesInReach(ctx, 'tramites.ver'));
  const [row, facts, pages, banks, consents, papers, states, paperStates, [head]] = await Promise.all([
    findProfile(ctx.db, sale.id),
    factsOf(ctx.db, sale),
    findPages(ctx.db, sale.id),
    banksOfSale(ctx.db, sale),
    consentsOf(ctx.db, sale.id),
    reaches(ctx, 'documentos.ver', sale) ? papersNow(ctx.db, sale.id) : [],
    catalogLabels(ctx.db, precontractStates),
    catalogLabels(ctx.db, documentStatus),
    ctx.db
      .select({ name: people.name, project: projects.name })
      .from(people)
      .innerJoin(projects, eq(projects.id, sale.projectId))
      .where(eq(people.id, sale.personId)),
  ]);
  const names = await namesOf(ctx, [
    ...pages.flatMap((one) => [one.changedBy, one.skippedBy]),
    row?.sentBy ?? null,
  ]);
  const profile = profileOf(row, facts);
  const masked = isMasked(ctx, sale);
  const values = Object.fromEntries(FIELD_NAMES.map((name) => [name, fieldText(name, profile.values[name])]));
  if (masked) hideIncome(values);
  const closed = whyNotFill(sale);
  const mayEdit = reaches(ctx, 'tramites.editar', sale);
  const state = (page: PageNumber, bank: (typeof banks)[number] | null) =>
    presentState({
      page,
      bank,
      names,
      row: pages.find((one) => one.page === page && one.bankId === (bank?.id ?? 0)),
      facts: factsOfPage(profile, page, bank),
      mayEdit: mayEdit && closed === null,
    });
  await audit(ctx, 'leer', 'datos_bancarios', sale.id, masked ? { sin_ingresos: true } : {});
  return {
    sale: {
      id: sale.id,
      code: sale.code,
      name: head!.name,
      project: { id: sale.projectId, name: head!.project },
      state: { id: sale.stateId, name: states.get(sale.stateId) ?? '' },
    },
    version: row?.version ?? 0,
    consent: consents.datos,
    sent_at: row?.sentAt?.toISOString() ?? null,
    sent_by: row?.sentAt ? (row.sentBy === null ? 'Cliente' : (names.get(row.sentBy) ?? null)) : null,
    updated_at: row?.updatedAt.toISOString() ?? null,
    values,
    rows: {
      deudas: masked ? [] : profile.rows.deudas.map((one) => rowText('deudas', { ...one })),
      referencias: profile.rows.referencias.map((one) => rowText('referencias', { ...one })),
      grupo_familiar: profile.rows.grupo_familiar.map((one) => rowText('grupo_familiar', { ...one })),
    },
    fixed: fixedFields(facts),
    masked,
    faults: masked ? [] : faultsOf(row?.faults ?? {}),
    pages: PAGES.map((page) => state(page, null)),
    banks: banks.map((bank) => ({
      id: bank.id,
      name: bank.name,
      template: bank.template,
      asks: bank.required.length,
      gaps: gapsOf(profile, bank.required),
      pages: PAGES.map((page) => state(page, bank)),
    })),
    papers: papers.flatMap((paper) => {
      const page = PAPERS[paper.field];
      return page === undefined
        ? []
        : [
            {
              id: paper.id,
              page,
              label: paper.label,
              state: { id: paper.stateId, name: paperStates.get(paper.stateId) ?? '' },
              has_file: paper.file !== null,
            },
          ];
    }),
    ratio: masked ? null : ratioOf(profile, facts.terms),
    history: await historyOf(ctx, sale),
    may: {
      edit: mayEdit && closed === null,
      pdf: reaches(ctx, 'tramites.exportar', sale),
      why: closed,
    },
  };
}

const faultsOf = (faults: Readonly<Record<string, string>>): BankData['faults'] =>
  Object.entries(faults).map(([field, typed]) => ({
    field,
    typed: isFieldName(field) ? typed : '',
    message: `«${ROW_NAMES.some((name) => name === field) || isFieldName(field) ? askLabel(field as AskName) : field}» no se entiende como está escrito.`,
  }));

async function namesOf(ctx: Context, ids: readonly (number | null)[]): Promise<Map<number, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const found = await ctx.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, wanted));
  return new Map(found.map(({ id, name }) => [id, name]));
}

const HISTORY = 50;

/** What was done with a profile, the newest first: pages kept, passed over, verified, and who sent it. */
async function historyOf(ctx: Context, sale: Sale): Promise<BankData['history']> {
  const found = await ctx.db
    .select({
      at: auditLog.at,
      action: auditLog.action,
      data: auditLog.data,
      actor: auditLog.actorKind,
      name: users.name,
    })
    .from(auditLog)
    .leftJoin(
      users,
      sql`${users.id} = case when ${auditLog.actorKind} = 'staff' then ${auditLog.actorId}::bigint end`,
    )
    .where(
      and(
        eq(auditLog.entity, 'datos_bancarios'),
        eq(auditLog.entityId, String(sale.id)),
        notInArray(auditLog.action, ['leer', 'exported']),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(HISTORY);
  return found.map(({ at, action, data, actor, name }) => {
    const page = data['pagina'] as PageNumber | undefined;
    const words = [
      actionLabel(action),
      page ? `«${PAGE_LABELS[page]}»` : '',
      typeof data['banco'] === 'string' ? `para ${data['banco']}` : '',
    ];
    return {
      at: at.toISOString(),
      who: name ?? (actor === 'client' ? 'Cliente' : 'Sistema'),
      text: words.filter(Boolean).join(' '),
    };
  });
}

type Found = Awaited<ReturnType<typeof findBankData>>['found'][number];
/** A row of the list. */
export const presentRow = ({ profile, ...one }: Found): BankDataRow => ({
  ...one,
  pages_checked: profile.pagesChecked,
  gaps: profile.gaps,
  sent_at: profile.sentAt?.toISOString() ?? null,
  updated_at: profile.updatedAt.toISOString(),
  status: statusOf(profile),
});
