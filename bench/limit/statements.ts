/**
 * The best single statement for each of our endpoints, without checks, masks, labels or row scopes. Its speed on a bare
 * server is the limit that ours is compared with (quality.md, "Speed of the server").
 */
export interface Statement {
  /** Name of the prepared statement. A search has none: its plan must know how rare the words are. */
  name?: string;
  text: string;
}

/** 25 sales of a state, newest first, with person, project, lot, processor and documents, and the exact total. */
export const LIST: Statement = {
  name: 'list',
  text: `select s.id, s.code, s.state_id, s.version, p.name, p.document_number, p.phone, pr.id project_id, pr.name project,
      m.id model_id, m.name model, l.id lot_id, l.name lot, c.kind, c.since, c.until, a.id adviser_id, a.name adviser,
      w.id processor_id, w.name processor, d.required, d.approved, d.to_review,
      (select state_id from payments y where y.sale_id = s.id and y.type_id = 1 order by y.id desc limit 1) separation,
      s.last_action_id, s.last_action_at, s.state_since, s.created_at,
      (select count(*)::int from sales where state_id = $1) total
    from (select * from sales where state_id = $1 order by id desc limit 25) s
    join people p on p.id = s.person_id join projects pr on pr.id = s.project_id join house_models m on m.id = s.model_id
    left join lot_claims c on c.sale_id = s.id and c.released_at is null left join lots l on l.id = c.lot_id
    left join users a on a.id = s.adviser_id left join users w on w.id = s.processor_id
    cross join lateral (select count(*)::int required, count(*) filter (where state_id in (4, 7, 9))::int approved,
      count(*) filter (where state_id in (2, 3))::int to_review from documents where sale_id = s.id and required) d
    order by s.id desc`,
};

/** The same for a number of words; the total is counted up to the same limit as ours. */
export const searchOf = (words: number): Statement => ({
  text: LIST.text.replace('(select count(*)::int from sales where state_id = $1)', 'f.total').replace(
    'from (select * from sales where state_id = $1 order by id desc limit 25) s',
    `from (select e.id, count(*) over ()::int total from (select ref id from search_entries
        where kind = 2 and ${Array.from({ length: words }, (_, at) => `words like $${at + 1}`).join(' and ')}
        order by ref desc limit 225) e order by e.id desc limit 25) f
      join sales s on s.id = f.id`,
  ),
});

/** One sale with person, money, stages and consents. */
export const RECORD: Statement = {
  name: 'record',
  text: `select row_to_json(s) sale, row_to_json(p) person, pr.name project, m.name model, a.name adviser, w.name processor,
      row_to_json(c) claim, row_to_json(l) lot,
      (select json_agg(y order by id) from payments y where sale_id = s.id) payments,
      (select json_agg(y order by id) from consents y where sale_id = s.id) consents,
      (select json_agg(y order by stage) from sale_cards y where sale_id = s.id) stages,
      (select json_agg(y order by position) from sale_family y where sale_id = s.id) family
    from sales s join people p on p.id = s.person_id join projects pr on pr.id = s.project_id
    join house_models m on m.id = s.model_id left join users a on a.id = s.adviser_id
    left join users w on w.id = s.processor_id
    left join lateral (select * from lot_claims where sale_id = s.id order by released_at is not null, id desc limit 1) c on true
    left join lots l on l.id = c.lot_id where s.id = $1`,
};

/** The sale's documents with their versions. */
export const PAPERS: Statement = {
  name: 'papers',
  text: `select row_to_json(d) paper, t.name type, t.privacy, u.name reviewer,
      (select json_agg(json_build_object('number', v.number, 'id', f.id, 'name', f.name, 'mime', f.mime, 'size', f.size,
        'at', v.uploaded_at) order by v.number desc)
        from document_versions v join files f on f.id = v.file_id where v.document_id = d.id) versions
    from documents d join document_types t on t.id = d.type_id left join users u on u.id = d.reviewed_by
    where d.sale_id = $1 order by t.position, d.position`,
};

/** The sale's history, newest first. */
export const HISTORY: Statement = {
  name: 'history',
  text: `with moves as (
      select 'estado' kind, null::text subject, c.* from changes c where c.record = 'precontrato' and c.record_id = $1
      union all
      select 'documento', d.label, c.* from documents d join changes c on c.record = 'documento' and c.record_id = d.id
        where d.sale_id = $1 and c.from_state is not null
      union all
      select 'pago', null, c.* from payments y join changes c on c.record = 'pago' and c.record_id = y.id
        where y.sale_id = $1 and (y.plan_id is null or (c.from_state is not null and c.to_state <> 9)))
    select kind, c.id, c.at, u.name who, c.subject, c.from_state, c.to_state, w.reason text, null other
      from moves c left join change_details w on w.tx = c.tx and w.id = c.id left join users u on c.actor_kind = 'staff' and u.id::text = c.actor_id
    union all
    select 'asignacion', a.id, a.at, u.name, null, null, null, a.reason, w.name from assignments a
      join users w on w.id = a.processor_id left join users u on u.id = a.assigned_by where a.sale_id = $1
    union all
    select 'comentario', m.id, m.created_at, u.name, null, null, null, m.body, null from comments m
      join users u on u.id = m.user_id where m.reference = 'precontrato' and m.reference_id = $1
    union all
    select 'hecho', a.id, a.at, u.name, null, null, null, a.data->>'reason', a.action from audit_log a
      left join users u on a.actor_kind = 'staff' and u.id::text = a.actor_id
      where a.entity = 'precontrato' and a.entity_id = $1::text and a.action in ('editar', 'extender_separacion', 'agregar_comprador',
        'quitar_comprador', 'cambiar_contacto', 'cambiar_lote', 'cambiar_asesor', 'cambiar_abogado', 'enviar_enlace', 'crear_plan',
        'cambiar_plan', 'reprogramar')
    order by at desc, id desc limit 500`,
};

/**
 * The times of a project that guests may book. Parameters: project, first and last day, closed days, minutes of a visit,
 * earliest instant. DAYS returns each day of these rows once.
 */
export const TIMES: Statement = {
  name: 'times',
  text: `with agents as (select agent_id, hours from appointment_templates where project_id = $1),
      days as (select d::date as day, extract(isodow from d) as weekday
        from generate_series($2::date, $3::date, interval '1 day') d where d::date <> all($4::date[])),
      busy as materialized (select agent_id, range_agg(tstzrange(starts_at, ends_at)) held from appointments
        where agent_id in (select agent_id from agents) and state_id in (1, 2, 3, 4)
          and starts_at > $2::date - interval '1 day' and starts_at < $3::date + interval '1 day' group by 1),
      off as materialized (select agent_id, range_agg(tsrange(day + coalesce(from_time::time, '00:00'), day + coalesce(to_time::time, '24:00'))) held
        from appointment_exceptions where agent_id in (select agent_id from agents) and kind = 'libre' and day between $2::date and $3::date group by 1),
      times as (select a.agent_id, d.day, d.day + (h->>'from')::time + n * make_interval(mins => $5::int) as starts
        from agents a cross join jsonb_array_elements(a.hours) h
        join days d on d.weekday = (h->>'weekday')::int
        cross join generate_series(0, floor(extract(epoch from (h->>'to')::time - (h->>'from')::time) / 60 / $5::int)::int - 1) n)
    select day as fecha, to_char(starts, 'HH24:MI') as hora_inicio, to_char(starts + make_interval(mins => $5::int), 'HH24:MI') as hora_final
    from times t left join busy using (agent_id) left join off using (agent_id)
    where starts::timestamptz >= $6
      and (busy.held is null or not busy.held && tstzrange(starts::timestamptz, starts::timestamptz + make_interval(mins => $5::int)))
      and (off.held is null or not off.held && tsrange(starts, starts + make_interval(mins => $5::int)))
      and not exists (select from users u where u.id = t.agent_id and t.day::text between u.away_from and coalesce(u.away_to, t.day::text))
    group by 1, 2, 3 order by 1, 2`,
};

export const DAYS: Statement = {
  name: 'days',
  text: `select distinct fecha from (${TIMES.text}) free order by 1`,
};
