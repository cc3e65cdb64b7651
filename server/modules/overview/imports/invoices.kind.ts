import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import { addDays, panamaDay } from '#contract/dates.ts';
import { MOST_CENTS, moneyText } from '#contract/money.ts';
import { INVOICE_STATE, numberKey } from '#contract/money/invoices/rules.ts';
import { choiceCell, dayCell, moneyCell, textCell } from '#contract/overview/imports/cells.ts';
import { accountingAccounts } from '#contract/company/catalogs/accountingLists.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { importInvoice, removeImportedInvoices } from '#server/modules/money/invoices/imported.service.ts';
import { supplierInvoices } from '#server/modules/money/invoices/invoices.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import type { CellValue } from '#contract/overview/imports/cells.ts';
import type { ImportKind } from './kind.ts';

interface Choice {
  id: number;
  name: string;
}
interface Known {
  today: string;
  suppliers: (Choice & { rucKey: string })[];
  companies: Choice[];
  projects: Choice[];
  accounts: Choice[];
  /** RUC and number of live invoices, as keys. */
  taken: ReadonlySet<string>;
}

const optional = { required: false } as const;
const amount = (least: number) => () =>
  moneyCell({ min: least, max: MOST_CENTS, fault: 'escribe un monto válido.' });
const show = (value: CellValue) => (typeof value === 'number' ? moneyText(value) : '');

/** Open invoices in mid-life: approved in the earlier system and not paid, one per row. */
export const invoicesImport: ImportKind<Known> = {
  name: 'invoices',
  title: 'Facturas por pagar',
  text: 'Trae las facturas de proveedores que ya están aprobadas y sin pagar: una fila por factura. Entran aprobadas, listas para un lote de pago.',
  permission: 'contabilidad.crear',
  seenBy: 'contabilidad.ver',
  most: 5000,
  columns: [
    { key: 'proveedor', title: 'Proveedor', aliases: ['contratista'], required: true, example: 'Ferretería El Constructor, S.A.', hint: 'Como está en Proveedores o Contratistas.', read: ({ suppliers }) => choiceCell(suppliers), choices: ({ suppliers }) => suppliers.map(({ name }) => name) },
    { key: 'empresa', title: 'Empresa', aliases: ['promotora'], required: true, example: 'Promotora Valle Sereno, S.A.', hint: 'La que la debe.', read: ({ companies }) => choiceCell(companies), choices: ({ companies }) => companies.map(({ name }) => name) },
    { key: 'numero', title: 'Número', aliases: ['factura'], required: true, example: 'F-20418', hint: 'F-001 y f 001 son el mismo.', read: () => textCell(40) },
    { key: 'fecha', title: 'Fecha', aliases: ['emitida'], required: true, example: '15/10/2026', hint: 'De la factura.', read: () => dayCell },
    { key: 'vence', title: 'Vence', aliases: ['vencimiento'], ...optional, example: '14/11/2026', hint: 'Vacío: a los 30 días.', read: () => dayCell },
    { key: 'concepto', title: 'Concepto', aliases: ['descripcion'], required: true, example: 'Alquiler de andamios', hint: 'Qué se cobra.', read: () => textCell(200) },
    { key: 'subtotal', title: 'Subtotal', aliases: ['monto'], required: true, example: '1,320.00', hint: 'Lo que falta por pagar, sin ITBMS.', read: amount(1), show },
    { key: 'itbms', title: 'ITBMS', aliases: [], ...optional, example: '92.40', hint: 'Vacío: nada.', read: amount(0), show },
    { key: 'retenido', title: 'ITBMS retenido', aliases: ['retencion'], ...optional, example: '46.20', hint: 'Vacío: nada.', read: amount(0), show },
    { key: 'cuenta', title: 'Cuenta contable', aliases: ['cuenta'], required: true, example: 'Costo construcción', hint: 'El nombre, como está en Cuentas contables.', read: ({ accounts }) => choiceCell(accounts), choices: ({ accounts }) => accounts.map(({ name }) => name) },
    { key: 'proyecto', title: 'Proyecto', aliases: [], ...optional, example: 'Residencial Valle Sereno', hint: 'Vacío: ninguno.', read: ({ projects: list }) => choiceCell(list), choices: ({ projects: list }) => list.map(({ name }) => name) },
  ], // prettier-ignore

  async load({ db, now }) {
    const people = await db
      .select({ id: partners.id, name: partners.name, kind: partners.kind, rucKey: partners.rucKey })
      .from(partners)
      .where(isNull(partners.archivedAt))
      .orderBy(asc(partners.name), asc(partners.id));
    const accounts = await catalogLabels(db, accountingAccounts);
    const taken = await db
      .select({ ruc: supplierInvoices.rucKey, key: supplierInvoices.numberKey })
      .from(supplierInvoices)
      .where(and(ne(supplierInvoices.stateId, INVOICE_STATE.voided), eq(supplierInvoices.kind, 'factura')));
    return {
      today: panamaDay(now),
      suppliers: people.filter(({ kind }) => kind !== 'contratante'),
      companies: people.filter(({ kind }) => kind === 'contratante'),
      projects: await db
        .select({ id: projects.id, name: projects.name })
        .from(projects)
        .where(isNull(projects.archivedAt))
        .orderBy(asc(projects.name)),
      accounts: [...accounts].map(([id, name]) => ({ id, name })),
      taken: new Set(taken.map(({ ruc, key }) => `${ruc} ${key}`)),
    };
  },

  match(values, known) {
    const supplier = known.suppliers.find(({ id }) => id === values['proveedor'])!;
    const key = `${supplier.rucKey} ${numberKey(String(values['numero']))}`;
    if (known.taken.has(key))
      return { column: 'Número', fault: 'ya hay una factura de este proveedor con ese número.' };
    const issued = String(values['fecha']);
    const due = values['vence'] === null ? addDays(issued, 30) : String(values['vence']);
    if (issued > known.today) return { column: 'Fecha', fault: 'la fecha no puede ser futura.' };
    if (due < issued) return { column: 'Vence', fault: 'es antes de la fecha de la factura.' };
    if (Number(values['retenido'] ?? 0) > Number(values['itbms'] ?? 0))
      return { column: 'ITBMS retenido', fault: 'es más que el ITBMS.' };
    return {
      key,
      label: `${String(values['numero'])} · ${supplier.name}`,
      existing: null,
      values: { ...values, _due: due, _ruc: supplier.rucKey },
    };
  },

  async write(ctx, rows) {
    const made = new Map<number, number>();
    for (const { row, values } of rows)
      made.set(
        row,
        await importInvoice(ctx, {
          partnerId: Number(values['proveedor']),
          rucKey: String(values['_ruc']),
          companyId: Number(values['empresa']),
          number: String(values['numero']),
          issuedOn: String(values['fecha']),
          dueOn: String(values['_due']),
          concept: String(values['concepto']),
          subtotalCents: Number(values['subtotal']),
          itbmsCents: Number(values['itbms'] ?? 0),
          withheldCents: Number(values['retenido'] ?? 0),
          accountingAccountId: Number(values['cuenta']),
          projectId: values['proyecto'] === null ? null : Number(values['proyecto']),
        }),
      );
    return made;
  },

  async undo(ctx, rows) {
    const ids = rows.map(({ recordId }) => recordId).toSorted((a, b) => a - b);
    return (await removeImportedInvoices(ctx, ids))
      ? null
      : 'Alguna de las facturas ya se pagó, se aplicó o cambió: ya no se deshace.';
  },
};
