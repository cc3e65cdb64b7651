import type { NewWarrantyRule, WarrantyRuleRow } from '#contract/care/warranty/model.ts';
import { panamaDay } from '#contract/dates.ts';
import { audit } from '#server/kernel/audit.ts';
import { announce } from '#server/kernel/changes.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { violatedConstraint } from '#server/kernel/db.ts';
import { invalid, Refused } from '#server/kernel/errors.ts';
import { listRules } from './clocks.service.ts';
import { warrantyRules } from './covers.table.ts';

/**
 * Sets how long a cover lasts for houses delivered from a day on, today at the earliest: what was promised with the keys of
 * other houses stays. Raises 409 TAKEN, 422 at `desde`.
 */
export async function addRule(ctx: Context, form: NewWarrantyRule): Promise<WarrantyRuleRow> {
  if (form.desde < panamaDay(ctx.now))
    throw invalid([
      { field: 'desde', message: 'Elige hoy o un día que viene: lo ya entregado conserva su plazo.' },
    ]);
  try {
    const [made] = await ctx.db
      .insert(warrantyRules)
      .values({
        cover: form.cobertura,
        months: form.meses,
        validFrom: form.desde,
        source: form.fuente,
        createdBy: staffOf(ctx).userId,
        createdAt: ctx.now,
      })
      .returning({ id: warrantyRules.id });
    await announce(ctx, { record: 'regla_garantia', id: made!.id, verb: 'crear' });
    await audit(ctx, 'crear', 'regla_garantia', made!.id, {
      cobertura: form.cobertura,
      meses: form.meses,
      desde: form.desde,
      fuente: form.fuente,
    });
    return (await listRules(ctx.db)).find(({ id }) => id === made!.id)!;
  } catch (error) {
    if (violatedConstraint(error) !== 'warranty_rules_day') throw error;
    const message = 'Ya hay un plazo de esa cobertura desde ese día.';
    throw new Refused(409, 'TAKEN', message, { errors: [{ field: 'desde', message }] });
  }
}
