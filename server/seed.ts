import { GRANTS, ROLES } from '#contract/access.ts';
import { ROLE_DESCRIPTIONS } from '#contract/company/roles/roles.ts';
import { openDatabase, type Db } from './kernel/db.ts';
import { seedCatalogs } from './modules/company/catalogs/catalogs.service.ts';
import { seedDocumentTypes } from './modules/sales/documents/documents.seed.ts';
import { seedBankForms } from './modules/banking/bankForms/bankForms.seed.ts';
import { seedBankRequirements } from './modules/banking/requirements/requirements.seed.ts';
import { seedJournalFormats } from './modules/money/books/journalFile.service.ts';
import { seedPostingRules } from './modules/money/ledger/ledger.seed.ts';
import { seedInterest } from './modules/projects/interest/interest.seed.ts';
import { seedMenu } from './modules/company/menu/menu.seed.ts';
import { roleGrants, roles } from './modules/company/staff/staff.table.ts';

/** Inserts the product's base data: roles with grants, value lists, document types. Never overwrites edited rows. */
export async function seed(url: string): Promise<void> {
  const { db, close } = openDatabase(url, { max: 1 });
  try {
    await db.transaction(async (tx) => {
      await seedRoles(tx);
      await seedMenu(tx);
      await seedCatalogs(tx);
      await seedDocumentTypes(tx);
      await seedInterest(tx);
      await seedBankRequirements(tx);
      await seedBankForms(tx);
      await seedPostingRules(tx);
      await seedJournalFormats(tx);
    });
  } finally {
    await close();
  }
}

async function seedRoles(db: Db): Promise<void> {
  const added = await db
    .insert(roles)
    .values(
      ROLES.map(({ id, name, display_name }) => ({
        id,
        name,
        displayName: display_name,
        description: ROLE_DESCRIPTIONS[name],
        // The role that grants permissions to others (rulings 7).
        requiresSecondStep: name === 'administrador',
      })),
    )
    .onConflictDoNothing()
    .returning({ id: roles.id, name: roles.name });
  const grants = added.flatMap(({ id, name }) =>
    GRANTS.filter((grant) => grant.role === name).map(({ permission, scope }) => ({
      roleId: id,
      permission,
      scope,
    })),
  );
  if (grants.length > 0) await db.insert(roleGrants).values(grants);
}
