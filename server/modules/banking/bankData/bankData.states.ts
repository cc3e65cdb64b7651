import { eq } from 'drizzle-orm';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { PAGE_LABELS, SUMMARY, type PageNumber } from '#contract/banking/bankData/bankData.fields.ts';
import { type Profile } from '#contract/banking/bankData/bankData.rows.ts';
import type { PageActionBody, PageState } from '#contract/banking/bankData/bankData.model.ts';
import {
  BASIC_ASKS,
  bankDataPageMachine,
  gapsOf,
  PAGE_ACTIONS,
  PAGE_STATE,
  PAGE_STATE_LABELS,
  type PageAction,
  type PageFacts,
} from '#contract/banking/bankData/bankData.state.ts';
import { actionOf, findTransition } from '#contract/transitions.ts';
import { announce, touch } from '#server/kernel/changes.ts';
import { audit } from '#server/kernel/audit.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { invalid, transitionRefused } from '#server/kernel/errors.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { profileOf } from './facts.service.ts';
import { saleNamed, type PageRow } from './reading.service.ts';
import { asksOfBanks, type BankAsks } from '#server/modules/banking/bankForms/asks.service.ts';
import { countChecked } from './bankData.save.ts';
import { openForChange } from './bankData.service.ts';
import { bankProfilePages, bankProfiles } from './bankData.table.ts';

/** What a page lacks: for one bank by its own rows, else of what everybody is asked for. */
export const factsOfPage = (
  profile: Profile,
  page: PageNumber,
  bank: Pick<BankAsks, 'required'> | null,
): PageFacts => ({
  missing: gapsOf(profile, bank?.required ?? BASIC_ASKS)
    .filter((gap) => gap.page === page)
    .map(({ label }) => `«${label}»`),
  isSummary: page === SUMMARY,
});

interface Shown {
  page: PageNumber;
  row: PageRow | undefined;
  bank: { id: number; name: string } | null;
  facts: PageFacts;
  names: ReadonlyMap<number, string>;
  mayEdit: boolean;
}

/** A page's state as the office sees it, with what may be done with it. */
export function presentState({ page, row, bank, facts, names, mayEdit }: Shown): PageState {
  const stateId = row?.stateId ?? PAGE_STATE.pending;
  const acciones = (Object.entries(PAGE_ACTIONS) as [PageAction, number][]).flatMap(([accion, to]) => {
    const arrow = findTransition(bankDataPageMachine, stateId, to);
    return arrow && mayEdit
      ? [{ accion, label: arrow.label, ...actionOf(arrow.whyNot?.(facts) ?? null) }]
      : [];
  });
  const nameOf = (id: number | null | undefined) => (id == null ? null : (names.get(id) ?? null));
  return {
    pagina: page,
    nombre: PAGE_LABELS[page],
    banco: bank && { id: bank.id, name: bank.name },
    estado: { id: stateId, name: PAGE_STATE_LABELS[stateId] ?? '' },
    por: nameOf(row?.changedBy),
    desde: row?.changedAt?.toISOString() ?? null,
    omitida_por: row?.skippedAt ? (nameOf(row.skippedBy) ?? 'Cliente') : null,
    acciones,
  };
}

/**
 * Verifies, archives or reopens a page, for all banks or for one. Raises 404, 422 at banco_id, 422 TRANSITION with the reason,
 * 409 STALE when the data are not those that were on screen, 409 BANK_DATA_CLOSED.
 */
export async function changePageState(
  ctx: Context,
  given: { codigo: string; pagina: PageNumber; accion: PageAction; body: PageActionBody },
): Promise<PageState> {
  const { pagina: page, accion, body } = given;
  const sale = await saleNamed(ctx.db, given.codigo, salesInReach(ctx, 'tramites.editar'), true);
  const { row, facts, pages } = await openForChange(ctx, sale, body.version);
  const bank = body.banco_id === undefined ? null : await knownBank(ctx, body.banco_id);
  const bankId = bank?.id ?? 0;
  const current = pages.find((one) => one.page === page && one.bankId === bankId);
  const about = factsOfPage(profileOf(row, facts), page, bank);
  const to = PAGE_ACTIONS[accion];
  const from = current?.stateId ?? PAGE_STATE.pending;
  const arrow = findTransition(bankDataPageMachine, from, to);
  if (!arrow)
    throw transitionRefused(
      `La página está ${PAGE_STATE_LABELS[from]?.toLowerCase()}: no se puede ${accion}.`,
    );
  const why = arrow.whyNot?.(about);
  if (why) throw transitionRefused(why);
  const set = { stateId: to, changedBy: staffOf(ctx).userId, changedAt: ctx.now };
  const [made] = await ctx.db
    .insert(bankProfilePages)
    .values({ saleId: sale.id, page, bankId, ...set })
    .onConflictDoUpdate({
      target: [bankProfilePages.saleId, bankProfilePages.page, bankProfilePages.bankId],
      set,
    })
    .returning();
  await announce(ctx, {
    record: 'datos_bancarios_pagina',
    id: made!.id,
    from,
    to,
    of: ['precontrato', sale.id],
  });
  await audit(ctx, accion, 'datos_bancarios', sale.id, {
    pagina: page,
    ...(bank && { banco: bank.name }),
  });
  await ctx.db
    .update(bankProfiles)
    .set({ pagesChecked: await countChecked(ctx, sale.id), updatedAt: ctx.now })
    .where(eq(bankProfiles.saleId, sale.id));
  touch(ctx, ['precontrato', sale.id]);
  const { userId, name } = staffOf(ctx);
  const names = new Map([[userId, name]]);
  const mayEdit = scopeOf(ctx, 'tramites.editar') !== null;
  return presentState({ page, row: made, bank, facts: about, names, mayEdit });
}

/** Raises 422 at banco_id. */
async function knownBank(ctx: Pick<Context, 'db'>, id: number): Promise<BankAsks> {
  const labels = await catalogLabels(ctx.db, banks);
  const [asks] = await asksOfBanks(ctx.db, [id]);
  if (!labels.has(id) || !asks)
    throw invalid([{ field: 'banco_id', message: 'Elige un banco de la lista.' }]);
  return asks;
}
