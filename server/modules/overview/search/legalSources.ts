import { sql } from 'drizzle-orm';
import { COMPLAINT_KINDS, COMPLAINT_LABELS, type ComplaintKind } from '#contract/legal/complaints/rules.ts';
import { TEMPLATE_KINDS, type TemplateKind } from '#contract/legal/contractTemplates/fields.ts';
import { SEAL_LABELS } from '#contract/legal/seals/rules.ts';
import { containing } from '#server/kernel/db.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { deedsInReach } from '#server/modules/legal/deeds/deeds.scope.ts';
import { houseFilesInReach } from '#server/modules/legal/houseFile/houseFile.scope.ts';
import { sealMatching, sealsInReach } from '#server/modules/legal/seals/seals.scope.ts';
import { join, type Source } from './source.ts';

export const promisesFound: Source = {
  kind: 'promesa',
  permission: 'legal.ver',
  select(ctx, { q, limit }) {
    const code = /^(?:PR-?)?(\d{4}-\d{5,9}(?:-\d{1,3})?)$/.exec(q.toUpperCase().replace(/\s/g, ''))?.[1];
    if (!code) return null;
    return sql`select promises.id, promises.code title,
        json_build_object('name', p.name, 'project', r.name, 'sale', sales.code) detail
      from promises join sales on sales.id = promises.sale_id join people p on p.id = sales.person_id
      join projects r on r.id = sales.project_id
      where promises.code like ${`PR-${code}%`} and ${salesInReach(ctx, 'legal.ver') ?? sql`true`}
      order by promises.round desc limit ${limit}`;
  },
  subtitle: ({ name, sale, project }) => join(name, sale, project),
  url: (id) => `/oficina/promesas/${id}`,
};

export const addendaFound: Source = {
  kind: 'adenda',
  permission: 'legal.ver',
  select(ctx, { q, limit }) {
    const code = /^(?:AD-?)?(\d{4}-\d{5,9})$/.exec(q.toUpperCase().replace(/\s/g, ''))?.[1];
    if (!code) return null;
    return sql`select addenda.id, addenda.code title, json_build_object('name', p.name, 'sale', sales.code) detail
      from addenda join sales on sales.id = addenda.sale_id join people p on p.id = sales.person_id
      where addenda.code = ${`AD-${code}`} and ${salesInReach(ctx, 'legal.ver') ?? sql`true`} limit ${limit}`;
  },
  subtitle: ({ name, sale }) => join(name, sale),
  url: (id) => `/oficina/adendas/${id}`,
};

/** A number of at least three digits as typed: of a finca, a deed or an entry of the registry. */
const numberOf = (q: string): string | null => (/^\d[\d/-]{2,19}$/.test(q) ? q : null);

export const houseFilesFound: Source = {
  kind: 'expediente',
  permission: 'legal.ver',
  select(ctx, { q, limit }) {
    const number = numberOf(q);
    return number === null
      ? null
      : sql`select l.id, l.name title, json_build_object('finca', f.own_finca, 'project', p.name) detail
        from house_files f join lots l on l.id = f.lot_id join projects p on p.id = l.project_id
        where f.own_finca like ${`${number}%`} and ${houseFilesInReach(ctx, 'legal.ver')} order by l.id limit ${limit}`;
  },
  subtitle: ({ finca, project }) => join(finca && `Finca ${finca}`, project),
  url: (id) => `/oficina/expedientes-viviendas?expediente=${id}`,
};

export const deedsFound: Source = {
  kind: 'escritura',
  permission: 'legal.ver',
  select(ctx, { q, limit }) {
    const number = numberOf(q);
    return number === null
      ? null
      : sql`select d.id, p.name title, json_build_object('number', d.number, 'code', s.code) detail
        from deeds d join sales s on s.id = d.sale_id join people p on p.id = s.person_id
        where (d.number = ${number} or exists (select from deed_entries e where e.deed_id = d.id and e.number like ${`${number}%`}))
          and ${deedsInReach(ctx, 'legal.ver')} order by d.id desc limit ${limit}`;
  },
  subtitle: ({ number, code }) => join(number && `Escritura ${number}`, code),
  url: (id) => `/oficina/escrituras/${id}`,
};

/** By its title. */
export const envelopesFound: Source = {
  kind: 'sobre',
  permission: 'legal.ver',
  select: (ctx, { q, limit }) =>
    sql`select envelopes.id, envelopes.title, json_build_object('name', p.name, 'code', sales.code) detail
      from envelopes join sales on sales.id = envelopes.sale_id join people p on p.id = sales.person_id
      where searchable(envelopes.title) like searchable(${containing(q)})
        and ${salesInReach(ctx, 'legal.ver') ?? sql`true`} order by envelopes.id desc limit ${limit}`,
  subtitle: ({ name, code }) => join(name, code),
  url: (id) => `/oficina/firmas?sobre=${id}`,
};

export const representativesFound: Source = {
  kind: 'representante',
  permission: 'legal.ver',
  select: (_, { q, limit }) =>
    sql`select r.id, r.name title, json_build_object('power', r.power_text) detail from representatives r
      where searchable(r.name) like searchable(${containing(q)}) and r.archived_at is null order by r.id desc limit ${limit}`,
  subtitle: ({ power }) => join(power),
  url: (id) => `/oficina/representantes?representante=${id}`,
};

/** By a word of the title, its code or its fingerprint. */
export const sealsFound: Source = {
  kind: 'sello',
  permission: 'legal.ver',
  select: (ctx, { q, limit }) =>
    sql`select seals.id, seals.title, json_build_object('code', seals.evidence->>'code', 'state', seals.state_id) detail
      from seals where (${sealMatching(q)}) and ${sealsInReach(ctx, 'legal.ver') ?? sql`true`}
      order by seals.requested_at desc, seals.id desc limit ${limit}`,
  subtitle: ({ code, state }) => join(code, SEAL_LABELS[Number(state)]),
  url: (id) => `/oficina/sellos?sello=${id}`,
};

/** By its number at ACODECO, its sale's code or its buyer. */
export const complaintsFound: Source = {
  kind: 'reclamo',
  permission: 'legal.ver',
  select: (ctx, { q, limit }) =>
    sql`select k.id, p.name title, json_build_object('number', k.number, 'code', sales.code, 'kind', k.kind, 'state', k.state_id) detail
      from complaints k join sales on sales.id = k.sale_id join people p on p.id = sales.person_id
      where searchable(concat_ws(' ', k.number, sales.code, p.name)) like searchable(${containing(q)})
        and ${salesInReach(ctx, 'legal.ver') ?? sql`true`} order by k.id desc limit ${limit}`,
  subtitle: ({ number, code, kind, state }) =>
    join(COMPLAINT_KINDS[kind as ComplaintKind], number, code, COMPLAINT_LABELS[Number(state)]),
  url: (id) => `/oficina/reclamos-acodeco?reclamo=${id}`,
};

/** By its name. */
export const templatesFound: Source = {
  kind: 'plantilla_legal',
  permission: 'legal.ver',
  select: (_, { q, limit }) =>
    sql`select t.id, t.name title, json_build_object('kind', t.kind, 'project', r.name) detail
      from contract_templates t left join projects r on r.id = t.project_id
      where searchable(t.name) like searchable(${containing(q)}) and t.archived_at is null order by t.name, t.id limit ${limit}`,
  subtitle: ({ kind, project }) => join(TEMPLATE_KINDS[kind as TemplateKind], project),
  url: (id) => `/oficina/plantillas-contratos/${id}`,
};
