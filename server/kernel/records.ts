import { mayWrite } from '#contract/access.ts';
import { staffOf, type Context } from './context.ts';
import { forbidden, notFound } from './errors.ts';

/** Whoever may open the record may read its comments and files; what does not exist, or is out of reach, is not found. */
export async function requireRecord(ctx: Context, reference: string, id: number): Promise<void> {
  const rule = ctx.records.get(reference);
  if (!rule || !(await rule(ctx, id))) throw notFound();
}

/** As `requireRecord`, and write there: 403 for who may only look. */
export async function requireRecordToWrite(ctx: Context, reference: string, id: number): Promise<void> {
  await requireRecord(ctx, reference, id);
  if (!mayWrite(staffOf(ctx).grants.keys())) throw forbidden();
}
