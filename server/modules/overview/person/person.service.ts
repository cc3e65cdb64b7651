import { updatePerson } from '#server/modules/sales/people/people.service.ts';
import { eq } from 'drizzle-orm';
import { kinships } from '#contract/company/catalogs/peopleLists.ts';
import { latestActions, precontractStates } from '#contract/company/catalogs/salesLists.ts';
import type { Person, PersonChange } from '#contract/overview/person/model.ts';
import type { PersonField } from '#contract/sales/people/model.ts';
import { documentError, documentKey, readDocument, type DocumentType } from '#contract/identity.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { rows, sql } from '#server/kernel/db.ts';
import { conflict, forbidden, invalid, notFound } from '#server/kernel/errors.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { prospectLines } from '#server/modules/sales/prospects/lines.service.ts';
import { personMerges } from '#server/modules/sales/coincidences/coincidences.table.ts';
import { readSettings } from '#server/modules/company/settings/settings.service.ts';
import { recordPersonChanges } from '#server/modules/sales/people/changes.service.ts';
import {
  changesOf,
  countAllOf,
  familyOfPerson,
  findPerson,
  linkedTo,
  mergesOf,
  pendingOf,
  salesOfPerson,
  type PersonRow,
} from '#server/modules/sales/people/reading.service.ts';
import { valuesOf, whyNotMerge, whyNotUndo } from '#server/modules/sales/coincidences/merge.service.ts';

const iso = (text: string) => new Date(text).toISOString();
const someone = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

/**
 * Why the caller cannot change telephone and email (`contact`), name and document (`identity`). Null: allowed;
 * undefined: no permission.
 */
function refusals(one: PersonRow): {
  contact: string | null | undefined;
  identity: string | null | undefined;
} {
  if (!one.mayEdit && !one.mayApprove) return { contact: undefined, identity: undefined };
  const contact =
    one.underReview && !one.mayApprove
      ? 'Su venta ya está en revisión: pide el cambio a coordinación.'
      : null;
  return {
    contact,
    identity: one.underReview ? 'Su venta ya está en revisión: nombre y documento no cambian.' : contact,
  };
}

/** A person with the data in the caller's scope. Raises 404. */
export async function readPerson(ctx: Context, id: number): Promise<Person> {
  const one = await findPerson(ctx, id);
  if (!one) throw notFound();
  const states = await catalogLabels(ctx.db, precontractStates);
  const actions = await catalogLabels(ctx.db, latestActions);
  const kin = await catalogLabels(ctx.db, kinships);
  const { prospects, contacts } = await prospectLines(ctx, id);
  const sales = await salesOfPerson(ctx, id);
  const all = await countAllOf(ctx.db, id);
  const refused = refusals(one);
  const offer = (reason: string | null | undefined) => (reason === undefined ? null : { disabled: reason });
  const family = await familyOfPerson(ctx, id);
  const linked = await linkedTo(ctx, id);
  return {
    id,
    version: one.version,
    identity: {
      nombre: one.name,
      celular: one.phone,
      email: one.email,
      tipo_documento: one.documentType,
      cedula: one.documentNumber,
    },
    created_at: iso(one.createdAt),
    prospects,
    contacts,
    sales: sales.map((sale) => ({
      id: sale.id,
      code: sale.code,
      state: { id: sale.stateId, name: states.get(sale.stateId) ?? '' },
      project: { id: sale.projectId, name: sale.project },
      model: { id: sale.modelId, name: sale.model },
      lot: sale.lot,
      price_centavos: sale.priceCents,
      adviser: someone(sale.adviserId, sale.adviser),
      last_action: { id: sale.lastActionId, name: actions.get(sale.lastActionId) ?? '' },
      last_action_at: iso(sale.lastActionAt),
      created_at: iso(sale.createdAt),
    })),
    hidden: Math.max(0, all.sales + all.prospects - sales.length - prospects.length),
    family: family.map(({ saleId, code, name, document, relationshipId }) => ({
      sale: { id: saleId, code },
      name,
      document,
      relationship: kin.get(relationshipId) ?? '',
    })),
    linked: linked.map(({ id: coincidence_id, personId, name, link, relationshipId }) => ({
      coincidence_id,
      person: { id: personId, name },
      link,
      relationship: relationshipId === null ? null : (kin.get(relationshipId) ?? null),
    })),
    coincidences: await pendingOf(ctx, id),
    changes: (await changesOf(ctx.db, id)).map((change) => ({
      ...change,
      field: change.field as PersonField,
      at: iso(change.at),
    })),
    merges: await presentMerges(ctx, one),
    actions: { contact: offer(refused.contact), identity: offer(refused.identity) },
  };
}

async function presentMerges(ctx: Context, one: PersonRow): Promise<Person['merges']> {
  const found = await mergesOf(ctx.db, sql`g.survivor_id = ${one.id}`);
  const kept = await ctx.db
    .select({ id: personMerges.id, survivorId: personMerges.survivorId, after: personMerges.after })
    .from(personMerges)
    .where(eq(personMerges.survivorId, one.id));
  const presented: Person['merges'] = [];
  for (const merge of found) {
    const mine = kept.find(({ id }) => id === merge.id);
    const reason = whyNotMerge(one) ?? (mine ? await whyNotUndo(ctx, mine, one) : null);
    presented.push({
      id: merge.id,
      survivor: { id: merge.survivorId, name: merge.survivor },
      merged: { id: merge.mergedId, name: merge.merged },
      by: merge.by,
      at: iso(merge.at),
      moved: Object.values(merge.moved).reduce((sum, ids) => sum + ids.length, 0),
      undo: one.mayEdit || one.mayApprove ? { disabled: reason } : null,
    });
  }
  return presented;
}

/**
 * Changes a person's data and keeps the old values. All records of the person must be in the caller's scope. With a
 * sale under review, name and document are fixed, and telephone and email need ventas.aprobar, because the codes that
 * protect a purchase go there. Raises 404, 403, 409 STALE, 422 at the fields.
 */
export async function changePerson(ctx: Context, id: number, input: PersonChange): Promise<void> {
  const one = await findPerson(ctx, id, { lock: true });
  if (!one) throw notFound();
  const refused = refusals(one);
  if (refused.contact === undefined) throw forbidden();
  if (input.version !== undefined && input.version !== one.version)
    throw conflict('STALE', undefined, { version: one.version });
  const before = valuesOf(one);
  const after = { ...before };
  const faults: { field: string; message: string }[] = [];
  const change = <K extends keyof typeof after>(
    field: PersonField,
    column: K,
    value: (typeof after)[K] | undefined,
  ) => {
    if (value === undefined || value === before[column]) return;
    const reason = field === 'celular' || field === 'email' ? refused.contact : refused.identity;
    if (reason) faults.push({ field, message: reason });
    after[column] = value;
  };
  change('nombre', 'name', input.nombre);
  change('celular', 'phone', input.celular);
  change('email', 'email', input.email);
  const type = input.tipo_documento ?? (before.documentType as DocumentType | null) ?? 'cedula';
  if (input.cedula || input.tipo_documento) {
    const { cedulaMaxAsiento } = await readSettings(ctx.db);
    const typed = input.cedula ?? before.documentNumber ?? '';
    const number = typed ? readDocument(type, typed, cedulaMaxAsiento) : undefined;
    if (typed && !number) faults.push({ field: 'cedula', message: documentError(type) });
    if (number) {
      change('cedula', 'documentNumber', number);
      change('tipo_documento', 'documentType', type);
      after.documentKey = documentKey(type, number);
      if (
        before.documentNumber === null &&
        input.consentimiento_datos !== true &&
        !(await hasAgreed(ctx, id))
      )
        faults.push({
          field: 'consentimiento_datos',
          message: 'Antes de escribir más datos, la persona debe dar su permiso para usarlos.',
        });
    }
  }
  if (faults.length > 0) throw invalid(faults);
  await updatePerson(ctx, id, { ...after, version: one.version + 1 });
  await recordPersonChanges(ctx, id, before, after);
  const fields = (Object.keys(after) as (keyof typeof after)[]).filter((key) => after[key] !== before[key]);
  const said = input.consentimiento_datos === true && { consent: true };
  await audit(ctx, 'editar', 'persona', id, { fields, ...said });
}

/** Whether a sale or a prospect of the person has the data consent. */
async function hasAgreed(ctx: Pick<Context, 'db'>, personId: number): Promise<boolean> {
  const found = await rows(
    ctx.db,
    sql`select from prospects where person_id = ${personId} and consent_at is not null
      union all select from consents c join sales s on s.id = c.sale_id
        where s.person_id = ${personId} and c.kind = 'datos' and c.revoked_at is null limit 1`,
  );
  return found.length > 0;
}
