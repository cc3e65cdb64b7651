import { and, sql } from 'drizzle-orm';
import { recordUrl } from '#contract/company/comments/recordUrl.ts';
import { containing } from '#server/kernel/db.ts';
import { projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { accountsInReach } from '#server/modules/works/accounts/accounts.scope.ts';
import { contractsInReach } from '#server/modules/works/contracts/construction.scope.ts';
import { addendaInReach } from '#server/modules/works/contracts/contractAddenda.scope.ts';
import { entriesInReach } from '#server/modules/works/diary/diary.scope.ts';
import { join, type Source } from './source.ts';

/** By its model: "plan guayacán". */
export const plansFound: Source = {
  kind: 'plan_accion',
  permission: 'proyectos.ver',
  select: (ctx, { q, limit }) =>
    sql`select m.id, 'Plan de ' || m.name title, json_build_object('project', projects.name) detail
      from house_models m join projects on projects.id = m.project_id
      where searchable('plan de accion ' || m.name) like searchable(${containing(q)}) and m.archived_at is null and projects.archived_at is null
        and exists (select from action_plans p where p.model_id = m.id) and ${projectsInReach(ctx, 'proyectos.ver') ?? sql`true`}
      order by m.id limit ${limit}`,
  subtitle: ({ project }) => join(project),
  url: (id) => `/oficina/planes-de-accion/${id}`,
};

/** By the permit, its number, its entity, or what it is for. */
export const permitsFound: Source = {
  kind: 'permiso',
  permission: 'permisos.ver',
  select: (ctx, { q, limit }) =>
    q.length < 3
      ? null
      : sql`select p.id, t.label title, json_build_object('of', coalesce(h.name, m.name), 'project', projects.name, 'number', p.number) detail
        from permits p join projects on projects.id = p.project_id
        join catalog_items t on t.catalog = 'detalles_plano' and t.id = p.type_id
        left join house_models m on m.id = p.model_id left join houses h on h.id = p.house_id
        where searchable(concat_ws(' ', t.label, p.number, p.entity, m.name, h.name)) like searchable(${containing(q)})
          and projects.archived_at is null and ${projectsInReach(ctx, 'permisos.ver') ?? sql`true`}
        order by p.house_id is not null, p.id limit ${limit}`,
  subtitle: ({ of, project, number }) => join(number, of, project),
  url: (id) => `/oficina/permisos?permiso=${id}`,
};

/** By its model: "plano guayacán". */
export const blueprintsFound: Source = {
  kind: 'plano',
  permission: 'permisos.ver',
  select: (ctx, { q, limit }) =>
    sql`select m.id, 'Plano ' || m.name title, json_build_object('project', projects.name) detail
      from house_models m join projects on projects.id = m.project_id
      where searchable('plano ' || m.name) like searchable(${containing(q)}) and m.archived_at is null and projects.archived_at is null
        and exists (select from blueprint_versions v where v.model_id = m.id) and ${projectsInReach(ctx, 'permisos.ver') ?? sql`true`}
      order by m.id limit ${limit}`,
  subtitle: ({ project }) => join(project),
  url: (id) => `/oficina/planos?plano=${id}`,
};

export const contractsFound: Source = {
  kind: 'contrato',
  permission: 'contratos.ver',
  select: (ctx, { q, limit }) =>
    sql`select contracts.id, contracts.name title, json_build_object('reference', contracts.reference, 'project', r.name) detail
      from contracts join projects r on r.id = contracts.project_id
      where searchable(contracts.reference || ' ' || contracts.name) like searchable(${containing(q)})
        and ${and(contractsInReach(ctx, 'contratos.ver') ?? sql`true`)} order by contracts.id desc limit ${limit}`,
  subtitle: ({ reference, project }) => join(reference, project),
  url: (id) => `/oficina/contratos/${id}`,
};

export const jobsFound: Source = {
  kind: 'trabajo',
  permission: 'contratos.ver',
  select: (ctx, { q, limit }) =>
    sql`select jobs.id, concat_ws(' · ', h.name, coalesce(a.label, i.description)) title,
        json_build_object('reference', contracts.reference, 'state', s.label) detail
      from jobs join contracts on contracts.id = jobs.contract_id left join houses h on h.id = jobs.house_id
        left join catalog_items a on a.catalog = 'contract_activities' and a.id = jobs.activity_id
        left join contract_items i on i.id = jobs.item_id
        join catalog_items s on s.catalog = 'states_jobs' and s.id = jobs.state_id
      where searchable(concat_ws(' ', h.name, a.label, i.code, i.description)) like searchable(${containing(q)})
        and ${contractsInReach(ctx, 'contratos.ver') ?? sql`true`} order by jobs.id desc limit ${limit}`,
  subtitle: ({ reference, state }) => join(reference, state),
  url: (id) => recordUrl('trabajo', id),
};

export const accountsFound: Source = {
  kind: 'cuenta_obra',
  permission: 'contratos.ver',
  select: (ctx, { q, limit }) =>
    sql`select progress_accounts.id, contracts.name || ', cuenta ' || progress_accounts.number title,
        json_build_object('reference', contracts.reference, 'contractor', p.name) detail
      from progress_accounts join contracts on contracts.id = progress_accounts.contract_id
        join partners p on p.id = contracts.contractor_id
      where searchable(contracts.reference || ' ' || contracts.name || ' cuenta ' || progress_accounts.number) like searchable(${containing(q)})
        and ${accountsInReach(ctx) ?? sql`true`} order by progress_accounts.id desc limit ${limit}`,
  subtitle: ({ reference, contractor }) => join(reference, contractor),
  url: (id) => `/oficina/pagos-a-contratistas/${id}`,
};

/** By words of an entry: "losa casa 12". */
export const diariesFound: Source = {
  kind: 'bitacora',
  permission: 'bitacora.ver',
  select: (ctx, { q, limit }) =>
    q.length < 3
      ? null
      : sql`select diaries.id, 'Bitácora del ' || to_char(diaries.day, 'DD-MM-YYYY') title,
          json_build_object('text', left(string_agg(diary_entries.text, '. ' order by diary_entries.id), 90), 'project', p.name, 'type', t.label) detail
        from diary_entries join diaries on diaries.id = diary_entries.diary_id join projects p on p.id = diaries.project_id
          left join catalog_items t on t.catalog = 'tipo_contratos' and t.id = diaries.type_id
        where searchable(diary_entries.text) like searchable(${containing(q)}) and ${entriesInReach(ctx, 'bitacora.ver') ?? sql`true`}
        group by diaries.id, diaries.day, p.name, t.label order by diaries.day desc, diaries.id desc limit ${limit}`,
  subtitle: ({ text, project, type }) => join(text, project, type),
  url: (id) => recordUrl('bitacora', id),
};

export const contractAddendaFound: Source = {
  kind: 'adenda_contrato',
  permission: 'contratos.ver',
  select: (ctx, { q, limit }) =>
    sql`select contract_addenda.id, contracts.name || ', adenda ' || contract_addenda.number title,
        json_build_object('contract', contracts.id, 'reference', contracts.reference, 'reason', contract_addenda.reason) detail
      from contract_addenda join contracts on contracts.id = contract_addenda.contract_id
      where searchable(contracts.reference || ' ' || contracts.name || ' adenda ' || contract_addenda.number || ' ' || contract_addenda.reason)
          like searchable(${containing(q)})
        and ${addendaInReach(ctx) ?? sql`true`} order by contract_addenda.id desc limit ${limit}`,
  subtitle: ({ reference, reason }) => join(reference, reason),
  url: (_, { contract }) => `/oficina/contratos/${contract}?ver=adendas`,
};
