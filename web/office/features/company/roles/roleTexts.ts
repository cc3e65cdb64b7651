import { isSeedRole, CUSTOMER_ROLE, type RoleSummary } from '#contract/company/roles/roles.ts';

export const peopleText = (people: number) => (people === 1 ? '1 persona' : `${people} personas`);

/** The reason why a role cannot be archived; null if it can. */
export function whyNotArchive({ id, people }: RoleSummary): string | null {
  if (id === CUSTOMER_ROLE) return 'El rol de los clientes no se archiva.';
  return people > 0 ? `Lo tiene ${peopleText(people)}: dales otro rol antes.` : null;
}

/** The reason why a role cannot be deleted; null if it can. */
export function whyNotDelete(role: RoleSummary): string | null {
  if (isSeedRole(role.id)) return 'Los roles del producto no se borran: se archivan.';
  return role.people > 0 ? `Lo tiene ${peopleText(role.people)}: dales otro rol antes.` : null;
}
