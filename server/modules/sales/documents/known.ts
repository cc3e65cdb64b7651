import { sql } from 'drizzle-orm';
import { MISSING_DOCUMENTS, DOCUMENTS_TO_REVIEW } from '#contract/sales/documents/rules.ts';
import { anyOf } from '#server/kernel/db.ts';

/** States of required documents by who must act: the customer, or the processor. */
const OPEN = anyOf(MISSING_DOCUMENTS);
const TO_REVIEW = anyOf(DOCUMENTS_TO_REVIEW);

/** Document facts for a `sales` row (SaleKnown). */
export const papersKnown = {
  papers: sql`(select json_build_object('open', count(*) filter (where state_id in ${OPEN}),
      'toReview', count(*) filter (where state_id in ${TO_REVIEW}))
    from documents where sale_id = sales.id and required)`,
  apc: sql`(select d.state_id from documents d join document_types t on t.id = d.type_id
    where d.sale_id = sales.id and t.name = 'reporte_apc' order by d.id desc limit 1)`,
};
