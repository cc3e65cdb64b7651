import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { ORDER_STATE as O, REQUEST_STATE as R, TAKEN_STATES } from '#contract/works/purchasing/rules.ts';
import { cents, day, id, instant, ref } from '#server/kernel/columns.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { houses } from '#server/modules/projects/houses/houses.table.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { materials } from '#server/modules/works/materials/materials.table.ts';
import { stockMovements } from '#server/modules/works/stock/stock.table.ts';

/** As text, because a constraint has no parameters. */
const states = (...ids: readonly number[]) => sql.raw(`(${ids.join(', ')})`);

const quantity = (name: string) => numeric(name, { precision: 14, scale: 3, mode: 'number' });
const maker = (name: string) =>
  ref(name)
    .notNull()
    .references(() => users.id);
const site = () =>
  ref('project_id')
    .notNull()
    .references(() => projects.id);
const material = () =>
  ref('material_id')
    .notNull()
    .references(() => materials.id);

/** Material requests, numbered by year: SM-2026-00001. */
export const materialRequests = pgTable(
  'material_requests',
  {
    id: id(),
    year: smallint('year').notNull(),
    number: integer('number').notNull(),
    projectId: site(),
    /** Null: works of the whole project. */
    houseId: ref('house_id').references(() => houses.id),
    /** estados_solicitudes */
    stateId: smallint('state_id').notNull().default(1),
    neededOn: day('needed_on'),
    note: text('note').notNull().default(''),
    /** Why it may go beyond the budget of the house; null: it does not. */
    overReason: text('over_reason'),
    askedBy: ref('asked_by').references(() => users.id),
    askedAt: instant('asked_at'),
    approvedBy: ref('approved_by').references(() => users.id),
    approvedAt: instant('approved_at'),
    version: integer('version').notNull().default(1),
    createdBy: ref('created_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('material_requests_number').on(t.year, t.number),
    index('material_requests_state').on(t.stateId, t.id),
    index('material_requests_project').on(t.projectId, t.id),
    index('material_requests_house').on(t.houseId),
    index('material_requests_needed').on(t.neededOn, t.id),
    check('material_requests_people', sql`approved_by is null or approved_by is distinct from asked_by`),
    check(
      'material_requests_steps',
      sql`(state_id in ${states(R.draft, R.voided)} or asked_by is not null) and (state_id not in ${states(...TAKEN_STATES)} or approved_by is not null)`,
    ),
  ],
);

export const materialRequestLines = pgTable(
  'material_request_lines',
  {
    id: id(),
    requestId: ref('request_id')
      .notNull()
      .references(() => materialRequests.id),
    materialId: material(),
    quantity: quantity('quantity').notNull(),
  },
  (t) => [
    uniqueIndex('material_request_lines_material').on(t.requestId, t.materialId),
    index('material_request_lines_of').on(t.materialId),
    check('material_request_lines_quantity', sql`quantity > 0`),
  ],
);

/** What a supplier asks for a request; one per supplier. */
export const supplierQuotations = pgTable(
  'supplier_quotations',
  {
    id: id(),
    requestId: ref('request_id')
      .notNull()
      .references(() => materialRequests.id),
    supplierId: ref('supplier_id')
      .notNull()
      .references(() => partners.id),
    number: text('number').notNull(),
    quotedOn: day('quoted_on').notNull(),
    validUntil: day('valid_until'),
    deliveryDays: smallint('delivery_days'),
    terms: text('terms').notNull().default(''),
    version: integer('version').notNull().default(1),
    madeBy: maker('made_by'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('supplier_quotations_supplier').on(t.requestId, t.supplierId),
    index('supplier_quotations_of').on(t.supplierId),
    check('supplier_quotations_days', sql`valid_until >= quoted_on and delivery_days between 0 and 365`),
  ],
);

export const supplierQuotationLines = pgTable(
  'supplier_quotation_lines',
  {
    quotationId: ref('quotation_id')
      .notNull()
      .references(() => supplierQuotations.id, { onDelete: 'cascade' }),
    requestLineId: ref('request_line_id')
      .notNull()
      .references(() => materialRequestLines.id),
    priceCents: cents('price_cents').notNull(),
    taxed: boolean('taxed').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.quotationId, t.requestLineId] }),
    index('supplier_quotation_lines_line').on(t.requestLineId),
    check('supplier_quotation_lines_price', sql`price_cents > 0`),
  ],
);

/** Purchase orders, numbered by year without gaps: OC-2026-00001. */
export const purchaseOrders = pgTable(
  'purchase_orders',
  {
    id: id(),
    year: smallint('year').notNull(),
    number: integer('number').notNull(),
    projectId: site(),
    houseId: ref('house_id').references(() => houses.id),
    supplierId: ref('supplier_id')
      .notNull()
      .references(() => partners.id),
    /** Null: it was imported in mid-life. */
    requestId: ref('request_id').references(() => materialRequests.id),
    quotationId: ref('quotation_id').references(() => supplierQuotations.id),
    /** The number that it had in the earlier system. */
    oldNumber: text('old_number'),
    /** ORDER_STATE */
    stateId: smallint('state_id').notNull().default(1),
    issuedOn: day('issued_on').notNull(),
    expectedOn: day('expected_on'),
    terms: text('terms').notNull().default(''),
    /** Why this quotation. */
    choiceReason: text('choice_reason').notNull().default(''),
    endReason: text('end_reason'),
    subtotalCents: cents('subtotal_cents').notNull(),
    itbmsCents: cents('itbms_cents').notNull(),
    totalCents: cents('total_cents')
      .notNull()
      .generatedAlwaysAs(sql`subtotal_cents + itbms_cents`),
    /** The day on which somebody was told that it is late. */
    toldLateOn: day('told_late_on'),
    version: integer('version').notNull().default(1),
    issuedBy: maker('issued_by'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('purchase_orders_number').on(t.year, t.number),
    uniqueIndex('purchase_orders_old_number').on(t.supplierId, sql`lower(old_number)`),
    index('purchase_orders_state').on(t.stateId, t.id),
    index('purchase_orders_project').on(t.projectId, t.id),
    index('purchase_orders_house').on(t.houseId),
    index('purchase_orders_request').on(t.requestId),
    index('purchase_orders_quotation').on(t.quotationId),
    index('purchase_orders_expected').on(t.expectedOn, t.id),
    check('purchase_orders_money', sql`subtotal_cents >= 0 and itbms_cents >= 0`),
    check(
      'purchase_orders_end',
      sql`(state_id in ${states(O.closedShort, O.voided)}) = (end_reason is not null)`,
    ),
    check('purchase_orders_of', sql`(request_id is null) = (quotation_id is null)`),
  ],
);

/**
 * A material of an order and how far it is. It is never received beyond what was ordered, less what was returned, without
 * a reason.
 */
export const purchaseOrderLines = pgTable(
  'purchase_order_lines',
  {
    id: id(),
    orderId: ref('order_id')
      .notNull()
      .references(() => purchaseOrders.id),
    materialId: material(),
    requestLineId: ref('request_line_id').references(() => materialRequestLines.id),
    /** False: the order was voided, and the requested line can be ordered again. */
    active: boolean('active').notNull().default(true),
    quantity: quantity('quantity').notNull(),
    priceCents: cents('price_cents').notNull(),
    taxed: boolean('taxed').notNull(),
    cents: cents('cents')
      .notNull()
      .generatedAlwaysAs(sql`round(quantity * price_cents)::bigint`),
    dispatched: quantity('dispatched').notNull().default(0),
    received: quantity('received').notNull().default(0),
    returned: quantity('returned').notNull().default(0),
    /** Sent, but not there when it was counted. */
    missing: quantity('missing').notNull().default(0),
    excessReason: text('excess_reason'),
  },
  (t) => [
    uniqueIndex('purchase_order_lines_material').on(t.orderId, t.materialId),
    uniqueIndex('purchase_order_lines_once')
      .on(t.requestLineId)
      .where(sql`active`),
    index('purchase_order_lines_of').on(t.materialId),
    check(
      'purchase_order_lines_values',
      sql`quantity > 0 and price_cents > 0 and dispatched >= 0 and missing >= 0`,
    ),
    check('purchase_order_lines_received', sql`received - returned <= quantity or excess_reason is not null`),
    check(
      'purchase_order_lines_course',
      sql`returned between 0 and received and received + missing <= dispatched`,
    ),
  ],
);

/** What left for the site, by the supplier's guide. */
export const orderDispatches = pgTable(
  'order_dispatches',
  {
    id: id(),
    orderId: ref('order_id')
      .notNull()
      .references(() => purchaseOrders.id),
    key: uuid('key').notNull(),
    dispatchedOn: day('dispatched_on').notNull(),
    guide: text('guide').notNull(),
    note: text('note').notNull().default(''),
    madeBy: maker('made_by'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('order_dispatches_key').on(t.key), index('order_dispatches_order').on(t.orderId, t.id)],
);

export const orderDispatchLines = pgTable(
  'order_dispatch_lines',
  {
    dispatchId: ref('dispatch_id')
      .notNull()
      .references(() => orderDispatches.id),
    orderLineId: ref('order_line_id')
      .notNull()
      .references(() => purchaseOrderLines.id),
    quantity: quantity('quantity').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.dispatchId, t.orderLineId] }),
    index('order_dispatch_lines_line').on(t.orderLineId),
    check('order_dispatch_lines_quantity', sql`quantity > 0`),
  ],
);

/** A count on the site, with photographs. */
export const orderReceipts = pgTable(
  'order_receipts',
  {
    id: id(),
    orderId: ref('order_id')
      .notNull()
      .references(() => purchaseOrders.id),
    /** Made on the phone: a count that is sent again, even after days, is the same count. */
    key: uuid('key').notNull(),
    receivedOn: day('received_on').notNull(),
    guide: text('guide').notNull(),
    note: text('note').notNull().default(''),
    madeBy: maker('made_by'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('order_receipts_key').on(t.key), index('order_receipts_order').on(t.orderId, t.id)],
);

export const orderReceiptLines = pgTable(
  'order_receipt_lines',
  {
    receiptId: ref('receipt_id')
      .notNull()
      .references(() => orderReceipts.id),
    orderLineId: ref('order_line_id')
      .notNull()
      .references(() => purchaseOrderLines.id),
    expected: quantity('expected').notNull(),
    counted: quantity('counted').notNull(),
    /** The sentence of the difference; null: the count agrees. */
    difference: text('difference'),
    movementId: ref('movement_id').references(() => stockMovements.id),
  },
  (t) => [
    primaryKey({ columns: [t.receiptId, t.orderLineId] }),
    index('order_receipt_lines_line').on(t.orderLineId),
    index('order_receipt_lines_movement').on(t.movementId),
    check(
      'order_receipt_lines_values',
      sql`counted >= 0 and expected >= 0 and (counted = 0) = (movement_id is null)`,
    ),
    check('order_receipt_lines_difference', sql`(counted = expected) = (difference is null)`),
  ],
);

/** Photographs of a count, in their order. */
export const orderReceiptPhotos = pgTable(
  'order_receipt_photos',
  {
    fileId: uuid('file_id')
      .primaryKey()
      .references(() => files.id),
    receiptId: ref('receipt_id')
      .notNull()
      .references(() => orderReceipts.id),
    position: smallint('position').notNull(),
  },
  (t) => [uniqueIndex('order_receipt_photos_position').on(t.receiptId, t.position)],
);

/** What went back to the supplier. */
export const orderReturns = pgTable(
  'order_returns',
  {
    id: id(),
    orderId: ref('order_id')
      .notNull()
      .references(() => purchaseOrders.id),
    key: uuid('key').notNull(),
    returnedOn: day('returned_on').notNull(),
    paper: text('paper').notNull(),
    reason: text('reason').notNull(),
    madeBy: maker('made_by'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('order_returns_key').on(t.key), index('order_returns_order').on(t.orderId, t.id)],
);

export const orderReturnLines = pgTable(
  'order_return_lines',
  {
    returnId: ref('return_id')
      .notNull()
      .references(() => orderReturns.id),
    orderLineId: ref('order_line_id')
      .notNull()
      .references(() => purchaseOrderLines.id),
    quantity: quantity('quantity').notNull(),
    movementId: ref('movement_id')
      .notNull()
      .references(() => stockMovements.id),
  },
  (t) => [
    primaryKey({ columns: [t.returnId, t.orderLineId] }),
    index('order_return_lines_line').on(t.orderLineId),
    index('order_return_lines_movement').on(t.movementId),
    check('order_return_lines_quantity', sql`quantity > 0`),
  ],
);
