import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { addDays, panamaDay } from '#contract/dates.ts';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import { addBusinessDays } from '#contract/banking/applications/businessDays.ts';
import type { Gap, MatrixBank, MatrixRow } from '#contract/banking/requirements/requirements.ts';
import type { Context } from '#server/kernel/context.ts';
import { preparedRows, type Db } from '#server/kernel/db.ts';
import { consents } from '#server/modules/sales/consents/consents.table.ts';
import { answerTimes } from './answerTimes.service.ts';
import {
  askedBy,
  type Asked,
  type Nationality,
} from '#server/modules/banking/requirements/requirements.service.ts';

/** A paper of a sale with the file that counts now. */
export interface BankPaper {
  id: number;
  typeId: number;
  position: number;
  label: string;
  stateId: number;
  privacy: string;
  issuedOn: string | null;
  expiresOn: string | null;
  fileId: string | null;
  size: number | null;
}

/** A sale's papers, those of one kind in their order. */
const papersForBanks = (db: Db, saleId: number): Promise<BankPaper[]> =>
  preparedRows<BankPaper>(
    db,
    sql`select d.id, d.type_id "typeId", d.position, d.label, d.state_id "stateId", t.privacy, d.issued_on "issuedOn",
      d.expires_on "expiresOn", f.id "fileId", f.size
      from documents d join document_types t on t.id = d.type_id
      left join document_versions v on v.document_id = d.id and v.replaced_at is null
      left join files f on f.id = v.file_id
      where d.sale_id = ${saleId} order by d.type_id, d.position`,
  );

/** Consents that stand: by kind, the row that proves each. */
async function standingConsents(db: Db, saleId: number): Promise<Map<string, number>> {
  const found = await db
    .select({ id: consents.id, kind: consents.kind })
    .from(consents)
    .where(and(eq(consents.saleId, saleId), isNull(consents.revokedAt)));
  return new Map(found.map(({ id, kind }) => [kind, id]));
}

/** Field of the paper that a consent given on the page stands for. */
const APC_PAPER = 'autorizacion_apc';
/** States of a paper in which a bank takes it. */
export const TAKEN: readonly number[] = [DOCUMENT.approved, DOCUMENT.signed];

/** Last day that a bank takes a paper: its own expiry, or sooner by the age that the bank allows. */
export function lastDay(
  paper: Pick<BankPaper, 'issuedOn' | 'expiresOn'>,
  maxAgeDays: number | null,
): string | null {
  const byAge = maxAgeDays !== null && paper.issuedOn ? addDays(paper.issuedOn, maxAgeDays) : null;
  if (byAge === null) return paper.expiresOn;
  return paper.expiresOn === null || byAge < paper.expiresOn ? byAge : paper.expiresOn;
}

/** How one paper stands with one bank that would answer on `answerOn`. */
export function gapOf(
  asked: Pick<Asked, 'maxAgeDays'>,
  paper: Pick<BankPaper, 'stateId' | 'issuedOn' | 'expiresOn'> | undefined,
  { today, answerOn }: { today: string; answerOn: string },
): { gap: Gap; until: string | null } {
  if (paper?.stateId === DOCUMENT.notApplicable) return { gap: 'listo', until: null };
  if (paper?.stateId === DOCUMENT.expired) return { gap: 'vencido', until: paper.expiresOn };
  if (paper?.stateId === DOCUMENT.uploaded || paper?.stateId === DOCUMENT.inReview)
    return { gap: 'por_revisar', until: null };
  if (!paper || !TAKEN.includes(paper.stateId)) return { gap: 'falta', until: null };
  const until = lastDay(paper, asked.maxAgeDays);
  if (until === null || until >= answerOn) return { gap: 'listo', until };
  return { gap: until < today ? 'vencido' : 'por_vencer', until };
}

/** What the banks' questions are put to. */
export interface Buyer {
  id: number;
  workSector: string | null;
  nationality: Nationality;
}

/** An application that is under way already keeps the day on which its bank should answer. */
export interface Going {
  id: number;
  bankId: number;
  answerDueOn: string | null;
  answered: boolean;
}

export interface Matrix {
  banks: Omit<z.output<typeof MatrixBank>, 'missing_data'>[];
  rows: z.output<typeof MatrixRow>[];
  asked: Map<number, Asked[]>;
  papers: BankPaper[];
  consents: Map<string, number>;
}

const UNDER_WAY = [DOCUMENT.inReview, DOCUMENT.uploaded, DOCUMENT.notApplicable];
type Dated = Pick<BankPaper, 'typeId' | 'position' | 'stateId' | 'issuedOn' | 'expiresOn'>;
const rank = ({ stateId }: Dated) => {
  if (TAKEN.includes(stateId)) return -1;
  const at = UNDER_WAY.findIndex((state) => state === stateId);
  return at === -1 ? UNDER_WAY.length : at;
};
/** Of several papers of a kind, the one that is furthest; of the approved ones, the one that this bank takes longest. */
export const bestPaper = <P extends Dated>(
  papers: readonly P[],
  { typeId, maxAgeDays }: Pick<Asked, 'typeId' | 'maxAgeDays'>,
): P | undefined => {
  const life = (paper: P) => lastDay(paper, maxAgeDays) ?? '9999-12-31';
  return papers
    .filter((one) => one.typeId === typeId)
    .toSorted(
      (a, b) =>
        rank(a) - rank(b) ||
        (TAKEN.includes(a.stateId) ? life(b).localeCompare(life(a)) : 0) ||
        a.position - b.position,
    )[0];
};

/** The day on which a bank answers that usually takes so many working days; today if it has answered. */
export const answerDay = (going: Going | undefined, today: string, usual: number): string =>
  going?.answered === true ? today : (going?.answerDueOn ?? addBusinessDays(today, usual));

/** Papers against banks for one sale: what each bank lacks, and what would die before it usually answers. */
export async function matrixOf(
  ctx: Pick<Context, 'db' | 'now'>,
  buyer: Buyer,
  bankIds: readonly number[],
  going: readonly Going[],
): Promise<Matrix> {
  const today = panamaDay(ctx.now);
  // One after the other: within a change they share one connection.
  const asked = await askedBy(ctx.db, bankIds, buyer, today);
  const papers = await papersForBanks(ctx.db, buyer.id);
  const agreed = await standingConsents(ctx.db, buyer.id);
  const times = await answerTimes(ctx.db, bankIds);
  const lines = new Map<number, z.output<typeof MatrixRow>>();
  const banks = times.map(({ bank, days: usual }) => {
    const application = going.find(({ bankId }) => bankId === bank.id);
    const answerOn = answerDay(application, today, usual);
    const when = { today, answerOn: answerOn < today ? today : answerOn };
    const counted = { missing: 0, dying: 0 };
    for (const one of asked.get(bank.id) ?? []) {
      const paper = bestPaper(papers, one);
      const byConsent = one.field === APC_PAPER && agreed.has('apc');
      const { gap, until } = byConsent ? { gap: 'listo' as const, until: null } : gapOf(one, paper, when);
      if (one.required && gap === 'por_vencer') counted.dying += 1;
      else if (one.required && gap !== 'listo') counted.missing += 1;
      const line = lines.get(one.typeId) ?? {
        key: `papel-${one.typeId}`,
        kind: 'papel' as const,
        label: one.label,
        document_id: paper?.id ?? null,
        cells: [],
      };
      line.cells.push({ bank_id: bank.id, gap, required: one.required, until });
      lines.set(one.typeId, line);
    }
    return {
      ...bank,
      answer_days: usual,
      answer_on: answerOn,
      answered: application?.answered === true,
      application_id: application?.id ?? null,
      ...counted,
    };
  });
  const placed = [...lines.entries()].toSorted(([a], [b]) => placeOf(asked, a) - placeOf(asked, b));
  return { banks, rows: placed.map(([, line]) => line), asked, papers, consents: agreed };
}

function placeOf(asked: Map<number, Asked[]>, typeId: number): number {
  for (const list of asked.values()) for (const one of list) if (one.typeId === typeId) return one.position;
  return 0;
}

/** What the rules of one application look at: labels of what its bank lacks, and of what dies too soon. */
export function lacksOf(matrix: Matrix, bankId: number): { missing: string[]; dying: string[] } {
  const cells = matrix.rows.flatMap(({ label, cells: list }) =>
    list.filter((cell) => cell.bank_id === bankId && cell.required).map(({ gap }) => ({ label, gap })),
  );
  return {
    missing: cells
      .filter(({ gap }) => !['listo', 'por_vencer', 'no_pide'].includes(gap))
      .map(({ label }) => label),
    dying: cells.filter(({ gap }) => gap === 'por_vencer').map(({ label }) => label),
  };
}
