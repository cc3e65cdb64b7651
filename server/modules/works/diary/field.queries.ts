import { and, asc, eq, gte, inArray } from 'drizzle-orm';
import { contractTypes } from '#contract/company/catalogs/worksLists.ts';
import { addDays, panamaDay } from '#contract/dates.ts';
import { CONTRACT_STATE } from '#contract/works/contracts/rules.ts';
import type { Field, FieldDiary } from '#contract/works/diary/model.ts';
import type { Context } from '#server/kernel/context.ts';
import { catalogLabels } from '#server/modules/company/catalogs/catalogs.service.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { entriesInReach } from './diary.scope.ts';
import { diaries, diaryEntries } from './diary.table.ts';

/** Contracts that a diary still tells of. */
const TOLD_STATES = [CONTRACT_STATE.inForce, CONTRACT_STATE.suspended, CONTRACT_STATE.finished];
/** A diary without such a contract stays on the phones for so many days after its last entry. */
const RECENT_DAYS = 30;

/** The diaries that the caller may write, for a phone: of contracts that are being built, or written lately. */
export async function fieldDiaries(ctx: Context): Promise<Field> {
  const today = panamaDay(ctx.now);
  const offered = await ctx.db
    .select({
      project: { id: projects.id, name: projects.name },
      typeId: contracts.typeId,
      contract: { id: contracts.id, nombre: contracts.name, contratista: partners.name },
    })
    .from(contracts)
    .innerJoin(projects, eq(projects.id, contracts.projectId))
    .innerJoin(partners, eq(partners.id, contracts.contractorId))
    .where(
      and(
        inArray(contracts.stateId, TOLD_STATES),
        projectsInReach(ctx, 'bitacora.crear'),
        contractsInReach(ctx, 'bitacora.crear'),
      ),
    )
    .orderBy(asc(projects.name), asc(contracts.typeId), asc(contracts.id));
  const recent = await ctx.db
    .selectDistinct({ project: { id: projects.id, name: projects.name }, typeId: diaries.typeId })
    .from(diaries)
    .innerJoin(projects, eq(projects.id, diaries.projectId))
    .innerJoin(diaryEntries, eq(diaryEntries.diaryId, diaries.id))
    .where(
      and(
        gte(diaries.day, addDays(today, -RECENT_DAYS)),
        projectsInReach(ctx, 'bitacora.crear'),
        entriesInReach(ctx, 'bitacora.crear'),
      ),
    );
  const written = await ctx.db
    .select({
      projectId: diaries.projectId,
      typeId: diaries.typeId,
      seccion: diaryEntries.section,
      texto: diaryEntries.text,
      cantidad: diaryEntries.count,
    })
    .from(diaryEntries)
    .innerJoin(diaries, eq(diaries.id, diaryEntries.diaryId))
    .where(and(eq(diaries.day, today), entriesInReach(ctx, 'bitacora.ver')))
    .orderBy(asc(diaryEntries.id));
  const types = await catalogLabels(ctx.db, contractTypes);
  const keyOf = (projectId: number, typeId: number) => `${projectId} ${typeId}`;
  const writtenIn = Map.groupBy(written, ({ projectId, typeId }) => keyOf(projectId, typeId));
  const list = new Map<string, FieldDiary>();
  for (const { project, typeId, contract } of [
    ...offered,
    ...recent.map((one) => ({ ...one, contract: null })),
  ]) {
    const key = keyOf(project.id, typeId);
    const known = list.get(key) ?? {
      proyecto: project,
      tipo: { id: typeId, name: types.get(typeId) ?? '' },
      contratos: [],
      hoy: (writtenIn.get(key) ?? []).map(({ seccion, texto, cantidad }) => ({ seccion, texto, cantidad })),
    };
    list.set(key, contract ? { ...known, contratos: [...known.contratos, contract] } : known);
  }
  return { ahora: ctx.now.toISOString(), diarios: [...list.values()] };
}
