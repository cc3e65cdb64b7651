import { instantText } from '#contract/dates.ts';
import { fill } from '#contract/company/templates/mails.ts';
import type { Context } from '#server/kernel/context.ts';
import { mayNotify } from '#server/kernel/strangers.ts';
import { createLink } from '#server/modules/sales/buyerAccess/links.service.ts';
import { findEntry } from './waitlist.queries.ts';

type Sending = Pick<Context, 'db' | 'now' | 'jobs' | 'mail' | 'config'> &
  Partial<Pick<Context, 'ip' | 'staff'>>;

/**
 * Tells the person the place in the waitlist, with the link to see it or to leave. Sends nothing without an email
 * address.
 */
export async function mailJoined(ctx: Sending, entryId: number, key: string): Promise<void> {
  const entry = await findEntry(ctx.db, entryId);
  if (!entry?.person.email || !(await mayNotify(ctx, entry.person.email))) return;
  await ctx.mail.send(ctx, {
    kind: 'espera_anotado',
    to: entry.person.email,
    ...fill('espera_anotado', {
      cliente: entry.person.name,
      lote: entry.lot.name,
      proyecto: entry.project.name,
      puesto: String(entry.place ?? 1),
      enlace: `${ctx.config.appUrl}/clientes/espera/${key}`,
    }),
  });
}

/**
 * Tells the first of the waitlist that the lot is reserved for them until `until`, with the link to the sale that holds
 * it.
 */
export async function mailOffered(
  ctx: Sending,
  { entryId, saleId, until }: { entryId: number; saleId: number; until: Date },
): Promise<void> {
  const entry = await findEntry(ctx.db, entryId);
  if (!entry?.person.email) return;
  // Rate limit: waitlists of many lots must not flood the mailbox of a person who never asked.
  if (entry.stranger && !(await mayNotify(ctx, entry.person.email))) return;
  await ctx.mail.send(ctx, {
    kind: 'espera_lote_libre',
    to: entry.person.email,
    ...fill('espera_lote_libre', {
      cliente: entry.person.name,
      lote: entry.lot.name,
      proyecto: entry.project.name,
      hasta: instantText(until),
      enlace: await createLink(ctx, saleId),
    }),
  });
}
