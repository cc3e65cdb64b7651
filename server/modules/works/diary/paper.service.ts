import { buffer } from 'node:stream/consumers';
import { and, asc, between, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Content } from 'pdfmake/interfaces.js';
import { contractTypes } from '#contract/company/catalogs/worksLists.ts';
import { daysBetween, longDay, showDay, showInstant } from '#contract/dates.ts';
import { PAPER_DAYS, type DiaryPaperQuery } from '#contract/works/diary/endpoints.ts';
import { SECTION_LABELS, SECTIONS, STOP_LABELS, type DiaryEntry } from '#contract/works/diary/model.ts';
import type { Context } from '#server/kernel/context.ts';
import { invalid, notFound } from '#server/kernel/errors.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { composePdf } from '#server/kernel/pdf/compose.ts';
import type { Paper } from '#server/kernel/pdf/paper.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { GREY, letterhead, letterPage, RULE } from '#server/modules/company/settings/letterhead.service.ts';
import { projectInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { verifyChain } from './chain.service.ts';
import { findEntries } from './diary.queries.ts';
import { diaries, diaryEntries } from './diary.table.ts';

/** Photographs of one document, and their width in pixels: more would make a paper that no mail takes. */
const PICTURES = 60;
const PICTURE_PIXELS = 480;

/** A diary of some days as a PDF with its seals. Raises 404, 422, 429. */
export async function diaryPaper(ctx: Context, query: DiaryPaperQuery): Promise<Paper> {
  const { proyecto_id: projectId, tipo_contrato_id: typeId, desde, hasta } = query;
  if (!(await projectInReach(ctx, projectId, 'bitacora.exportar'))) throw notFound();
  if (hasta < desde) throw invalid([{ field: 'hasta', message: 'Termina antes de empezar.' }]);
  if (daysBetween(desde, hasta) >= PAPER_DAYS)
    throw invalid([{ field: 'hasta', message: `Elige a lo más ${PAPER_DAYS} días.` }]);
  const days = await ctx.db
    .select()
    .from(diaries)
    .where(
      and(eq(diaries.projectId, projectId), eq(diaries.typeId, typeId), between(diaries.day, desde, hasta)),
    )
    .orderBy(asc(diaries.day));
  const contract = await contractOf(ctx, query);
  const entries = await findEntries(
    ctx,
    and(
      inArray(diaryEntries.diaryId, [...days.map(({ id }) => id), 0]),
      contract ? or(isNull(diaryEntries.contractId), eq(diaryEntries.contractId, contract.id)) : undefined,
    )!,
  );
  const pictures = await picturesOf(ctx, entries);
  const [project] = await ctx.db.select().from(projects).where(eq(projects.id, projectId));
  const type = (await catalogLabels(ctx.db, contractTypes)).get(typeId) ?? '';
  const chain = await verifyChain(ctx.db, { projectId, typeId });
  const span = desde === hasta ? showDay(desde) : `${showDay(desde)} a ${showDay(hasta)}`;
  const content: Content[] = [
    await letterhead(ctx, 'Bitácora de obra', span),
    RULE,
    { text: `${project!.name} · ${type}`, bold: true, fontSize: 13 },
    ...(contract ? [{ text: `Contrato ${contract.reference}: ${contract.name}` }] : []),
    {
      text: chain.integra
        ? `Sellos comprobados: ${chain.dias} días, cadena íntegra.`
        : `La cadena de sellos está rota desde el ${showDay(chain.rota_en!)}.`,
      color: chain.integra ? GREY : '#b3261e',
      margin: [0, 2, 0, 8],
    },
    ...days.flatMap((day) =>
      dayContent(
        day,
        entries.filter(({ diario_id }) => diario_id === day.id),
        pictures,
      ),
    ),
    ...(days.length === 0 ? [{ text: 'Nadie escribió en estos días.', color: GREY }] : []),
  ];
  const name = `bitacora-${project!.slug}-${desde}${desde === hasta ? '' : `-a-${hasta}`}.pdf`;
  return { name, bytes: await composePdf(letterPage(`Bitácora de obra ${span}`, content)) };
}

async function contractOf(ctx: Context, { contrato_id, proyecto_id, tipo_contrato_id }: DiaryPaperQuery) {
  if (contrato_id === undefined) return null;
  const [found] = await ctx.db
    .select({ id: contracts.id, name: contracts.name, reference: contracts.reference })
    .from(contracts)
    .where(
      and(
        eq(contracts.id, contrato_id),
        eq(contracts.projectId, proyecto_id),
        eq(contracts.typeId, tipo_contrato_id),
      ),
    );
  if (!found) throw notFound();
  return found;
}

function dayContent(
  { day, sealedAt, hash, link }: typeof diaries.$inferSelect,
  entries: readonly DiaryEntry[],
  pictures: ReadonlyMap<string, string>,
): Content[] {
  const weather = entries.findLast(({ clima }) => clima)?.clima;
  const capital = longDay(day);
  return [
    {
      text: capital.charAt(0).toUpperCase() + capital.slice(1),
      bold: true,
      fontSize: 12,
      margin: [0, 10, 0, 2],
    },
    {
      text: [
        weather && `Clima: ${weather.descripcion}, ${weather.temperatura} °C`,
        sealedAt ? `Sello ${link}, ${showInstant(sealedAt)}` : 'Sin sellar',
      ]
        .filter(Boolean)
        .join(' · '),
      color: GREY,
    },
    ...(hash
      ? [{ text: hash, color: GREY, fontSize: 7, margin: [0, 0, 0, 4] as [number, number, number, number] }]
      : []),
    ...(entries.length === 0 ? [{ text: 'Sin anotaciones.', color: GREY }] : []),
    ...SECTIONS.flatMap((section) => {
      const told = entries.filter(({ seccion }) => seccion === section);
      return told.length === 0
        ? []
        : [
            {
              text: SECTION_LABELS[section],
              bold: true,
              margin: [0, 4, 0, 0] as [number, number, number, number],
            },
            ...told.flatMap((entry) => entryContent(entry, pictures)),
          ];
    }),
  ];
}

function entryContent(entry: DiaryEntry, pictures: ReadonlyMap<string, string>): Content[] {
  const figures = [
    entry.cantidad === null ? null : `${entry.cantidad}`,
    entry.motivo && STOP_LABELS[entry.motivo],
    entry.horas === null ? null : `${entry.horas} h`,
  ].filter(Boolean);
  const under = [
    `${entry.autor.name}, ${showInstant(entry.escrita_a)}`,
    entry.contrato && `${entry.contrato.nombre} (${entry.contrato.contratista})`,
    entry.adenda_del && `Adenda del ${showDay(entry.adenda_del)}`,
    entry.reloj && `Reloj del teléfono ${entry.reloj}`,
    entry.lugar && `Lugar ${entry.lugar.latitud.toFixed(5)}, ${entry.lugar.longitud.toFixed(5)}`,
  ].filter(Boolean);
  const shown = entry.fotos.flatMap(({ id }) => pictures.get(id) ?? []);
  return [
    {
      text: [figures.length > 0 ? { text: `${figures.join(' · ')}: `, bold: true } : '', entry.texto],
      margin: [0, 2, 0, 0],
    },
    { text: under.join(' · '), color: GREY, fontSize: 8 },
    ...rowsOfThree(shown).map((three): Content => ({
      columns: three.map((image) => ({ image, fit: [164, 130] as [number, number], width: 168 })),
      margin: [0, 3, 0, 3],
      unbreakable: true,
    })),
    ...(shown.length < entry.fotos.length
      ? [
          {
            text: `${entry.fotos.length - shown.length} fotografías más en la oficina.`,
            color: GREY,
            fontSize: 8,
          },
        ]
      : []),
  ];
}

const rowsOfThree = (all: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(all.length / 3) }, (_, at) => all.slice(at * 3, at * 3 + 3));

/** The first photographs as data URLs, by file id. */
async function picturesOf(ctx: Context, entries: readonly DiaryEntry[]): Promise<Map<string, string>> {
  const ids = entries.flatMap(({ fotos }) => fotos.map(({ id }) => id)).slice(0, PICTURES);
  if (ids.length === 0) return new Map();
  const { default: sharp } = await import('sharp');
  const found = await ctx.db
    .select({ id: files.id, sha256: files.sha256 })
    .from(files)
    .where(inArray(sql`${files.id}::text`, ids));
  const made = new Map<string, string>();
  for (const { id, sha256 } of found) {
    const bytes = await buffer(await ctx.files.store.read(sha256));
    const small = await sharp(bytes)
      .rotate()
      .resize({ width: PICTURE_PIXELS })
      .jpeg({ quality: 70 })
      .toBuffer();
    made.set(id, `data:image/jpeg;base64,${small.toString('base64')}`);
  }
  return made;
}
