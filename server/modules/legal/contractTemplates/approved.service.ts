import { eq, sql } from 'drizzle-orm';
import type { Clause } from '#contract/legal/contractTemplates/clauses.ts';
import type { TemplateKind } from '#contract/legal/contractTemplates/fields.ts';
import { VERSION } from '#contract/legal/contractTemplates/rules.ts';
import { row, type Db } from '#server/kernel/db.ts';
import { contractTemplates, templateVersions } from './contractTemplates.table.ts';

/** A version's text by its own id; undefined when there is none. */
export const versionText = async (db: Db, versionId: number) =>
  (
    await db
      .select({
        clauses: templateVersions.clauses,
        number: templateVersions.number,
        template: contractTemplates,
      })
      .from(templateVersions)
      .innerJoin(contractTemplates, eq(contractTemplates.id, templateVersions.templateId))
      .where(eq(templateVersions.id, versionId))
  )[0];

export interface ChosenTemplate {
  versionId: number;
  templateId: number;
  name: string;
  number: number;
  clauses: Clause[];
}

/**
 * The approved text for a sale: the template of its project and form of payment, else of its project, else of its form of
 * payment, else the general one. Undefined when none is approved.
 */
export const templateFor = (
  db: Db,
  sale: { kind: TemplateKind; projectId: number; paymentForm: string },
): Promise<ChosenTemplate | undefined> =>
  row<ChosenTemplate>(
    db,
    sql`select v.id "versionId", t.id "templateId", t.name, v.number, v.clauses
      from contract_templates t join contract_template_versions v on v.template_id = t.id and v.state_id = ${VERSION.approved}
      where t.archived_at is null and t.kind = ${sale.kind} and coalesce(t.project_id, ${sale.projectId}) = ${sale.projectId}
        and coalesce(t.payment_form, ${sale.paymentForm}) = ${sale.paymentForm}
      order by t.project_id is null, t.payment_form is null limit 1`,
  );
