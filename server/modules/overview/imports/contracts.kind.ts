import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { contractTypes, costCodes } from '#contract/company/catalogs/worksLists.ts';
import { MOST_CENTS } from '#contract/money.ts';
import {
  cellText,
  choiceCell,
  dayCell,
  moneyCell,
  numberCell,
  plainText,
  readNumber,
  textCell,
} from '#contract/overview/imports/cells.ts';
import { OTHER_COST } from '#contract/works/contracts/rules.ts';
import { Refused } from '#server/kernel/errors.ts';
import { rows as select } from '#server/kernel/db.ts';
import { catalogOptions } from '#server/modules/company/catalogs/catalogs.service.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { importContract, removeImported } from '#server/modules/works/contracts/imported.service.ts';
import { removeJobs, startJobs } from '#server/modules/works/jobs/jobs.service.ts';
import type { ImportKind, PlannedRow, RowValues } from './kind.ts';
import { projectColumn } from './reach.ts';

interface Choice {
  id: number;
  name: string;
}
interface Known {
  projects: Choice[];
  types: Choice[];
  contractors: Choice[];
  parties: Choice[];
  costs: Choice[];
  /** Houses by project and plain name. */
  houses: ReadonlyMap<string, number>;
  /** References in use, by project and lower case. */
  taken: ReadonlySet<string>;
  /** Houses of contracts in force. */
  held: ReadonlySet<number>;
}

const percent = () => numberCell({ min: 0, max: 100, fault: 'escribe un porcentaje de 0 a 100.' });
const quantity = () => (text: string) => {
  const value = readNumber(text);
  return value === undefined || value < 0 || value > 99_999_999
    ? { fault: 'escribe una cantidad.' }
    : { value: Math.round(value * 1000) / 1000 };
};
const money = () => moneyCell({ min: 1, max: MOST_CENTS, fault: 'escribe un monto mayor que cero.' });
const optional = { required: false } as const;

/** Contracts of works in mid-life: one row per house, or per item, with what is approved so far. */
export const contractsImport: ImportKind<Known> = {
  name: 'contracts',
  title: 'Contratos de obra',
  text: 'Trae los contratos que ya están en marcha: una fila por vivienda con su monto, o por partida con su cantidad, y lo aprobado hasta hoy. Quedan vigentes.',
  permission: 'contratos.crear',
  seenBy: 'contratos.ver',
  most: 3000,
  columns: [
    projectColumn,
    { key: 'referencia', title: 'Referencia', aliases: ['contrato', 'numero'], required: true, example: 'VS-2026-014', hint: 'El número del contrato; las filas con el mismo número son un contrato.', read: () => textCell(40) },
    { key: 'nombre', title: 'Nombre', aliases: ['descripcion del contrato'], required: true, example: 'Viviendas de la manzana A', hint: 'De qué es el contrato.', read: () => textCell(120) },
    { key: 'tipo', title: 'Tipo', aliases: ['tipo de contrato'], required: true, example: 'Construcción de viviendas', hint: 'Uno de los tipos de contrato.', read: ({ types }) => choiceCell(types), choices: ({ types }) => types.map(({ name }) => name) },
    { key: 'contratista', title: 'Contratista', aliases: [], required: true, example: 'Construcciones El Roble, S.A.', hint: 'Como está en Contratistas.', read: ({ contractors }) => choiceCell(contractors), choices: ({ contractors }) => contractors.map(({ name }) => name) },
    { key: 'contratante', title: 'Contratante', aliases: ['empresa'], required: true, example: 'Constructora Valle Sereno, S.A.', hint: 'La empresa del grupo que lo firma.', read: ({ parties }) => choiceCell(parties), choices: ({ parties }) => parties.map(({ name }) => name) },
    { key: 'empieza', title: 'Empieza', aliases: ['inicio'], ...optional, example: '01/03/2026', hint: 'Las dos fechas o ninguna.', read: () => dayCell },
    { key: 'termina', title: 'Termina', aliases: ['fin'], ...optional, example: '30/11/2026', hint: 'Las dos fechas o ninguna.', read: () => dayCell },
    { key: 'anticipo', title: 'Anticipo %', aliases: ['anticipo'], ...optional, example: 20, hint: 'Vacío: ninguno.', read: () => numberCell({ min: 0, max: 50, fault: 'escribe un porcentaje de 0 a 50.' }) },
    { key: 'retencion', title: 'Retención %', aliases: ['retencion'], ...optional, example: 10, hint: 'Vacío: la usual.', read: () => numberCell({ min: 0, max: 50, fault: 'escribe un porcentaje de 0 a 50.' }) },
    { key: 'vivienda', title: 'Vivienda', aliases: ['casa'], ...optional, example: 'Casa A-07', hint: 'En un contrato por viviendas.', read: () => textCell(60) },
    { key: 'monto', title: 'Monto', aliases: ['monto de la vivienda'], ...optional, example: '32,500.00', hint: 'De esta vivienda, sin ITBMS.', read: money, show: (value) => String(Number(value) / 100) },
    { key: 'aprobado', title: 'Aprobado %', aliases: ['aprobado', 'avance'], ...optional, example: 45, hint: 'De esta vivienda, hasta hoy.', read: percent },
    { key: 'codigo', title: 'Código', aliases: ['partida'], ...optional, example: '2.01', hint: 'En un contrato por partidas.', read: () => textCell(30) },
    { key: 'descripcion', title: 'Descripción', aliases: [], ...optional, example: 'Cordón cuneta', hint: 'De la partida.', read: () => textCell(200) },
    { key: 'unidad', title: 'Unidad', aliases: [], ...optional, example: 'm', hint: 'De la partida.', read: () => textCell(12) },
    { key: 'cantidad', title: 'Cantidad', aliases: [], ...optional, example: 1240, hint: 'De la partida, hasta tres decimales.', read: quantity },
    { key: 'precio', title: 'Precio', aliases: ['precio unitario'], ...optional, example: '21.75', hint: 'De la unidad, sin ITBMS.', read: money, show: (value) => String(Number(value) / 100) },
    { key: 'cantidad_aprobada', title: 'Cantidad aprobada', aliases: [], ...optional, example: 310, hint: 'Hasta hoy.', read: quantity },
    { key: 'codigo_costo', title: 'Código de costo', aliases: [], ...optional, example: '09 Calles y drenajes', hint: 'Vacío: otros costos.', read: ({ costs }) => choiceCell(costs), choices: ({ costs }) => costs.map(({ name }) => name) },
  ], // prettier-ignore

  async load(ctx) {
    const options = async (kind: string) =>
      ctx.db
        .select({ id: partners.id, name: partners.name })
        .from(partners)
        .where(and(eq(partners.kind, kind), isNull(partners.archivedAt)));
    const own = await ctx.db
      .select({ id: projects.id, name: projects.name })
      .from(projects)
      .where(
        and(
          isNull(projects.archivedAt),
          projectsInReach(ctx, 'contratos.crear'),
          projectsInReach(ctx, 'contratos.montos'),
        ),
      );
    const ids = [...own.map(({ id }) => id), 0];
    const homes = await ctx.db
      .select({ id: houses.id, name: houses.name, projectId: houses.projectId })
      .from(houses)
      .where(and(inArray(houses.projectId, ids), isNull(houses.archivedAt)));
    const taken = await select<{ project: string; reference: string }>(
      ctx.db,
      sql`select project_id project, lower(reference) reference from contracts where project_id = any(${sql.param(ids)}::bigint[])`,
    );
    const held = await select<{ house: string }>(
      ctx.db,
      sql`select distinct house_id house from jobs where in_force and house_id = any(${sql.param(homes.map(({ id }) => id))}::bigint[])`,
    );
    return {
      projects: own,
      types: (await catalogOptions(ctx.db, contractTypes)) as unknown as Choice[],
      contractors: await options('contratista'),
      parties: await options('contratante'),
      costs: (await catalogOptions(ctx.db, costCodes)) as unknown as Choice[],
      houses: new Map(homes.map(({ id, name, projectId }) => [`${projectId} ${plainText(name)}`, id])),
      taken: new Set(taken.map(({ project, reference }) => `${project} ${reference}`)),
      held: new Set(held.map(({ house }) => Number(house))),
    };
  },

  match(values, known) {
    const project = Number(values['proyecto']);
    const reference = String(values['referencia']);
    const contract = `${project} ${reference.toLowerCase()}`;
    if (known.taken.has(contract))
      return { column: 'Referencia', fault: 'el proyecto ya tiene un contrato con este número.' };
    const days = [values['empieza'], values['termina']];
    if ((days[0] === null) !== (days[1] === null))
      return { column: 'Termina', fault: 'escribe las dos fechas o ninguna.' };
    if (days[0] !== null && String(days[1]) < String(days[0]))
      return { column: 'Termina', fault: 'termina antes de empezar.' };
    const name = cellText(values['vivienda'] ?? null);
    const code = cellText(values['codigo'] ?? null);
    if (Boolean(name) === Boolean(code))
      return { column: 'Vivienda', fault: 'escribe la vivienda o el código de la partida, uno de los dos.' };
    if (name) {
      const house = known.houses.get(`${project} ${plainText(name)}`);
      if (house === undefined)
        return { column: 'Vivienda', fault: 'no hay una vivienda con ese nombre en el proyecto.' };
      if (known.held.has(house)) return { column: 'Vivienda', fault: 'ya está en un contrato vigente.' };
      if (values['monto'] === null) return { column: 'Monto', fault: 'escribe el monto de la vivienda.' };
      return {
        key: `vivienda ${house}`,
        label: `${reference} · ${name}`,
        existing: null,
        values: { ...values, _contract: contract, _house: house },
      };
    }
    for (const [key, title] of [
      ['descripcion', 'Descripción'],
      ['unidad', 'Unidad'],
      ['cantidad', 'Cantidad'],
      ['precio', 'Precio'],
    ] as const)
      if (values[key] === null || values[key] === 0)
        return { column: title, fault: 'falta en esta partida.' };
    if (Number(values['cantidad_aprobada'] ?? 0) > Number(values['cantidad']))
      return { column: 'Cantidad aprobada', fault: 'es más que la cantidad de la partida.' };
    return {
      key: `${contract} ${code.toLowerCase()}`,
      label: `${reference} · ${code}`,
      existing: null,
      values: { ...values, _contract: contract },
    };
  },

  async write(ctx, rows) {
    const made = new Map<number, number>();
    for (const [, list] of Map.groupBy(rows, ({ values }) => String(values['_contract']))) {
      refuseMixed(list);
      const first = list[0]!.values;
      const id = await importContract(ctx, {
        projectId: Number(first['proyecto']),
        typeId: Number(first['tipo']),
        name: String(first['nombre']),
        reference: String(first['referencia']),
        contractorId: Number(first['contratista']),
        contractingPartyId: Number(first['contratante']),
        startsOn: first['empieza'] === null ? null : String(first['empieza']),
        endsOn: first['termina'] === null ? null : String(first['termina']),
        advancePercent: Number(first['anticipo'] ?? 0),
        retentionPercent: first['retencion'] === null ? null : Number(first['retencion']),
        houses: list.flatMap(({ values }) => houseOf(values)),
        items: list.flatMap(({ values }) => itemOf(values)),
      });
      await startJobs(ctx, id, approvedOf(list));
      for (const { row } of list) made.set(row, id);
    }
    return made;
  },

  async undo(ctx, rows) {
    const ids = [...new Set(rows.map(({ recordId }) => recordId))].toSorted((a, b) => a - b);
    let free = true;
    for (const id of ids) free &&= await removeJobs(ctx, id);
    return free && (await removeImported(ctx, ids))
      ? null
      : 'Alguno de los contratos ya se usó después de importarlo: ya no se deshace.';
  },
};

/** Rows of one contract say the same of it, and are all houses or all items. Raises 422 as a row fault would. */
function refuseMixed(list: readonly PlannedRow[]): void {
  const [first] = list;
  const shared = [
    'nombre',
    'tipo',
    'contratista',
    'contratante',
    'empieza',
    'termina',
    'anticipo',
    'retencion',
  ];
  const other = list.find(
    ({ values }) =>
      shared.some((key) => values[key] !== first!.values[key]) ||
      (values['_house'] === undefined) !== (first!.values['_house'] === undefined),
  );
  if (other)
    throw new Refused(
      422,
      'INVALID',
      `La fila ${other.row} dice otra cosa del contrato ${String(first!.values['referencia'])} que la fila ${first!.row}. Corrígela y prueba de nuevo.`,
    );
}

/** What is approved: basis points by house, quantities by the code of the item. */
const approvedOf = (list: readonly PlannedRow[]) => ({
  houses: new Map(
    list.flatMap(({ values }): [number, number][] =>
      values['_house'] === undefined
        ? []
        : [[Number(values['_house']), Math.round(Number(values['aprobado'] ?? 0) * 100)]],
    ),
  ),
  items: new Map(
    list.flatMap(({ values }): [string, number][] =>
      values['_house'] === undefined
        ? [[String(values['codigo']), Number(values['cantidad_aprobada'] ?? 0)]]
        : [],
    ),
  ),
});

const houseOf = (values: RowValues) =>
  values['_house'] === undefined
    ? []
    : [
        {
          houseId: Number(values['_house']),
          amountCents: Number(values['monto']),
        },
      ];

const itemOf = (values: RowValues) =>
  values['_house'] === undefined
    ? [
        {
          code: String(values['codigo']),
          description: String(values['descripcion']),
          unit: String(values['unidad']),
          quantity: Number(values['cantidad']),
          price_centavos: Number(values['precio']),
          cost_code_id: Number(values['codigo_costo'] ?? OTHER_COST),
        },
      ]
    : [];
