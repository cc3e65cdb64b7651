import { eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { isPermission, ROLES, type Permission, type Scope } from '#contract/access.ts';
import { INVITATION_DAYS } from '#contract/company/auth/rules.ts';
import { STAFF_SECRET_MAILS } from '#contract/company/auth/model.ts';
import { INVITED_ROLES, type Invitation, type Invited } from '#contract/overview/setup/model.ts';
import { fill } from '#contract/company/templates/mails.ts';
import { beyond } from '#contract/company/roles/rules.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { invalid, Refused } from '#server/kernel/errors.ts';
import { invitationLink } from '#server/modules/company/auth/passwords.service.ts';
import { forgetSessions } from '#server/modules/company/auth/sessions.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { createUser } from '#server/modules/company/users/users.service.ts';
import { roleGrants, roles } from '#server/modules/company/staff/staff.table.ts';

type Person = z.output<typeof Invited>;

/** Refuses a role with more rights than the caller has. */
async function refuseBeyond(ctx: Context, people: readonly Person[]): Promise<void> {
  const mine = staffOf(ctx).grants;
  const granted = await ctx.db
    .select({ role: roles.name, permission: roleGrants.permission, scope: roleGrants.scope })
    .from(roleGrants)
    .innerJoin(roles, eq(roles.id, roleGrants.roleId))
    .where(inArray(roles.name, [...new Set(people.map(({ role }) => role))]));
  const faults = people.flatMap(({ role }, at) => {
    const theirs = granted
      .filter((one) => one.role === role && isPermission(one.permission))
      .map((one) => [one.permission as Permission, one.scope as Scope] as const);
    return beyond(mine, theirs).length > 0
      ? [{ field: `people[${at}][role]`, message: 'Ese rol puede más que el tuyo.' }]
      : [];
  });
  if (faults.length > 0)
    throw new Refused(403, 'ESCALATION', 'Nadie da lo que no tiene.', { errors: faults });
}

/** Creates the accounts, all or none, and returns each user's link; also mails it. */
export async function invitePeople(
  ctx: Context,
  people: readonly Person[],
  projectIds: readonly number[],
): Promise<Invitation[]> {
  await refuseBeyond(ctx, people);
  const twice = people.findIndex(({ email }, at) => people.slice(0, at).some((one) => one.email === email));
  if (twice >= 0)
    throw invalid([{ field: `people[${twice}][email]`, message: 'Ese correo está dos veces.' }]);
  const known = projectIds.length
    ? await ctx.db
        .select({ id: projects.id })
        .from(projects)
        .where(inArray(projects.id, [...projectIds]))
    : [];
  if (known.length !== new Set(projectIds).size)
    throw invalid([{ field: 'project_ids', message: 'Alguno de esos proyectos ya no está.' }]);
  const { company } = await readSettings(ctx.db);
  const made: Invitation[] = [];
  for (const [at, { name, email, role }] of people.entries()) {
    const user = await createUser(ctx, {
      name,
      email,
      roles: [role],
      // Inspectors have their own user type.
      userTypeId: role === 'inspector' ? 5 : 1,
      projectIds: known.map(({ id }) => id),
    }).catch((error: unknown) => {
      throw error instanceof Refused && error.status === 422
        ? invalid([
            { field: `people[${at}][email]`, message: error.details.errors?.[0]?.message ?? error.message },
          ])
        : error;
    });
    const link = await invitationLink(ctx, user.id);
    await ctx.mail.send(ctx, {
      kind: STAFF_SECRET_MAILS.invite,
      to: user.email,
      secret: true,
      ...fill('invitacion', {
        nombre: name,
        empresa: company.name,
        dias: String(INVITATION_DAYS),
        enlace: link,
      }),
    });
    made.push({ ...user, role: labelOf(role), link });
  }
  ctx.afterCommit(() => forgetSessions());
  return made;
}

const labelOf = (role: (typeof INVITED_ROLES)[number]['name']) =>
  ROLES.find(({ name }) => name === role)!.display_name;
