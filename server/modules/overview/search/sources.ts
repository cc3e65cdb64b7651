import { sql } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import type { FoundKind } from '#contract/overview/search/endpoints.ts';
import { scopeOf } from '#server/kernel/context.ts';
import { containing } from '#server/kernel/db.ts';
import { maskDocument, maskPhone } from '#server/kernel/mask.ts';
import { conversationInReach } from '#server/modules/care/chat/chat.scope.ts';
import { projectsInReach } from '#server/modules/projects/projects/projects.scope.ts';
import { prospectsInReach } from '#server/modules/sales/prospects/prospects.scope.ts';
import { quotesInReach } from '#server/modules/sales/quotes/quotes.scope.ts';
import { salesInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { soughtPeople } from '#server/modules/sales/sale/search.service.ts';
import { SEARCHED } from '#server/modules/sales/sale/search.table.ts';
import {
  chargesFound,
  handoversFound,
  punchFound,
  surveysFound,
  ticketsFound,
  workOrdersFound,
} from './careSources.ts';
import {
  addendaFound,
  complaintsFound,
  deedsFound,
  envelopesFound,
  houseFilesFound,
  promisesFound,
  representativesFound,
  sealsFound,
  templatesFound,
} from './legalSources.ts';
import { entriesFound, reconciliationsFound, vouchersFound } from './ledgerSources.ts';
import { materialsFound, ordersFound, requestsFound } from './materialSources.ts';
import { batchesFound, fundsFound, invoicesFound, loansFound, issuedFound } from './payableSources.ts';
import { join, type Detail, type Reaching, type Source } from './source.ts';
import {
  accountsFound,
  blueprintsFound,
  contractAddendaFound,
  contractsFound,
  diariesFound,
  jobsFound,
  permitsFound,
  plansFound,
} from './worksSources.ts';

/**
 * Newest first. For a word that PostgreSQL estimates as common, it walks back from the newest row. Its statistics
 * include the words of lots, but a project's name is in no person's entry, so the walk would scan everything. In that
 * case the word index is used and its matches are sorted.
 */
export const newestFirst = (namesProject: boolean) => (number: string) =>
  sql.raw(namesProject ? `(${number} + 0) desc` : `${number} desc`);

const entryOf = (kind: number) => sql.raw(`e.kind = ${kind}`);
const whole = (ctx: Reaching, permission: Permission) => scopeOf(ctx, permission)?.scope === 'todo';
const numbersOf = ({ document, phone }: Detail) =>
  join(document && maskDocument(String(document)), phone && maskPhone(String(phone)));

/** The key of a lot typed without hyphen and zeros: a7 is A-07. Its search entry ends with `#` and this key. */
function lotKey(q: string): string | null {
  const key = q
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/(^|[a-z])0+(?=\d)/g, '$1');
  return /[a-z]/.test(key) && /\d/.test(key) && key.length <= 12 ? key : null;
}

const people: Source = {
  kind: 'persona',
  permission: 'ventas.ver',
  select: (ctx, { sought, newest, limit }) =>
    sought.words &&
    sql`select p.id, p.name title, json_build_object('document', p.document_number, 'phone', p.phone) detail
      from search_entries e join people p on p.id = e.ref where ${entryOf(SEARCHED.person)} and ${sought.words}
      ${whole(ctx, 'ventas.ver') ? sql`` : sql`and exists (select 1 from sales where sales.person_id = e.ref and ${salesInReach(ctx, 'ventas.ver')})`}
      order by ${newest('e.ref')} limit ${limit}`,
  subtitle: numbersOf,
  url: (id) => `/oficina/personas/${id}`,
};

/** By the person, who may have prospects in several projects. */
const prospectsFound: Source = {
  kind: 'prospecto',
  permission: 'ventas.ver',
  select: (ctx, { sought, newest, limit }) =>
    sought.words &&
    sql`select prospects.id, p.name title, json_build_object('project', r.name, 'adviser', u.name) detail
      from prospects join search_entries e on ${entryOf(SEARCHED.person)} and e.ref = prospects.person_id and ${sought.words}
      join people p on p.id = prospects.person_id join projects r on r.id = prospects.project_id
      left join users u on u.id = prospects.adviser_id
      where ${prospectsInReach(ctx, 'ventas.ver') ?? sql`true`} order by ${newest('prospects.id')} limit ${limit}`,
  subtitle: ({ project, adviser }) => join(project, adviser),
  url: (id) => `/oficina/prospectos/${id}`,
};

const salesFound: Source = {
  kind: 'venta',
  permission: 'ventas.ver',
  select(ctx, { sought, newest, limit }) {
    const reach = salesInReach(ctx, 'ventas.ver');
    const inReach = reach ? sql`join sales on sales.id = e.ref and ${reach}` : sql``;
    const ways = [
      sought.code &&
        sql`(select f.id, 0 far from (select * from sales where ${reach ?? sql`true`}) f where ${sought.code} order by f.id desc limit ${limit})`,
      sought.words &&
        sql`(select e.ref id, 1 far from search_entries e ${inReach} where ${entryOf(SEARCHED.sale)} and ${sought.words}
          order by ${newest('e.ref')} limit ${limit})`,
    ].filter((way) => way !== null);
    if (ways.length === 0) return null;
    return sql`select s.id, coalesce(s.code, 'Borrador ' || s.id) title,
        json_build_object('name', p.name, 'model', m.name, 'project', r.name, 'lot', l.name) detail
      from (select id, min(far) far from (${sql.join(ways, sql` union all `)}) ways group by id order by far, id desc limit ${limit}) found
      join sales s on s.id = found.id join people p on p.id = s.person_id join house_models m on m.id = s.model_id
      join projects r on r.id = s.project_id
      left join lot_claims c on c.sale_id = s.id and c.released_at is null left join lots l on l.id = c.lot_id
      order by found.far, s.id desc`;
  },
  subtitle: ({ name, model, project, lot }) => join(name, model, project, lot && `lote ${lot}`),
  url: (id) => `/oficina/ventas/${id}`,
};

/** By its code, PF-2026-00012, with or without PF. */
const quotesFound: Source = {
  kind: 'proforma',
  permission: 'ventas.ver',
  select(ctx, { q, limit }) {
    const code = /^(?:PF-?)?(\d{4}-\d{5,9})$/.exec(q.toUpperCase().replace(/\s/g, ''))?.[1];
    if (!code) return null;
    return sql`select quotes.id, quotes.code title, json_build_object('name', p.name, 'model', m.name, 'project', r.name) detail
      from quotes join people p on p.id = quotes.person_id join house_models m on m.id = quotes.model_id
      join projects r on r.id = quotes.project_id
      where quotes.code = ${`PF-${code}`} and ${quotesInReach(ctx, 'ventas.ver') ?? sql`true`} limit ${limit}`;
  },
  subtitle: ({ name, model, project }) => join(name, model, project),
  url: (id) => `/oficina/proformas/${id}`,
};

const lotsFound: Source = {
  kind: 'lote',
  permission: 'proyectos.ver',
  select(ctx, { q, sought, limit }) {
    const key = lotKey(q);
    const exact = key && sql`e.words like ${`%#${key}`}`;
    const ways = [exact, sought.words].filter((way) => way !== null);
    if (ways.length === 0) return null;
    return sql`select l.id, l.name title, json_build_object('project', projects.name) detail
      from search_entries e join lots l on l.id = e.ref join projects on projects.id = l.project_id
      where ${entryOf(SEARCHED.lot)} and (${sql.join(ways, sql` or `)}) and ${projectsInReach(ctx, 'proyectos.ver') ?? sql`true`}
      order by ${exact ? sql`${exact} desc, ` : sql``} e.ref limit ${limit}`;
  },
  subtitle: ({ project }) => join(project),
  url: (id) => `/oficina/lotes?lote=${id}`,
};

const housesFound: Source = {
  kind: 'vivienda',
  permission: 'proyectos.ver',
  select(ctx, { q, limit }) {
    const key = lotKey(q);
    if (!key) return null;
    return sql`select h.id, h.name title, json_build_object('project', projects.name, 'lot', l.name, 'model', m.name) detail
      from search_entries e join lots l on l.id = e.ref join houses h on h.lot_id = l.id and h.archived_at is null
      join house_models m on m.id = h.model_id join projects on projects.id = l.project_id
      where ${entryOf(SEARCHED.lot)} and e.words like ${`%#${key}`} and ${projectsInReach(ctx, 'proyectos.ver') ?? sql`true`}
      order by h.id limit ${limit}`;
  },
  subtitle: ({ model, lot, project }) => join(model, lot && `lote ${lot}`, project),
  url: (id) => `/oficina/viviendas?vivienda=${id}`,
};

/** By a word of the document's name and the person: "carta rosario". */
const documentsFound: Source = {
  kind: 'documento',
  permission: 'documentos.ver',
  select(ctx, { documents, limit }) {
    if (!documents?.sought.words) return null;
    const named = documents.types.map(
      (word) => sql`searchable(d.label) like searchable(${containing(word)})`,
    );
    return sql`select d.id, d.label title, json_build_object('name', p.name, 'code', sales.code, 'sale', sales.id) detail
      from search_entries e join sales on sales.id = e.ref join people p on p.id = sales.person_id
      join documents d on d.sale_id = sales.id
      where ${entryOf(SEARCHED.sale)} and ${documents.sought.words} and (${sql.join(named, sql` and `)})
        and ${salesInReach(ctx, 'documentos.ver') ?? sql`true`} order by d.id desc limit ${limit}`;
  },
  subtitle: ({ name, code }) => join(name, code),
  url: (id, { sale }) => `/oficina/ventas/${sale}?tab=papeles&papel=${id}`,
};

const modelsFound: Source = {
  kind: 'modelo',
  permission: 'proyectos.ver',
  select: (ctx, { q, limit }) =>
    sql`select m.id, m.name title, json_build_object('project', projects.name, 'name', m.name) detail
      from house_models m join projects on projects.id = m.project_id
      where searchable(m.name) like searchable(${containing(q)}) and m.archived_at is null and projects.archived_at is null
        and ${projectsInReach(ctx, 'proyectos.ver') ?? sql`true`} order by m.id limit ${limit}`,
  subtitle: ({ project }) => join(project),
  url: (_, { name }) => `/oficina/modelos?${new URLSearchParams({ q: String(name) }).toString()}`,
};

/** By the person's name, telephone or document. */
const conversationsFound: Source = {
  kind: 'conversacion',
  permission: 'chat.ver',
  select(ctx, { q, limit }) {
    const sought = soughtPeople(q);
    return (
      sought &&
      sql`select c.id, p.name title, json_build_object('at', to_char(c.last_message_at at time zone 'America/Panama', 'DD-MM-YYYY')) detail
        from conversations c join people p on p.id = c.person_id
        where c.joined_into_id is null and c.person_id in (${sought}) and ${conversationInReach(ctx, 'chat.ver')}
        order by c.last_message_at desc, c.id desc limit ${limit}`
    );
  },
  subtitle: ({ at }) => `Último mensaje: ${at}`,
  url: (id) => `/oficina/chat?sala=${id}`,
};

/** By words of a message, accents ignored; the trigram index has no shorter ones. */
const messagesFound: Source = {
  kind: 'mensaje',
  permission: 'chat.ver',
  select: (ctx, { q, limit }) =>
    q.length < 3
      ? null
      : sql`select m.id, left(m.content, 120) title,
          json_build_object('name', p.name, 'room', c.id, 'seq', m.seq, 'at', to_char(m.created_at at time zone 'America/Panama', 'DD-MM-YYYY')) detail
        from chat_messages m join conversations c on c.id = m.conversation_id join people p on p.id = c.person_id
        where searchable(m.content) like searchable(${containing(q)}) and m.deleted_at is null and ${conversationInReach(ctx, 'chat.ver')}
        order by m.id desc limit ${limit}`,
  subtitle: ({ name, at }) => join(name, at),
  url: (_, { room, seq }) => `/oficina/chat?sala=${room}&mensaje=${seq}`,
};

/** By its receipt number: R-000123. */
const payments: Source = {
  kind: 'pago',
  permission: 'pagos.ver',
  select(ctx, { q, limit }) {
    const typed = q.toUpperCase();
    if (!/^[A-Z0-9-]{1,18}$/.test(typed)) return null;
    const digits = /\d+$/.exec(typed)?.[0] ?? '';
    const numbers = [...digits].map((_, at) => Number(digits.slice(at))).filter((one) => one < 1_000_000_000);
    if (numbers.length === 0) return null;
    // With the prefix stored on each receipt, because the setting may have changed since.
    return sql`select y.id, y.receipt_prefix || lpad(y.receipt_number::text, greatest(y.receipt_digits, length(y.receipt_number::text)), '0') title,
        json_build_object('name', p.name, 'code', sales.code) detail
      from payments y join sales on sales.id = y.sale_id join people p on p.id = sales.person_id
      where y.receipt_number = any(${sql.param(numbers)}::int[])
        and ${typed} ~ ('^(' || y.receipt_prefix || ')?0*' || y.receipt_number || '$')
        and ${salesInReach(ctx, 'pagos.ver') ?? sql`true`} limit ${limit}`;
  },
  subtitle: ({ name, code }) => join(name, code),
  url: (id) => `/oficina/pagos?pago=${id}`,
};

const projectsFound: Source = {
  kind: 'proyecto',
  permission: 'proyectos.ver',
  select: (ctx, { q, limit }) =>
    sql`select projects.id, projects.name title, json_build_object('district', projects.district) detail from projects
      where searchable(projects.name) like searchable(${containing(q)}) and projects.archived_at is null
        and ${projectsInReach(ctx, 'proyectos.ver') ?? sql`true`} order by projects.id limit ${limit}`,
  subtitle: ({ district }) => join(district),
  url: (id) => `/oficina/proyectos/${id}`,
};

/** All search sources, in the order of the response. */
export const SOURCES: readonly Source[] = [
  people,
  prospectsFound,
  salesFound,
  quotesFound,
  documentsFound,
  conversationsFound,
  messagesFound,
  lotsFound,
  housesFound,
  payments,
  houseFilesFound,
  deedsFound,
  handoversFound,
  punchFound,
  ticketsFound,
  surveysFound,
  workOrdersFound,
  contractsFound,
  jobsFound,
  accountsFound,
  entriesFound,
  vouchersFound,
  reconciliationsFound,
  diariesFound,
  contractAddendaFound,
  requestsFound,
  ordersFound,
  materialsFound,
  chargesFound,
  invoicesFound,
  issuedFound,
  batchesFound,
  fundsFound,
  loansFound,
  promisesFound,
  addendaFound,
  envelopesFound,
  representativesFound,
  sealsFound,
  complaintsFound,
  templatesFound,
  modelsFound,
  plansFound,
  permitsFound,
  blueprintsFound,
  projectsFound,
];

/** Words before a name that say what is meant: "lote a-04", "casa a-05". */
const KIND_WORDS: Readonly<Record<string, FoundKind>> = {
  lote: 'lote',
  casa: 'vivienda',
  vivienda: 'vivienda',
  modelo: 'modelo',
  plan: 'plan_accion',
  proyecto: 'proyecto',
  proforma: 'proforma',
  recibo: 'pago',
  pago: 'pago',
  contrato: 'contrato',
  trabajo: 'trabajo',
  bitacora: 'bitacora',
  diario: 'bitacora',
  orden: 'orden_compra',
  material: 'material',
  promesa: 'promesa',
  adenda: 'adenda',
  sello: 'sello',
  reclamo: 'reclamo',
  plantilla: 'plantilla_legal',
  finca: 'expediente',
  escritura: 'escritura',
  prospecto: 'prospecto',
  venta: 'venta',
  cliente: 'persona',
  mensaje: 'mensaje',
  chat: 'conversacion',
};

/** The kind that the first word names, and the text after it. */
export function namedKind(q: string): { kind: FoundKind; rest: string } | null {
  const [, word = '', rest = ''] = /^(\p{L}+)\s+(.+)$/u.exec(q) ?? [];
  const kind = KIND_WORDS[word.toLowerCase()];
  return kind ? { kind, rest } : null;
}
