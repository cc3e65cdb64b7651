import { and, isNull } from 'drizzle-orm';
import { contractTypes } from '#contract/company/catalogs/worksLists.ts';
import { panamaDay } from '#contract/dates.ts';
import { choiceCell, dayCell, numberCell, readNumber, textCell } from '#contract/overview/imports/cells.ts';
import {
  missingOf,
  SECTION_LABELS,
  STOP_LABELS,
  type SectionName,
  type StopReason,
} from '#contract/works/diary/model.ts';
import { isTooOld, TOLD_BACK } from '#contract/works/diary/rules.ts';
import { catalogOptions } from '#server/modules/company/catalogs/catalogs.service.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import {
  importedEntries,
  importedId,
  importEntry,
  takeBackEntries,
  type ImportedEntry,
  type KnownEntry,
} from '#server/modules/works/diary/imported.service.ts';
import type { ImportKind, RowValues } from './kind.ts';
import { projectColumn } from './reach.ts';

interface Choice {
  id: number;
  name: string;
}
interface Known {
  today: string;
  projects: Choice[];
  types: Choice[];
  /** Imported entries, by their identity. */
  entries: ReadonlyMap<string, KnownEntry>;
}

const choicesOf = <K extends string>(labels: Readonly<Record<K, string>>) =>
  Object.entries<string>(labels).map(([key, name], at) => ({ id: at + 1, name, key: key as K }));
const SECTIONS = choicesOf<SectionName>(SECTION_LABELS);
const REASONS = choicesOf<StopReason>(STOP_LABELS);
/** Titles of the columns by the field that an entry lacks. */
const TITLES = { cantidad: 'Cantidad', motivo: 'Motivo', horas: 'Horas' };
const optional = { required: false } as const;

const hoursCell = () => (text: string) => {
  const value = readNumber(text);
  return value === undefined || value < 0.5 || value > 24
    ? { fault: 'escribe horas de 0.5 a 24.' }
    : { value: Math.round(value * 100) / 100 };
};

const keyOf = <K extends string>(choices: readonly { id: number; key: K }[], value: unknown): K | null =>
  choices.find(({ id }) => id === Number(value))?.key ?? null;

function entryOf(values: RowValues): ImportedEntry {
  const section = keyOf(SECTIONS, values['seccion'])!;
  const counts = section === 'personal' || section === 'equipo';
  const stops = section === 'paro';
  const number = (key: string) => (values[key] === null ? null : Number(values[key]));
  return {
    projectId: Number(values['proyecto']),
    typeId: Number(values['tipo']),
    day: String(values['fecha']),
    section,
    text: String(values['texto']),
    count: counts ? number('cantidad') : null,
    reason: stops ? keyOf(REASONS, values['motivo']) : null,
    hours: stops || section === 'equipo' ? number('horas') : null,
  };
}

/** Entries of a diary that was kept in Excel or on paper, one row each. */
export const diaryImport: ImportKind<Known> = {
  name: 'diary',
  title: 'Bitácora',
  text: 'Trae las anotaciones de una bitácora anterior: una fila por anotación. Quedan en su día y se sellan esa noche; las de un día sellado quedan como adendas.',
  permission: 'bitacora.crear',
  seenBy: 'bitacora.ver',
  most: 3000,
  columns: [
    projectColumn,
    { key: 'tipo', title: 'Tipo', aliases: ['tipo de contrato'], required: true, example: 'Construcción de viviendas', hint: 'El tipo de contrato de la bitácora.', read: ({ types }) => choiceCell(types), choices: ({ types }) => types.map(({ name }) => name) },
    { key: 'fecha', title: 'Fecha', aliases: ['dia'], required: true, example: '31/12/2025', hint: 'El día de la anotación.', read: () => dayCell },
    { key: 'seccion', title: 'Sección', aliases: ['seccion', 'clase'], required: true, example: SECTION_LABELS.trabajo, hint: 'De qué trata la anotación.', read: () => choiceCell(SECTIONS), choices: () => SECTIONS.map(({ name }) => name) },
    { key: 'texto', title: 'Texto', aliases: ['anotacion', 'descripcion', 'detalle'], required: true, lines: true, example: 'Vaciado de losa, casa A-07', hint: 'Lo que pasó.', read: () => textCell(4000) },
    { key: 'cantidad', title: 'Cantidad', aliases: ['personas', 'cuantos'], ...optional, example: 12, hint: 'De personas o de equipo.', read: () => numberCell({ min: 1, max: 5000, fault: 'escribe un número de 1 a 5000.' }) },
    { key: 'motivo', title: 'Motivo', aliases: ['motivo del paro'], ...optional, example: STOP_LABELS.lluvia, hint: 'De una lluvia o un paro.', read: () => choiceCell(REASONS), choices: () => REASONS.map(({ name }) => name) },
    { key: 'horas', title: 'Horas', aliases: [], ...optional, example: 2.5, hint: 'De la lluvia, del paro o del equipo.', read: hoursCell },
  ], // prettier-ignore

  async load(ctx) {
    const own = await ctx.db
      .select({ id: projects.id, name: projects.name })
      .from(projects)
      .where(and(isNull(projects.archivedAt), projectsInReach(ctx, 'bitacora.crear')));
    return {
      today: panamaDay(ctx.now),
      projects: own,
      types: (await catalogOptions(ctx.db, contractTypes)) as unknown as Choice[],
      entries: await importedEntries(
        ctx,
        own.map(({ id }) => id),
      ),
    };
  },

  match(values, { today, entries }) {
    if (String(values['fecha']) > today)
      return { column: 'Fecha', fault: 'escribe un día que ya pasó, u hoy.' };
    if (isTooOld(String(values['fecha']), today, TOLD_BACK.imported))
      return { column: 'Fecha', fault: 'tiene más de diez años: revisa el año.' };
    const entry = entryOf(values);
    const [missing] = missingOf({
      seccion: entry.section,
      cantidad: entry.count ?? undefined,
      motivo: entry.reason ?? undefined,
      horas: entry.hours ?? undefined,
    });
    if (missing) return { column: TITLES[missing.field], fault: 'falta en esta sección.' };
    const key = importedId(entry);
    const there = entries.get(key);
    if (
      there &&
      (there.count !== entry.count || there.reason !== entry.reason || there.hours !== entry.hours)
    )
      return { column: 'Texto', fault: 'esa anotación ya está con otras cifras: corrígela en su día.' };
    return {
      key,
      label: `${entry.day} · ${entry.text.slice(0, 60)}`,
      existing: there ? { id: there.id, values } : null,
      values,
    };
  },

  async write(ctx, rows) {
    const ids = new Map<number, number>();
    // One chain after the other, always in the same order: each is held until the end.
    const sorted = rows
      .map(({ row, values }) => ({ row, entry: entryOf(values) }))
      .toSorted((a, b) => a.entry.projectId - b.entry.projectId || a.entry.typeId - b.entry.typeId);
    for (const { row, entry } of sorted) ids.set(row, await importEntry(ctx, entry));
    return ids;
  },

  undo: async (ctx, rows) =>
    (await takeBackEntries(
      ctx,
      rows.map(({ recordId }) => recordId),
    ))
      ? null
      : 'Alguna de las anotaciones ya se selló o se corrigió: ya no se deshace.',
};
