import { ACCOUNT } from '#contract/company/catalogs/accountingLists.ts';
import { PAYMENT_TYPE } from '#contract/company/catalogs/states.ts';
import { HANDOVER } from '#contract/care/handover/rules.ts';
import { anyOf, idOf, rows, sql } from '#server/kernel/db.ts';
import { amongIds, eventsOf, type PostingEvent, type PostingSource } from '#server/kernel/postings.ts';
import { AMOUNT_OF_TYPE } from '#server/modules/money/payments/amounts.service.ts';

interface Delivered {
  /** The sale. */
  id: number;
  code: string | null;
  lot: string;
  lotId: number;
  personId: number;
  projectId: number;
  deliveredOn: string;
  price: number;
  paid: { id: number; type: number; cents: number; day: string }[];
  land: number;
  construction: number;
  infrastructure: number;
}

/** Not part of the price: fees of the notary and the registry, which the company only passes on. */
const OUTSIDE = anyOf([PAYMENT_TYPE.legal]);
const OWN = sql.raw(`'entrega.costo'`);
const spent = (account: number) =>
  sql`(select coalesce(sum(l.debit_cents - l.credit_cents), 0)::bigint from journal_lines l join journal_entries e on e.id = l.entry_id
    where l.lot_id = h.lot_id and l.account_id = ${idOf(account)} and e.event_kind is distinct from ${OWN}
      and not exists (select from journal_entries o where o.id = e.reversal_of and o.event_kind = ${OWN}))`;

/** What was delivered before the company moved in is income only of books that had begun by then. */
const IN_BOOKS =
  sql.raw(`(not k.imported or exists (select from projects p join ledger_books b on b.book_id = p.promoter_id
  where p.id = s.project_id and b.opens_on <= k.delivered_on))`);

/**
 * A delivered house, by its sale: the income against what its family had deposited, what they pay afterwards, and the cost that
 * the house has gathered until now. A cost that arrives after the delivery is taken by the next comparison.
 */
export const handoverPostings: PostingSource = {
  record: 'precontrato',
  async events(db, ids) {
    const found = await rows<Delivered>(
      db,
      sql`select s.id, s.code, t.name lot, h.lot_id "lotId", s.person_id "personId", s.project_id "projectId", k.delivered_on "deliveredOn",
          s.price_cents price,
          (select coalesce(json_agg(json_build_object('id', p.id, 'type', p.type_id, 'cents', p.bank_cents, 'day', p.bank_date) order by p.id), '[]')
            from payments p where p.sale_id = s.id and p.type_id not in ${OUTSIDE} and p.bank_cents > 0
              and (p.receipt_number is not null or p.passed_from_id is not null) and p.reversed_at is null
              and not exists (select from payment_reversals r where r.payment_id = p.id)) paid,
          ${spent(ACCOUNT.land)} land, ${spent(ACCOUNT.housesInProgress)} construction,
          ${spent(ACCOUNT.infrastructureInProgress)} infrastructure
        from handovers k join sales s on s.id = k.sale_id join houses h on h.id = k.house_id join lots t on t.id = h.lot_id
        where ${amongIds(sql`s.id`, ids)} and k.state_id = ${idOf(HANDOVER.delivered)} and ${IN_BOOKS}`,
    );
    return eventsOf(found, deliveredOf);
  },
  after: async (db, id, most) =>
    (
      await rows<{ id: number }>(
        db,
        sql`select k.sale_id id from handovers k join sales s on s.id = k.sale_id
          where k.sale_id > ${id} and k.state_id = ${idOf(HANDOVER.delivered)} and ${IN_BOOKS} order by 1 limit ${most}`,
      )
    ).map((one) => Number(one.id)),
};

function deliveredOf(one: Delivered): PostingEvent[] {
  const name = `${one.code ?? `venta ${one.id}`}, lote ${one.lot}`;
  const of = { projectId: one.projectId, lotId: one.lotId, saleId: one.id, personId: one.personId };
  // Extras are earned as they are paid: a due that was paid in parts has its rest in a due of its own.
  const extras = one.paid.reduce(
    (sum, { type, cents }) => sum + (type === PAYMENT_TYPE.extras ? cents : 0),
    0,
  );
  return [
    {
      key: 'entrega.venta',
      kind: 'entrega.venta',
      day: one.deliveredOn,
      description: `Entrega de ${name}`,
      of,
      amounts: [
        { name: 'precio', cents: one.price },
        { name: 'extras', cents: extras },
        { name: 'total', cents: one.price + extras },
      ],
    },
    {
      key: 'entrega.costo',
      kind: 'entrega.costo',
      day: one.deliveredOn,
      description: `Costo de ${name}`,
      of,
      amounts: [
        { name: 'terreno', cents: one.land },
        { name: 'construccion', cents: one.construction },
        { name: 'infraestructura', cents: one.infrastructure },
      ],
    },
    ...one.paid.map(({ id, type, cents, day }): PostingEvent => ({
      key: `entrega.aplicado.${id}`,
      kind: 'entrega.aplicado',
      day: day > one.deliveredOn ? day : one.deliveredOn,
      description: `Pago aplicado a ${name}`,
      of,
      amounts: [
        {
          name: type === PAYMENT_TYPE.disbursement ? 'desembolso' : (AMOUNT_OF_TYPE[type] ?? 'abono'),
          cents,
        },
        { name: 'total', cents },
      ],
    })),
  ];
}
