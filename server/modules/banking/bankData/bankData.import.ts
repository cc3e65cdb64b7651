import { buffer } from 'node:stream/consumers';
import { panamaDay } from '#contract/dates.ts';
import { PAGES, SUMMARY, type Values } from '#contract/banking/bankData/bankData.fields.ts';
import { ROWS } from '#contract/banking/bankData/bankData.rows.ts';
import type { CsvResult } from '#contract/banking/bankData/bankData.model.ts';
import { withoutUnasked } from '#contract/banking/bankData/bankData.rules.ts';
import { whyNotChangePage } from '#contract/banking/bankData/bankData.state.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { Unreadable } from '#server/kernel/csv.ts';
import { conflict, forbidden, invalid } from '#server/kernel/errors.ts';
import { consentsOf } from '#server/modules/sales/consents/consents.service.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { planCsv, type Plan } from './csv.service.ts';
import { fixedFields, profileOf } from './facts.service.ts';
import { saleNamed } from './reading.service.ts';
import { changedBetween, generalState, writeProfile } from './bankData.save.ts';
import { isMasked, openForChange, openToLook } from './bankData.service.ts';

/**
 * Reads debts, or the filled template of a bank, into a sale's profile. Without `confirm` nothing is written; with it, the good
 * rows are. Raises 404, 403 without documentos.ingresos, 422 at archivo, 409 PAGE_LOCKED, BANK_DATA_CLOSED.
 */
export async function importCsv(ctx: Context, codigo: string, confirm: boolean): Promise<CsvResult> {
  const sale = await saleNamed(ctx.db, codigo, salesInReach(ctx, 'tramites.editar'), true);
  if (isMasked(ctx, sale)) throw forbidden();
  const [upload] = ctx.uploads.get('archivo') ?? [];
  if (!upload) throw refused('Por favor, especifique la ruta al archivo a cargar!');
  if (!(await consentsOf(ctx.db, sale.id)).datos)
    throw refused('El cliente no ha dado su permiso para usar sus datos: pídeselo antes de cargarlos.');
  // A dry run does not even begin the profile.
  const { row, facts, pages } = confirm ? await openForChange(ctx, sale) : await openToLook(ctx, sale);
  const before = profileOf(row, facts);
  const locked = PAGES.filter(
    (page) => page === SUMMARY || whyNotChangePage(generalState(pages, page)) !== null,
  );
  const bytes = await buffer(await ctx.files.store.read(upload.sha256));
  const { cedulaMaxAsiento } = await readSettings(ctx.db);
  const plan = read(() =>
    planCsv(bytes, before, {
      today: panamaDay(ctx.now),
      maxEntry: cedulaMaxAsiento,
      locked,
      fixed: fixedFields(facts),
    }),
  );
  if (plan.debts && locked.includes(ROWS.deudas.page))
    throw conflict('PAGE_LOCKED', whyNotChangePage(generalState(pages, ROWS.deudas.page)) ?? undefined);
  if (row && confirm) {
    const values = withoutUnasked({ ...before.values, ...plan.values } as Values);
    const rows = plan.debts ? { ...row.rows, deudas: plan.debts } : row.rows;
    const changed = changedBetween(before, profileOf({ values, rows }, facts));
    if (changed.length > 0) {
      await writeProfile(ctx, { row, facts, pages, values, rows, faults: row.faults, changed });
      await audit(ctx, 'importar', 'datos_bancarios', sale.id, {
        filas: plan.rows.length,
        con_faltas: plan.errors.length,
      });
    }
  }
  return { rows: plan.rows, errors: plan.errors };
}

const refused = (message: string) => invalid([{ field: 'archivo', message }], message);

function read(plan: () => Plan): Plan {
  try {
    return plan();
  } catch (error) {
    if (error instanceof Unreadable) throw refused(error.message);
    throw error;
  }
}
