import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { and, asc, eq } from 'drizzle-orm';
import { addDays, dayNumber, HOUR_MS, panamaDay, panamaInstant } from '#contract/dates.ts';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import type { NewEntry } from '#contract/works/diary/model.ts';
import type { Context } from '#server/kernel/context.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { sealUntil, siteDays } from '#server/modules/works/diary/chain.service.ts';
import { recordEntry } from '#server/modules/works/diary/diary.service.ts';
import type { Actor } from '../actors.ts';
import type { At } from '../legal/telling.ts';

const RESIDENT: Actor = { signIn: 'residente', role: 'residente' };
const INSPECTOR: Actor = { signIn: 'inspector', role: 'inspector' };
/** Days of the story, until yesterday: today's diary is for whoever tries the demo. */
const DAYS = 30;

const WORKS = [
  'Excavación de zapatas en la manzana A, casas A-05 a A-07',
  'Armado de acero de la losa, casa A-05',
  'Vaciado de losa de la casa A-05, 11 m³ de concreto',
  'Bloqueo de paredes hasta la quinta hilada, casa A-04',
  'Repello interior de la casa A-03',
  'Instalación de tubería sanitaria, casas A-06 y A-07',
  'Vigas de amarre y dinteles, casa A-04',
  'Colocación de carriolas del techo, casa A-02',
  'Relleno compactado de la terraza A-08, tres capas',
] as const;
const VISITS = [
  'Inspector del municipio: revisó la línea de construcción, sin observaciones',
  'Visita de la familia compradora de la casa A-02 con su asesora',
  'Ingeniero del banco: verificó el avance de la casa A-03',
  'Bomberos: revisaron la instalación eléctrica provisional',
] as const;

type Told = Pick<NewEntry, 'seccion' | 'texto'> & Partial<NewEntry>;

/** What the site's people wrote on one day; a rainy season, so it rains on two days of five. */
function entriesOf(nth: number, contractId: number): readonly (readonly [Actor, Told])[] {
  const rain = [0, 2.5, 0, 1, 0, 4.5, 0, 0, 6, 1.5][nth % 10]!;
  return [
    [RESIDENT, { seccion: 'personal', texto: 'Albañiles y ayudantes', cantidad: 14 + (nth % 5), contrato_id: contractId }],
    [RESIDENT, { seccion: 'trabajo', texto: WORKS[nth % WORKS.length]!, contrato_id: contractId }],
    ...(nth % 3 === 0
      ? ([[RESIDENT, { seccion: 'equipo', texto: 'Retroexcavadora y mezcladora', cantidad: 2, horas: 6 }]] as const)
      : []),
    ...(rain > 0
      ? ([[RESIDENT, { seccion: 'paro', texto: rain >= 4 ? 'Aguacero: no se pudo vaciar ni repellar' : 'Lluvia al final de la tarde', motivo: 'lluvia', horas: rain }]] as const)
      : []),
    ...(nth % 7 === 4 ? ([[INSPECTOR, { seccion: 'visita', texto: VISITS[Math.floor(nth / 7) % VISITS.length]! }]] as const) : []),
    ...(nth === 11
      ? ([[INSPECTOR, { seccion: 'incidente', texto: 'Corte leve en la mano de un ayudante con una carriola: curado en obra, siguió trabajando' }]] as const)
      : []),
    ...(nth === 17
      ? ([[RESIDENT, { seccion: 'paro', texto: 'No llegó el cemento; la cuadrilla limpió y ordenó', motivo: 'material', horas: 5 }]] as const)
      : []),
  ]; // prettier-ignore
}

/** Pictures of the demo's houses, as if somebody had taken them on site. */
const picturesOf = async ({ files }: Context) =>
  Promise.all(
    ['guayacan', 'corotu', 'entrada'].map(async (name) => {
      const bytes = await readFile(path.join(import.meta.dirname, `../assets/768/valle-sereno-${name}.webp`));
      return files.keep(bytes, `obra-${name}.webp`, 'image/webp');
    }),
  );

/** A rainy month of a project's diary, sealed each night, with one addendum that arrived a day late. */
export async function makeDiary(at: At, now: Date): Promise<void> {
  const { db } = at(0);
  const [contract] = await db
    .select({ id: contracts.id, projectId: contracts.projectId, typeId: contracts.typeId })
    .from(contracts)
    .innerJoin(projects, eq(projects.id, contracts.projectId))
    .where(and(eq(contracts.stateId, CONTRACT_STATE.inForce), eq(contracts.measure, 'actividades')))
    .orderBy(asc(contracts.id))
    .limit(1);
  if (!contract) return;
  const today = panamaDay(now);
  const works = await siteDays(db);
  const photos = await picturesOf(at(0));
  const chain = { projectId: contract.projectId, typeId: contract.typeId };
  const moment = (instant: Date, actor?: Actor) => at((now.getTime() - instant.getTime()) / HOUR_MS, actor);
  const tell = async (ctx: Context, day: string, told: Told) =>
    recordEntry(ctx, {
      cliente_id: randomUUID(),
      proyecto_id: chain.projectId,
      tipo_contrato_id: chain.typeId,
      fecha: day,
      escrita_a: ctx.now.toISOString(),
      tomadas: [],
      ...told,
    });
  const days = Array.from({ length: DAYS }, (_, back) => addDays(today, back - DAYS)).filter(works);
  for (const [nth, day] of days.entries()) {
    for (const [minute, [actor, told]] of entriesOf(nth, contract.id).entries()) {
      const ctx = moment(panamaInstant(day, `14:${String(10 + minute * 4).padStart(2, '0')}`), actor);
      const photo = told.seccion === 'trabajo' ? photos[dayNumber(day) % (2 * photos.length)] : undefined;
      await tell(
        photo ? { ...ctx, uploads: new Map([['fotos', [{ ...photo, field: 'fotos' }]]]) } : ctx,
        day,
        told,
      );
    }
    const midnight = moment(panamaInstant(addDays(day, 1), '00:10'));
    await sealUntil({ ...midnight, staff: null }, chain, day);
    if (nth === 8) {
      const late = moment(panamaInstant(addDays(day, 1), '07:30'), INSPECTOR);
      await tell(late, day, {
        seccion: 'nota',
        texto: 'Faltó anotar: la cuneta frente a la casa A-04 quedó tapada con arena',
      });
    }
  }
}
