import { sql } from 'drizzle-orm';
import {
  check,
  index,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { COUNT_STATE as C, type MoveKind } from '#contract/works/stock/rules.ts';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { accountDeductions } from '#server/modules/works/accounts/accounts.table.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { materials } from '#server/modules/works/materials/materials.table.ts';

/** As text, because a constraint has no parameters. */
const state = (id: number) => sql.raw(String(id));

const quantity = (name: string) => numeric(name, { precision: 14, scale: 3, mode: 'number' });
const site = () =>
  ref('project_id')
    .notNull()
    .references(() => projects.id);
const material = () =>
  ref('material_id')
    .notNull()
    .references(() => materials.id);

/**
 * What a site has of a material. Only the trigger of stock_movements writes quantity and value, so they are the sum of
 * the movements; below zero nothing goes.
 */
export const stockLevels = pgTable(
  'stock_levels',
  {
    projectId: site(),
    materialId: material(),
    quantity: quantity('quantity').notNull().default(0),
    valueCents: cents('value_cents').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.materialId] }),
    index('stock_levels_material').on(t.materialId),
    check('stock_levels_quantity', sql`quantity >= 0`),
    check('stock_levels_value', sql`value_cents >= 0 and (quantity > 0 or value_cents = 0)`),
  ],
);

/** Movements of materials in and out of a site's store. Never changed nor removed: another movement corrects them. */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: id(),
    projectId: site(),
    materialId: material(),
    kind: text('kind').$type<MoveKind>().notNull(),
    /** Negative: it left the store. */
    quantity: quantity('quantity').notNull(),
    valueCents: cents('value_cents').notNull(),
    houseId: ref('house_id').references(() => houses.id),
    /** Given to the contractor of this contract. */
    contractId: ref('contract_id').references(() => contracts.id),
    /** The other movement of a transfer: its entry names its exit. */
    pairId: ref('pair_id').references((): AnyPgColumn => stockMovements.id),
    paper: text('paper').notNull(),
    note: text('note').notNull().default(''),
    /** Made by who sends it; one movement per material of it. */
    key: uuid('key').notNull(),
    movedOn: day('moved_on').notNull(),
    madeBy: ref('made_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('stock_movements_key').on(t.key, t.projectId, t.materialId, t.kind),
    uniqueIndex('stock_movements_pair').on(t.pairId),
    index('stock_movements_site').on(t.projectId, t.materialId, t.id),
    index('stock_movements_material').on(t.materialId, t.id),
    index('stock_movements_house').on(t.houseId, t.materialId),
    index('stock_movements_contract').on(t.contractId),
    check(
      'stock_movements_kind',
      sql`kind in ('inicial', 'recepcion', 'entrega', 'retorno', 'traslado_salida', 'traslado_entrada', 'devolucion', 'conteo')`,
    ),
    check(
      'stock_movements_sign',
      sql`quantity <> 0 and (kind not in ('recepcion', 'retorno', 'traslado_entrada') or quantity > 0)
        and (kind not in ('entrega', 'traslado_salida', 'devolucion') or quantity < 0)
        and ((quantity > 0 and value_cents >= 0) or (quantity < 0 and value_cents <= 0))`,
    ),
    check(
      'stock_movements_house_of',
      sql`(house_id is not null) = (kind in ('entrega', 'retorno')) and (contract_id is null or kind = 'entrega')
        and (pair_id is not null) = (kind = 'traslado_entrada')`,
    ),
  ],
);

/** What somebody counted of a material; another person approves the difference, which then becomes a movement. */
export const stockCounts = pgTable(
  'stock_counts',
  {
    id: id(),
    projectId: site(),
    materialId: material(),
    counted: quantity('counted').notNull(),
    /** What the movements said at that moment. */
    expected: quantity('expected').notNull(),
    reason: text('reason').notNull(),
    /** COUNT_STATE */
    stateId: smallint('state_id').notNull().default(1),
    key: uuid('key').notNull(),
    madeBy: ref('made_by')
      .notNull()
      .references(() => users.id),
    decidedBy: ref('decided_by').references(() => users.id),
    decidedAt: instant('decided_at'),
    decisionNote: text('decision_note').notNull().default(''),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('stock_counts_key').on(t.key),
    // One count of a material at a time: a second would count the first's difference again.
    uniqueIndex('stock_counts_open')
      .on(t.projectId, t.materialId)
      .where(sql`state_id = ${state(C.proposed)}`),
    index('stock_counts_state').on(t.stateId, t.id),
    check(
      'stock_counts_values',
      sql`counted >= 0 and expected >= 0 and state_id in (${state(C.proposed)}, ${state(C.approved)}, ${state(C.refused)})`,
    ),
    check(
      'stock_counts_people',
      sql`decided_by is distinct from made_by and (state_id = ${state(C.proposed)}) = (decided_by is null) and (state_id = ${state(C.proposed)}) = (decided_at is null)`,
    ),
  ],
);

/** Materials given to a contractor that a progress account deducts; without the deduction they can be deducted again. */
export const materialCharges = pgTable(
  'material_charges',
  {
    movementId: ref('movement_id')
      .primaryKey()
      .references(() => stockMovements.id),
    deductionId: ref('deduction_id')
      .notNull()
      .references(() => accountDeductions.id, { onDelete: 'cascade' }),
  },
  (t) => [index('material_charges_deduction').on(t.deductionId)],
);
