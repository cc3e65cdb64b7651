import { buffer } from 'node:stream/consumers';
import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { banks } from '#contract/company/catalogs/moneyLists.ts';
import { plainText } from '#contract/overview/imports/cells.ts';
import { FIELD_NAMES, isFieldName, specOf } from '#contract/banking/bankData/bankData.fields.ts';
import {
  TEMPLATE_FIELDS_MAX,
  type BankForm,
  type BankFormField,
  type BankFormRow,
  type PdfMapping,
} from '#contract/banking/bankData/bankData.model.ts';
import { audit } from '#server/kernel/audit.ts';
import { scopeOf, staffOf, type Context } from '#server/kernel/context.ts';
import { conflict, invalid, notFound } from '#server/kernel/errors.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { addFile, fileUrl } from '#server/modules/company/files/files.service.ts';
import { lenders } from '#server/modules/projects/projects/banks.service.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { findForms } from './asks.service.ts';
import { bankFormFields, bankForms, bankTemplates, type PdfField } from './bankForms.table.ts';
import { formRows, STANDARD } from './bankForms.seed.ts';
import { onPdf } from './onPdf.service.ts';

type FormRow = typeof bankFormFields.$inferSelect;
export type TemplateRow = typeof bankTemplates.$inferSelect;

/** The rows of a bank's form; the general ones where it has none of its own. */
export async function rowsOfForm(
  db: Context['db'],
  bankId: number,
): Promise<{ own: boolean; rows: FormRow[] }> {
  const own = await db
    .select()
    .from(bankFormFields)
    .where(eq(bankFormFields.bankId, bankId))
    .orderBy(asc(bankFormFields.position));
  return own.length > 0 ? { own: true, rows: own } : { own: false, rows: formRows(bankId, STANDARD, []) };
}

export const templateOf = async (db: Context['db'], bankId: number): Promise<TemplateRow | undefined> =>
  (await db.select().from(bankTemplates).where(eq(bankTemplates.bankId, bankId)))[0];

async function bankNamed(ctx: Pick<Context, 'db'>, id: number) {
  const name = (await catalogLabels(ctx.db, banks)).get(id);
  if (name === undefined) throw notFound();
  return { id, name };
}

/** Every lender with what its form asks for. */
export async function listForms(ctx: Context): Promise<z.output<typeof BankFormRow>[]> {
  const [all, { fields, templates }] = await Promise.all([lenders(ctx.db), findForms(ctx.db)]);
  const names = new Map(
    (
      await ctx.db
        .select({ id: files.id, name: files.name })
        .from(files)
        .innerJoin(bankTemplates, eq(bankTemplates.fileId, files.id))
    ).map(({ id, name }) => [id, name]),
  );
  return all.map((bank) => {
    const own = fields.find(({ bankId }) => bankId === bank.id);
    const template = templates.find(({ bankId }) => bankId === bank.id);
    return {
      bank,
      own: own !== undefined,
      asks: own?.asks ?? STANDARD.length,
      required: own?.required ?? STANDARD.length,
      template: template ? (names.get(template.fileId) ?? 'PDF') : null,
      mapped: template?.mapping.length ?? 0,
    };
  });
}

/** One bank's form whole. Raises 404. */
export async function showForm(ctx: Context, bankId: number): Promise<z.output<typeof BankForm>> {
  const bank = await bankNamed(ctx, bankId);
  const { own, rows } = await rowsOfForm(ctx.db, bankId);
  const [form] = await ctx.db.select().from(bankForms).where(eq(bankForms.bankId, bankId));
  const [template] = await ctx.db
    .select({ template: bankTemplates, file: files, by: users.name })
    .from(bankTemplates)
    .innerJoin(files, eq(files.id, bankTemplates.fileId))
    .leftJoin(users, eq(users.id, bankTemplates.uploadedBy))
    .where(eq(bankTemplates.bankId, bankId));
  return {
    bank,
    version: form?.version ?? 0,
    own,
    fields: rows.map(({ field, section, label, required }) => ({
      campo: field as z.output<typeof BankFormField>['campo'],
      seccion: section,
      etiqueta: label,
      obligatorio: required,
    })),
    template: template
      ? {
          name: template.file.name,
          size: template.file.size,
          pages: template.template.pages,
          url: fileUrl(ctx, template.file.id),
          fields: template.template.fields,
          mapping: template.template.mapping,
          uploaded_at: template.template.uploadedAt.toISOString(),
          uploaded_by: template.by,
        }
      : null,
    may_edit: scopeOf(ctx, 'administracion.editar') !== null,
  };
}

/** Locks a bank's form for a change and takes its version one up. Raises 404, 409 STALE. */
async function changing(ctx: Context, bankId: number, version?: number): Promise<string> {
  const { name } = await bankNamed(ctx, bankId);
  await ctx.db.insert(bankForms).values({ bankId, version: 0 }).onConflictDoNothing();
  const [form] = await ctx.db
    .select()
    .from(bankForms)
    .where(eq(bankForms.bankId, bankId))
    .for('no key update');
  if (version !== undefined && version !== form!.version)
    throw conflict('STALE', 'Alguien cambió este formulario mientras lo tenías abierto. Vuelve a cargarlo.', {
      version: form!.version,
    });
  await ctx.db
    .update(bankForms)
    .set({ version: form!.version + 1 })
    .where(eq(bankForms.bankId, bankId));
  return name;
}

/** Writes what a bank's form asks for, in its order. Raises 404, 409 STALE, 422 at a field that comes twice. */
export async function saveForm(
  ctx: Context,
  bankId: number,
  { version, fields }: { version: number; fields: readonly z.output<typeof BankFormField>[] },
): Promise<void> {
  const name = await changing(ctx, bankId, version);
  const twice = fields.findIndex(({ campo }, at) => fields.findIndex((one) => one.campo === campo) !== at);
  if (twice !== -1)
    throw invalid([
      {
        field: `fields[${twice}][campo]`,
        message: 'Ese dato ya está en el formulario: quita uno de los dos.',
      },
    ]);
  await ctx.db.delete(bankFormFields).where(eq(bankFormFields.bankId, bankId));
  if (fields.length > 0)
    await ctx.db.insert(bankFormFields).values(
      fields.map(({ campo, seccion, etiqueta, obligatorio }, at) => ({
        bankId,
        field: campo,
        position: at + 1,
        section: seccion,
        label: etiqueta,
        required: obligatorio,
      })),
    );
  await audit(ctx, 'cambiar', 'formulario_banco', bankId, { banco: name, filas: fields.length });
}

/** Puts a bank's own PDF in place; where its fields have names that are known, they are mapped at once. Raises 404, 422 at archivo. */
export async function uploadTemplate(ctx: Context, bankId: number): Promise<void> {
  await bankNamed(ctx, bankId);
  const [upload] = ctx.uploads.get('archivo') ?? [];
  if (!upload) throw invalid([{ field: 'archivo', message: 'Elige el PDF del banco.' }]);
  const read = await onPdf({
    kind: 'inspect',
    bytes: await buffer(await ctx.files.store.read(upload.sha256)),
    most: TEMPLATE_FIELDS_MAX,
  });
  if (read.fields.length === 0)
    throw invalid([
      {
        field: 'archivo',
        message: 'Ese PDF no tiene campos para llenar. Pide al banco el formulario digital.',
      },
    ]);
  if (read.total > TEMPLATE_FIELDS_MAX || read.pages > 60)
    throw invalid([{ field: 'archivo', message: 'Ese PDF es demasiado grande para un formulario.' }]);
  const name = await changing(ctx, bankId);
  const fileId = await addFile(
    ctx,
    { reference: 'formulario_banco', referenceId: bankId, sensitive: false },
    upload,
  );
  const set = {
    fileId,
    pages: read.pages,
    fields: read.fields,
    mapping: guess(read.fields),
    uploadedBy: staffOf(ctx).userId,
    uploadedAt: ctx.now,
  };
  await ctx.db
    .insert(bankTemplates)
    .values({ bankId, ...set })
    .onConflictDoUpdate({ target: bankTemplates.bankId, set });
  await audit(ctx, 'cambiar', 'formulario_banco', bankId, {
    banco: name,
    pdf: upload.name,
    campos: read.fields.length,
  });
}

/** Fields of a PDF that are called as a field of the profile, or as its label. */
export function guess(fields: readonly PdfField[]): z.output<typeof PdfMapping>[] {
  const names = new Map(
    FIELD_NAMES.flatMap(
      (name) =>
        [
          [plainText(name), name],
          [plainText(specOf(name).label), name],
        ] as const,
    ),
  );
  return fields.flatMap(({ name, kind }) => {
    const last = name.split('.').at(-1) ?? name;
    const campo = names.get(plainText(last));
    return campo && kind !== 'casilla' ? [{ pdf: name, campo, valor: '' }] : [];
  });
}

/** Says what goes into each field of a bank's PDF; those left out stay empty. Raises 404, 409 STALE, 422. */
export async function mapTemplate(
  ctx: Context,
  bankId: number,
  { version, mapping }: { version: number; mapping: readonly z.output<typeof PdfMapping>[] },
): Promise<void> {
  const name = await changing(ctx, bankId, version);
  const template = await templateOf(ctx.db, bankId);
  if (!template) throw notFound();
  const known = new Set(template.fields.map((one) => one.name));
  const faults = mapping.flatMap(({ pdf, campo }, at) => [
    ...(known.has(pdf) ? [] : [{ field: `mapping[${at}][pdf]`, message: 'El PDF no tiene ese campo.' }]),
    ...(isTarget(campo) ? [] : [{ field: `mapping[${at}][campo]`, message: 'Elige un dato de la lista.' }]),
  ]);
  if (faults.length > 0) throw invalid(faults);
  const last = new Map(mapping.map((one) => [one.pdf, one]));
  await ctx.db
    .update(bankTemplates)
    .set({ mapping: [...last.values()], version: template.version + 1 })
    .where(eq(bankTemplates.bankId, bankId));
  await audit(ctx, 'cambiar', 'formulario_banco', bankId, { banco: name, campos: last.size });
}

/** A field, a cell of a list (`deudas[0].saldo`), or one of what is worked out. */
export const isTarget = (text: string): boolean =>
  isFieldName(text) || CELL.test(text) || WORKED_OUT.some((one) => one === text);
export const CELL = /^(deudas|referencias|grupo_familiar)\[(\d{1,2})\]\.([a-z]{2,20})$/;
export const WORKED_OUT = [
  'hoy',
  'monto_prestamo',
  'letra',
  'total_saldos',
  'total_cuotas',
  'ingreso_familiar',
] as const;

/** Takes a bank's PDF away; its file stays in the store. Raises 404. */
export async function removeTemplate(ctx: Context, bankId: number): Promise<void> {
  const name = await changing(ctx, bankId);
  const gone = await ctx.db.delete(bankTemplates).where(eq(bankTemplates.bankId, bankId)).returning();
  if (gone.length === 0) throw notFound();
  await audit(ctx, 'deleted', 'formulario_banco', bankId, { banco: name });
}
