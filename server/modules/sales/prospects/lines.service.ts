import type { Person } from '#contract/overview/person/model.ts';
import type { Context } from '#server/kernel/context.ts';
import { presentContacts, presentProspects } from './prospects.present.ts';
import { findContacts, prospectsOfPerson } from './prospects.queries.ts';
import { prospectsInReach } from './prospects.scope.ts';

/** Prospects of a person within the caller's scope, with their contacts: for the person's page. */
export async function prospectLines(
  ctx: Context,
  personId: number,
): Promise<Pick<Person, 'prospects' | 'contacts'>> {
  const found = await prospectsOfPerson(ctx.db, personId, prospectsInReach(ctx, 'ventas.ver'));
  const contacts = await findContacts(
    ctx.db,
    found.map(({ id }) => id),
  );
  return {
    prospects: await presentProspects(ctx, found),
    contacts: await presentContacts(ctx, contacts),
  };
}
