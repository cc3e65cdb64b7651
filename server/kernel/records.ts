import { mayWrite } from '#contract/access.ts';
import { staffOf, type Context } from './context.ts';
import { forbidden, notFound } from './errors.ts';

/** Access to a record's comments and files: raises 404 if the record does not exist or the caller may not open it. */
export async function requireRecord(ctx: Context, reference: string, id: number): Promise<void> {
  const rule = ctx.records.get(reference);
  if (!rule || !(await rule(ctx, id))) throw notFound();
}

/** Like `requireRecord`, for writing: also raises 403 if the caller may only read. */
export async function requireRecordToWrite(ctx: Context, reference: string, id: number): Promise<void> {
  await requireRecord(ctx, reference, id);
  if (!mayWrite(staffOf(ctx).grants.keys())) throw forbidden();
}
