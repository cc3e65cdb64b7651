import { eq } from 'drizzle-orm';
import { dayText } from '#contract/dates.ts';
import { effectText } from '#contract/legal/addenda/change.ts';
import { ADDENDUM, ADDENDUM_KINDS } from '#contract/legal/addenda/rules.ts';
import { renderClauses, type Clause } from '#contract/legal/contractTemplates/clauses.ts';
import { sameClauses } from '#contract/legal/contractTemplates/compare.ts';
import type { FieldValues, TemplateKind } from '#contract/legal/contractTemplates/fields.ts';
import type { Snapshot } from '#contract/legal/promises/snapshot.ts';
import { documentText, holdingOf } from '#contract/legal/promises/values.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Paper } from '#server/kernel/pdf/paper.ts';
import {
  composeContract,
  type Annex,
} from '#server/modules/legal/contractTemplates/contractPaper.service.ts';
import { templateFor, versionText } from '#server/modules/legal/contractTemplates/approved.service.ts';
import { freezeSale } from '#server/modules/legal/promises/freeze.service.ts';
import { lotPlan } from '#server/modules/legal/promises/lotPlan.service.ts';
import {
  keptPaper,
  missingParts,
  signersOf,
  valuesAbout,
} from '#server/modules/legal/promises/paperParts.service.ts';
import { promises } from '#server/modules/legal/promises/promises.table.ts';
import { lots } from '#server/modules/projects/lots/lots.table.ts';
import { buyersOf } from '#server/modules/sales/buyers/buyers.service.ts';
import { people } from '#server/modules/sales/people/people.table.ts';
import type { AddendumRow } from './addenda.queries.ts';

type Asking = Pick<Context, 'db' | 'files' | 'now'>;

/** What an addendum is written from, of its sale. */
interface OfSale {
  code: string | null;
  receivedAt: Date | null;
  projectId: number;
  paymentForm: string;
}

/** Somebody who joins the purchase with this addendum, as its contract names them. */
export interface Joining {
  personId: number;
  name: string;
  documentType: string | null;
  document: string | null;
  role: 'comprador' | 'codeudor';
}

/** What an addendum is written from: its template, the sale of now and its promise. */
export interface Material {
  clauses: Clause[];
  /** The text of its template. */
  approved: Clause[];
  template: { name: string; number: number } | null;
  /** Its own text is not the template's. */
  deviates: boolean;
  versionId: number | null;
  frozen: Snapshot;
  values: FieldValues;
  joining: Joining | null;
  missing: string[];
}

export const templateKind = (kind: AddendumRow['kind']): TemplateKind =>
  kind === 'cesion' ? 'cesion' : `adenda_${kind}`;

/** Reads everything that an addendum is written from. */
export async function materialOf(ctx: Asking, addendum: AddendumRow, sale: OfSale): Promise<Material> {
  const frozen = await freezeSale(ctx, addendum.saleId);
  const [promise] =
    addendum.promiseId === null
      ? []
      : await ctx.db.select().from(promises).where(eq(promises.id, addendum.promiseId));
  const joining = await joiningOf(ctx, addendum);
  const template = addendum.templateVersionId
    ? await versionText(ctx.db, addendum.templateVersionId)
    : await templateFor(ctx.db, { ...sale, kind: templateKind(addendum.kind) });
  const values: FieldValues = {
    ...valuesAbout(promise, sale, frozen, addendum),
    cesionario: joining ? `${joining.name}, con ${documentText(joining.documentType, joining.document)}` : '',
    cambio: effectText(addendum.effect),
    // The template ends the sentence.
    motivo: addendum.reason.replace(/\.$/, ''),
  };
  const approved = template?.clauses ?? [];
  const clauses = addendum.clauses ?? approved;
  return {
    clauses,
    approved,
    template:
      template && 'name' in template
        ? { name: template.name, number: template.number }
        : template
          ? { name: template.template.name, number: template.number }
          : null,
    deviates: addendum.clauses !== null && !sameClauses(approved, clauses),
    versionId:
      addendum.templateVersionId ?? (template && 'versionId' in template ? template.versionId : null),
    frozen,
    values,
    joining,
    missing: [
      ...(addendum.representative ? [] : ['quién firma por la promotora']),
      ...missingParts(ADDENDUM_KINDS[addendum.kind], template, { clauses, frozen, values }),
    ],
  };
}

/** Who joins the purchase with an addendum; null: nobody. */
export async function joiningOf(ctx: Pick<Context, 'db'>, { change }: AddendumRow): Promise<Joining | null> {
  const joins =
    change.tipo === 'cesion'
      ? { personId: change.persona_id, role: 'comprador' as const }
      : change.tipo === 'comprador' && change.agrega_persona_id !== null
        ? { personId: change.agrega_persona_id, role: change.agrega_como }
        : null;
  if (!joins) return null;
  const [found] = await ctx.db.select().from(people).where(eq(people.id, joins.personId));
  return found
    ? {
        personId: found.id,
        name: found.name,
        documentType: found.documentType,
        document: found.documentNumber,
        role: joins.role,
      }
    : null;
}

/** The document of an addendum: as it was sent to sign, else as it would be sent now. Raises 404, 429. */
export async function addendumPaper(ctx: Asking, addendum: AddendumRow, sale: OfSale): Promise<Paper> {
  const name = `${addendum.code}.pdf`;
  if (addendum.fileId === null)
    return { name, bytes: await composeAddendum(ctx, addendum, await materialOf(ctx, addendum, sale)) };
  return { name, bytes: await keptPaper(ctx, addendum.fileId) };
}

/** The plain summary that is signed with an addendum. */
export const addendumSummary = (addendum: AddendumRow) => [
  { label: 'Qué firmas', value: `Adenda: ${ADDENDUM_KINDS[addendum.kind].toLowerCase()}` },
  ...addendum.effect.map(({ label, before, after }) => ({
    label,
    value: `Antes: ${before}. Ahora: ${after}`,
  })),
  { label: 'Motivo', value: addendum.reason },
  ...(addendum.kind === 'cesion'
    ? []
    : [{ label: 'Lo demás', value: 'Tu promesa de compraventa sigue igual' }]),
  { label: 'Puedes firmar hasta', value: dayText(addendum.signBy) },
];

/** Composes the document; `final`: as it is signed. */
export async function composeAddendum(
  ctx: Asking,
  addendum: AddendumRow,
  { clauses, frozen, values, joining }: Material,
  final = false,
): Promise<Buffer> {
  return composeContract(ctx, {
    title: `Adenda: ${ADDENDUM_KINDS[addendum.kind].toLowerCase()}`,
    code: addendum.code,
    stamp: final ? null : addendum.stateId === ADDENDUM.voided ? 'ANULADA' : 'BORRADOR',
    clauses: renderClauses(clauses, values, holdingOf(frozen)),
    summary: addendumSummary(addendum),
    signers: signersOf(frozen, addendum.representative, {
      joining: joining ? [joiningSigner(addendum, joining)] : [],
      attorneys: (await buyersOf(ctx.db, addendum.saleId)).flatMap(({ id, personId }) =>
        addendum.attorneys.filter((one) => one.personId === personId).map((one) => ({ ...one, buyerId: id })),
      ),
    }),
    annexes: await annexesOf(ctx, addendum),
  });
}

function joiningSigner({ kind, attorneys }: AddendumRow, { personId, name, ...joining }: Joining) {
  const role =
    kind === 'cesion'
      ? 'Cesionario'
      : joining.role === 'codeudor'
        ? 'Codeudor que entra'
        : 'Comprador que entra';
  const attorney = attorneys.find((one) => one.personId === personId);
  return attorney
    ? {
        name: attorney.name,
        role: `Por ${name}: ${role.toLowerCase()}`,
        document: documentText(attorney.documentType, attorney.document),
      }
    : { name, role, document: documentText(joining.documentType, joining.document) };
}

/** The plan of the new lot. */
async function annexesOf(ctx: Asking, { change }: AddendumRow): Promise<Annex[]> {
  if (change.tipo !== 'lote') return [];
  const svg = await lotPlan(ctx.db, change.lote_id);
  const [lot] = await ctx.db.select().from(lots).where(eq(lots.id, change.lote_id));
  return svg && lot
    ? [
        {
          kind: 'drawing',
          title: `Anexo: plano del lote ${lot.name}`,
          svg,
          lines: [
            ['Lote', lot.name],
            ['Área del lote', `${lot.areaM2} m²`],
          ],
        },
      ]
    : [];
}
