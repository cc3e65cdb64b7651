import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { LinkedAccount } from '#contract/projects/bankAccounts/model.ts';
import { maskAccount } from '#contract/projects/bankAccounts/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { labelsOf } from './bankAccounts.service.ts';
import { accountsInReach, findLinked } from './bankAccounts.queries.ts';
import { bankAccounts, projectBankAccounts } from './bankAccounts.table.ts';

/** Accounts of a project in order. `archived`: include archived ones; `whole`: full instead of masked numbers. */
export async function presentLinked(
  { db }: Pick<Context, 'db'>,
  projectId: number,
  { archived, whole }: { archived: boolean; whole: boolean },
): Promise<LinkedAccount[]> {
  const list = await findLinked(db, projectId, archived ? undefined : isNull(bankAccounts.archivedAt));
  const { bank, kind } = await labelsOf(db);
  return list.map((one) => ({
    id: one.id,
    nombre: one.name,
    numero: whole ? one.number : maskAccount(one.number),
    tipo_banco: { nombre: bank(one.bankId) },
    tipo_cuenta_contable_banco: { nombre: kind(one.kindId) },
    moneda: one.currency,
    titular: one.holder,
    compradores: one.forBuyers,
    archivada: one.archivedAt !== null,
  }));
}

interface Links {
  account_ids: number[];
  compradores_id: number | null;
  before?: number[] | undefined;
}

/**
 * Sets the accounts of a project, their order, and the account that its buyers pay to. Raises
 * 404, 409 STALE when `before` is not the current list, 422 for an archived or unknown account,
 * or when a published project would have no account for its buyers.
 */
export async function linkAccounts(ctx: Context, projectId: number, links: Links): Promise<LinkedAccount[]> {
  const { account_ids, compradores_id, before } = links;
  const [project] = await ctx.db
    .select({ id: projects.id, published: projects.published })
    .from(projects)
    .where(and(eq(projects.id, projectId), projectsInReach(ctx, 'contabilidad.editar')))
    .for('no key update');
  if (!project) throw notFound();
  const had = await findLinked(ctx.db, projectId);
  if (before && before.join() !== had.map(({ id }) => id).join())
    throw conflict('STALE', undefined, { before: had.map(({ id }) => id) });
  const kept = new Set(had.map(({ id }) => id));
  const known =
    account_ids.length === 0
      ? []
      : await ctx.db
          .select({ id: bankAccounts.id, archivedAt: bankAccounts.archivedAt })
          .from(bankAccounts)
          .where(
            and(
              inArray(bankAccounts.id, account_ids),
              or(
                and(isNull(bankAccounts.archivedAt), accountsInReach(ctx, 'contabilidad.editar')),
                inArray(bankAccounts.id, [...kept]),
              ),
            ),
          )
          .for('share');
  if (known.length !== account_ids.length)
    throw invalid([
      { field: 'account_ids', message: 'Una de esas cuentas está archivada o ya no está: quítala.' },
    ]);
  const paid = known.find(({ id }) => id === compradores_id);
  if (compradores_id !== null && (!paid || paid.archivedAt))
    throw invalid([
      { field: 'compradores_id', message: 'Elige una de las cuentas del proyecto que no esté archivada.' },
    ]);
  if (compradores_id === null && project.published && had.some(({ forBuyers }) => forBuyers))
    throw invalid([
      {
        field: 'compradores_id',
        message: 'El proyecto está publicado: elige a qué cuenta pagan sus compradores, o retíralo antes.',
      },
    ]);
  await ctx.db.delete(projectBankAccounts).where(eq(projectBankAccounts.projectId, projectId));
  if (account_ids.length > 0)
    await ctx.db.insert(projectBankAccounts).values(
      account_ids.map((accountId, position) => ({
        projectId,
        accountId,
        position,
        forBuyers: accountId === compradores_id,
      })),
    );
  await audit(ctx, 'cuentas', 'proyecto', projectId, {
    from: { accounts: had.map(({ id }) => id), buyers: had.find(({ forBuyers }) => forBuyers)?.id ?? null },
    to: { accounts: account_ids, buyers: compradores_id },
  });
  return presentLinked(ctx, projectId, { archived: true, whole: true });
}
