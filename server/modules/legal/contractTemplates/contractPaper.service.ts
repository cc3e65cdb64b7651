import type { RenderedClause } from '#contract/legal/contractTemplates/clauses.ts';
import type { Context } from '#server/kernel/context.ts';
import { thread, turns } from '#server/kernel/thread.ts';
import { companyLines, logoOf } from '#server/modules/company/settings/letterhead.service.ts';
import { readLook, readSettings } from '#server/modules/company/settings/settings.service.ts';

/** A page at the end of a contract: another PDF, or a drawing as SVG with its words. */
export type Annex = { title: string } & (
  | { kind: 'pdf'; bytes: Uint8Array }
  | { kind: 'drawing'; svg: string; lines: readonly (readonly [string, string])[] }
);

export interface ContractPaper {
  title: string;
  code: string;
  /** Across each page: BORRADOR; null when it is in force. */
  stamp: string | null;
  clauses: readonly RenderedClause[];
  /** The plain summary that is signed with it. */
  summary: readonly { label: string; value: string }[];
  signers: readonly { name: string; role: string; document: string }[];
  annexes: readonly Annex[];
}

/** What the thread gets: the contract with the company's look. */
export interface ContractPaperJob extends ContractPaper {
  company: string;
  /** Lines below the name: RUC, address, telephone. */
  about: readonly string[];
  color: string;
  /** A PNG as data URL. */
  logo: string | null;
}

const compose = thread<ContractPaperJob, Uint8Array>(new URL('contractPaperWorker.ts', import.meta.url), {
  seconds: 30,
  megabytes: 384,
});
const inTurn = turns({
  atOnce: 2,
  waiting: 20,
  busy: 'Se preparan otros documentos. Inténtalo de nuevo en unos segundos.',
});

/**
 * A contract as PDF with the company's look: clauses, summary, places to sign and annexes; each page says its number of all
 * pages. Raises 429 while too many are being made.
 */
export async function composeContract(
  ctx: Pick<Context, 'db' | 'files'>,
  paper: ContractPaper,
): Promise<Buffer> {
  const { company, brand } = await readSettings(ctx.db);
  const look = await readLook(ctx.db);
  const job: ContractPaperJob = {
    ...paper,
    company: company.legalName || company.name,
    about: companyLines(company),
    color: look.action,
    logo: await logoOf(ctx, brand),
  };
  return inTurn(async () => Buffer.from(await compose(job)));
}
