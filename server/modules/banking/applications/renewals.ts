import { panamaDay } from '#contract/dates.ts';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import { ENDED_APPLICATIONS, PREPARING_STATES } from '#contract/banking/applications/applicationRules.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import { anyOf, constant, preparedRows, sql } from '#server/kernel/db.ts';
import { askedBy, nationalityOf } from '#server/modules/banking/requirements/requirements.service.ts';
import { answerTimes } from './answerTimes.service.ts';
import { banksOffered } from './applications.service.ts';
import { answerDay, bestPaper, gapOf, type BankPaper, type Going } from './matrix.service.ts';

/** Condition over `sales`: papers of these may be renewed. */
export const renewing = constant(
  sql`(sales.payment_form = 'hipoteca' and sales.state_id in ${anyOf([SALE.received, ...PREPARING_STATES])})`,
);

interface Renewing {
  projectId: number;
  workSector: string | null;
  documentType: string | null;
  documentNumber: string | null;
  going: Going[];
  papers: Pick<BankPaper, 'id' | 'typeId' | 'position' | 'stateId' | 'issuedOn' | 'expiresOn'>[];
}

/** What decides which papers of a sale are renewed, in one statement. */
const FACTS = constant(sql`select sales.project_id "projectId", sales.work_sector "workSector",
    p.document_type "documentType", p.document_number "documentNumber",
    (select coalesce(json_agg(json_build_object('id', a.id, 'bankId', a.bank_id, 'answerDueOn', a.answer_due_on,
        'answered', a.answered_at is not null) order by a.id desc), '[]')
      from bank_applications a where a.sale_id = sales.id and a.state_id not in ${anyOf(ENDED_APPLICATIONS)}) going,
    (select coalesce(json_agg(json_build_object('id', d.id, 'typeId', d.type_id, 'position', d.position,
        'stateId', d.state_id, 'issuedOn', d.issued_on, 'expiresOn', d.expires_on)), '[]')
      from documents d where d.sale_id = sales.id) papers
  from sales join people p on p.id = sales.person_id where ${renewing} and sales.id =`);

/**
 * Approved papers of a sale that would be dead when a bank answers, by id, each with the first last day of those banks. They may be
 * replaced while they still hold: waiting until they are dead would leave the file without a way on. The banks are those of
 * the applications under way, else all that the sale may go to.
 */
export async function papersToRenew(
  { db, now }: Pick<Context, 'db' | 'now'>,
  saleId: number,
): Promise<ReadonlyMap<number, string>> {
  const due = new Map<number, string>();
  const [sale] = await preparedRows<Renewing>(db, sql`${FACTS} ${saleId}`);
  if (!sale) return due;
  const { going, papers } = sale;
  const bankIds = [
    ...new Set(
      going.length > 0
        ? going.map(({ bankId }) => bankId)
        : (await banksOffered(db, sale.projectId)).map(({ id }) => id),
    ),
  ];
  const today = panamaDay(now);
  const asked = await askedBy(
    db,
    bankIds,
    { workSector: sale.workSector, nationality: nationalityOf(sale) },
    today,
  );
  const days = await answerTimes(db, bankIds);
  for (const { bank, days: usual } of days) {
    const answerOn = answerDay(
      going.find(({ bankId }) => bankId === bank.id),
      today,
      usual,
    );
    for (const one of asked.get(bank.id) ?? []) {
      const paper = bestPaper(papers, one);
      if (!one.required || paper?.stateId !== DOCUMENT.approved) continue;
      const { gap, until } = gapOf(one, paper, { today, answerOn: answerOn < today ? today : answerOn });
      if (until === null || (gap !== 'por_vencer' && gap !== 'vencido')) continue;
      const before = due.get(paper.id);
      if (before === undefined || until < before) due.set(paper.id, until);
    }
  }
  return due;
}
