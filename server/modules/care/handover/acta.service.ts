import { buffer } from 'node:stream/consumers';
import { and, asc, desc, eq, ne } from 'drizzle-orm';
import type { Content } from 'pdfmake/interfaces.js';
import { METERS, SEVERITIES, HANDOVER as S, PUNCH_DAYS, punchDue } from '#contract/care/handover/rules.ts';
import { COVERS } from '#contract/care/covers/parts.ts';
import { clocksOf } from '#contract/care/covers/rules.ts';
import { addDays, dayText, endOfDay, panamaDay } from '#contract/dates.ts';
import type { SummaryLine } from '#contract/legal/envelopes/model.ts';
import { ENVELOPE_DAYS } from '#contract/legal/envelopes/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Context } from '#server/kernel/context.ts';
import { notFound } from '#server/kernel/errors.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { composePdf } from '#server/kernel/pdf/compose.ts';
import type { Paper } from '#server/kernel/pdf/paper.ts';
import { rulesNow } from '#server/modules/care/covers/clocks.service.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import {
  factsTable,
  GREY,
  letterhead,
  letterPage,
  RULE,
} from '#server/modules/company/settings/letterhead.service.ts';
import { openEnvelope } from '#server/modules/legal/envelopes/open.service.ts';
import { buyersOf } from '#server/modules/sales/buyers/buyers.service.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { houseModels, projects } from '#server/modules/projects/projects/projects.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { openItems } from './open.queries.ts';
import { handoverInspections, inspectionKeys, inspectionMeters, inspectionPoints } from './handover.table.ts';
import { moveHandover, type HandoverRecord } from './move.service.ts';

type Asking = Pick<Context, 'db' | 'files' | 'now'>;

/** The last inspection in which the buyer took the house. */
async function lastTaken({ db }: Asking, handoverId: number) {
  const [found] = await db
    .select()
    .from(handoverInspections)
    .where(and(eq(handoverInspections.handoverId, handoverId), ne(handoverInspections.answer, 'rechaza')))
    .orderBy(desc(handoverInspections.id))
    .limit(1);
  if (!found) throw notFound();
  return found;
}

async function materialOf(ctx: Asking, handover: HandoverRecord) {
  const inspection = await lastTaken(ctx, handover.id);
  const of = <T extends typeof inspectionKeys | typeof inspectionMeters>(table: T) =>
    eq(table.inspectionId, inspection.id);
  const points = await ctx.db
    .select()
    .from(inspectionPoints)
    .where(eq(inspectionPoints.inspectionId, inspection.id))
    .orderBy(asc(inspectionPoints.position));
  const meters = await ctx.db
    .select()
    .from(inspectionMeters)
    .where(of(inspectionMeters))
    .orderBy(desc(inspectionMeters.kind));
  const keys = await ctx.db
    .select()
    .from(inspectionKeys)
    .where(of(inspectionKeys))
    .orderBy(asc(inspectionKeys.name));
  const [house] = await ctx.db
    .select({ name: houses.name, project: projects.name, model: houseModels.name })
    .from(houses)
    .innerJoin(projects, eq(projects.id, houses.projectId))
    .innerJoin(houseModels, eq(houseModels.id, handover.modelId))
    .where(eq(houses.id, handover.houseId));
  const [sale] = await ctx.db.select({ code: sales.code }).from(sales).where(eq(sales.id, handover.saleId));
  return {
    inspection,
    points,
    meters,
    keys,
    house: house!,
    saleCode: sale?.code ?? '',
    buyers: await buyersOf(ctx.db, handover.saleId),
    items: await openItems(ctx.db, handover.id),
    clocks: clocksOf(await rulesNow(ctx.db), panamaDay(ctx.now)),
  };
}
type Material = Awaited<ReturnType<typeof materialOf>>;

const heading = (text: string): Content => ({ text, bold: true, fontSize: 12, margin: [0, 12, 0, 4] });
const table = (widths: (string | number)[], head: string[], body: string[][]): Content => ({
  table: {
    headerRows: 1,
    widths,
    body: [head.map((text) => ({ text, bold: true, color: GREY })), ...body],
  },
  layout: 'lightHorizontalLines',
});

/** Composes the acta de entrega: list, pending items, meters, keys, documents and warranty. */
async function compose(ctx: Asking, handover: HandoverRecord, of: Material): Promise<Buffer> {
  const { inspection, points, meters, keys, house, buyers, items, clocks } = of;
  const rooms = Map.groupBy(points, ({ room }) => room);
  const content: Content[] = [
    await letterhead(ctx, 'Acta de entrega', handover.code),
    RULE,
    factsTable([
      ['Vivienda', `${house.name}, ${house.project}`],
      ['Modelo', house.model],
      ['Pre-contrato', of.saleCode],
      ['Recibe', buyers.map(({ name }) => name).join(' y ')],
      ['Asistió', inspection.attended],
      ['Inspección', dayText(inspection.onDay)],
    ]),
    heading('Lo que se revisó'),
    table(
      [120, '*'],
      ['Ambiente', 'Puntos'],
      [...rooms].map(([room, list]) => [
        room,
        list.map(({ point, ok }) => `${point}: ${ok ? 'bien' : 'observado'}`).join(' · '),
      ]),
    ),
    heading(items.length === 0 ? 'Sin pendientes' : `Pendientes (${items.length})`),
    ...(items.length === 0
      ? [{ text: 'El comprador recibe la vivienda conforme.', color: GREY }]
      : [
          {
            text: `La promotora los corrige en ${PUNCH_DAYS} días desde la entrega.`,
            color: GREY,
            margin: [0, 0, 0, 4] as [number, number, number, number],
          },
          table(
            [110, '*', 60],
            ['Dónde', 'Qué se observó', 'Gravedad'],
            items.map(({ room, point, text, severity }) => [`${room}: ${point}`, text, SEVERITIES[severity]]),
          ),
        ]),
    heading('Medidores'),
    table(
      [160, '*', 80],
      ['Medidor', 'Número', 'Lectura'],
      meters.map(({ kind, number, reading }) => [METERS[kind], number, String(reading)]),
    ),
    heading('Llaves que se entregan'),
    table(
      ['*', 60],
      ['Llave', 'Cantidad'],
      keys.map(({ name, count }) => [name, String(count)]),
    ),
    heading('Documentos'),
    {
      text: [
        inspection.manual ? 'Manual de la vivienda: entregado. ' : 'Manual de la vivienda: no aplica. ',
        inspection.rules ? 'Reglamento de PH: entregado.' : 'Reglamento de PH: no aplica.',
      ],
    },
    heading('Garantía'),
    {
      text: 'Corre desde el día en que se firma esta acta. Si se firma hoy, cubre hasta:',
      color: GREY,
    },
    { ul: clocks.map(({ cover, until }) => `${COVERS[cover]}: ${dayText(until)}`) },
    {
      text: 'Con su firma, quien recibe declara que vio la vivienda, que la lista de arriba está completa y que recibe las llaves que se detallan.',
      margin: [0, 14, 0, 0],
    },
  ];
  return composePdf(letterPage(`Acta de entrega ${handover.code}`, content));
}

/** The acta: as it was sent to sign, else as it would be sent now. Raises 404. */
export async function actaPaper(ctx: Asking, handover: HandoverRecord): Promise<Paper> {
  const name = `${handover.code}.pdf`;
  if (handover.actaFileId === null)
    return { name, bytes: await compose(ctx, handover, await materialOf(ctx, handover)) };
  const [file] = await ctx.db
    .select({ sha256: files.sha256 })
    .from(files)
    .where(eq(files.id, handover.actaFileId));
  if (!file) throw notFound();
  return { name, bytes: await buffer(await ctx.files.store.read(file.sha256)) };
}

const summaryOf = ({ house, items, keys, meters }: Material, signBy: string): SummaryLine[] => [
  { label: 'Qué firmas', value: `El acta de entrega de ${house.name}, ${house.project}` },
  {
    label: 'Pendientes',
    value:
      items.length === 0
        ? 'Ninguno: la recibes conforme'
        : `${items.length}, que la promotora corrige a más tardar ${PUNCH_DAYS} días después de la entrega`,
  },
  { label: 'Llaves', value: keys.map(({ name, count }) => `${name}: ${count}`).join(', ') },
  {
    label: 'Medidores',
    value: meters.map(({ kind, reading }) => `${METERS[kind]}: ${reading}`).join(', '),
  },
  { label: 'Qué pasa al firmar', value: 'Recibes las llaves y empieza a correr tu garantía' },
  { label: 'Puedes firmar hasta', value: dayText(signBy) },
];

/**
 * Composes the acta as it is signed and opens its envelope: the main buyer, and whoever signs for the company if one was
 * chosen. Raises 409 ENVELOPE_OPEN, 422 at `params[representante_id]` for somebody who cannot sign.
 */
export async function sendActa(
  ctx: Context,
  handover: HandoverRecord,
  representativeId: number | null,
): Promise<void> {
  const material = await materialOf(ctx, handover);
  const bytes = await compose(ctx, handover, material);
  const stored = await ctx.files.keep(bytes, `${handover.code}.pdf`, 'application/pdf');
  const fileId = await addFile(
    ctx,
    { reference: 'entrega', referenceId: handover.id, sensitive: false },
    stored,
  );
  const signBy = addDays(panamaDay(ctx.now), ENVELOPE_DAYS.usual);
  const envelopeId = await openEnvelope(ctx, {
    record: 'entrega',
    recordId: handover.id,
    saleId: handover.saleId,
    title: `Acta de entrega ${handover.code}`,
    fileId,
    summary: summaryOf(material, signBy),
    signers: [
      { role: 'comprador', buyerId: null },
      ...(representativeId === null ? [] : [{ role: 'promotora' as const, representativeId }]),
    ],
    expiresAt: endOfDay(signBy),
    initials: false,
  });
  await moveHandover(ctx, handover, S.signing, { actaFileId: fileId, envelopeId });
  await audit(ctx, 'enviar_a_firmar', 'entrega', handover.id, {
    sobre: envelopeId,
    pendientes: material.items.length,
    vence: punchDue(panamaDay(ctx.now)),
  });
}
