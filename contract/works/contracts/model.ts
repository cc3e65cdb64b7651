import { z } from 'zod';
import { StateHistory, TransitionOffer } from '#contract/transitions.ts';
import { GUARANTEE_KIND_NAMES, MEASURE_NAMES, type GuaranteeState } from './rules.ts';

const Named = z.object({ id: z.number().int(), name: z.string() });
/** A contract as a select option. */
export const ContractOption = z.object({
  id: z.number().int(),
  name: z.string(),
  reference: z.string(),
  contractor_id: z.number().int(),
});

/** A row of the office's contract list. `amount_centavos` is also null for users who may not see amounts. */
export const ContractRow = ContractOption.extend({
  project: Named,
  type: Named,
  state: Named,
  contractor: Named,
  contracting_party: Named,
  contracting_party_id: z.number().int(),
  /** Number of its houses. */
  houses_count: z.number().int(),
  /** Planned days, YYYY-MM-DD. */
  starts_on: z.string().nullable(),
  ends_on: z.string().nullable(),
  amount_centavos: z.number().int().nullable(),
});
export type ContractRow = z.infer<typeof ContractRow>;

const cents = z.number().int();
/** Null for users who may not see amounts. */
const amount = cents.nullable();
const Measure = z.enum(MEASURE_NAMES);
const GuaranteeStateName = z.enum([
  'vigente',
  'por_vencer',
  'vencida',
  'futura',
] as const satisfies readonly GuaranteeState[]);

/** A house of a contract: its amount, and what was approved of it (0-100). */
export const HouseOfContract = Named.extend({
  amount_centavos: amount,
  certified_centavos: amount,
  approved_percent: z.number(),
});

/** An activity of the contract's houses; the weights of a contract add up to 10,000 basis points. */
export const ActivityOfContract = z.object({
  activity_id: z.number().int(),
  name: z.string(),
  weight_bp: z.number().int(),
  cost_code: Named,
});

/** An item measured by quantity, up to three decimals. */
export const ItemOfContract = z.object({
  id: z.number().int(),
  code: z.string(),
  description: z.string(),
  unit: z.string(),
  quantity: z.number(),
  price_centavos: amount,
  amount_centavos: amount,
  cost_code: Named,
  approved_quantity: z.number(),
});

export const Guarantee = z.object({
  id: z.number().int(),
  kind: z.enum(GUARANTEE_KIND_NAMES),
  insurer: z.string(),
  number: z.string(),
  amount_centavos: amount,
  starts_on: z.string(),
  ends_on: z.string(),
  state: GuaranteeStateName,
  replaced: z.boolean(),
  file: z.object({ name: z.string(), mime: z.string(), url: z.string() }).nullable(),
});
export type Guarantee = z.infer<typeof Guarantee>;

/** What an addendum changes. Amounts are null for users who may not see them. */
export const AddendumLine = z.object({
  house: Named.nullable(),
  item: z
    .object({ id: z.number().int().nullable(), code: z.string(), description: z.string(), unit: z.string() })
    .nullable(),
  delta_quantity: z.number().nullable(),
  price_centavos: amount,
  cost_code_id: z.number().int().nullable(),
  delta_centavos: amount,
});

export const ContractAddendum = z.object({
  id: z.number().int(),
  number: z.number().int(),
  version: z.number().int(),
  state: Named,
  reason: z.string(),
  ends_on: z.string().nullable(),
  delta_centavos: amount,
  signed_on: z.string().nullable(),
  created: z.object({ by: z.string(), at: z.string() }),
  approved_by: z.string().nullable(),
  lines: z.array(AddendumLine),
  may_edit: z.boolean(),
  transitions: z.array(TransitionOffer),
});
export type ContractAddendum = z.infer<typeof ContractAddendum>;

/** An addendum in the list of all. */
export const ContractAddendumRow = ContractAddendum.pick({
  id: true,
  number: true,
  state: true,
  reason: true,
  ends_on: true,
  delta_centavos: true,
  signed_on: true,
}).extend({
  contract: Named.extend({ reference: z.string() }),
  project: Named,
  contractor: Named,
  created_at: z.string(),
});
export type ContractAddendumRow = z.infer<typeof ContractAddendumRow>;

/** A prepared or decided rescission. */
export const Rescission = z.object({
  id: z.number().int(),
  reason: z.string(),
  notified_on: z.string().nullable(),
  prepared_by: z.string(),
  prepared_at: z.string(),
  successor_contractor: Named.nullable(),
  decided_by: z.string().nullable(),
  /** The settlement at the decision. */
  certified_centavos: amount,
  amortised_centavos: amount,
  paid_centavos: amount,
  /** The contract of the rest, for who may open it. */
  successor: Named.nullable(),
});
export type Rescission = z.infer<typeof Rescission>;

/** Money of a contract in centavos without ITBMS: agreed, certified, paid (advance included), owed for what is certified. */
export const ContractMoney = z.object({
  committed: cents,
  certified: cents,
  paid: cents,
  owed: cents,
  /** What addenda added, within committed. */
  addenda: cents,
});
export type ContractMoney = z.infer<typeof ContractMoney>;

/** A contract with all details. */
export const Contract = ContractRow.extend({
  measure: Measure,
  houses: z.array(HouseOfContract),
  activities: z.array(ActivityOfContract),
  items: z.array(ItemOfContract),
  advance_percent: z.number(),
  retention_percent: z.number(),
  itbms_percent: z.number(),
  performance_percent: z.number(),
  retention_months: z.number().int(),
  /** The paid advance. */
  advance: z.object({ paid_on: z.string(), reference: z.string(), amount_centavos: amount }).nullable(),
  signed_on: z.string().nullable(),
  accepted_on: z.string().nullable(),
  /** 0-100, by amount. */
  approved_percent: z.number(),
  /** Null without permission to see amounts. */
  money: ContractMoney.nullable(),
  guarantees: z.array(Guarantee),
  addenda: z.array(ContractAddendum),
  rescission: Rescission.nullable(),
  predecessor: Named.nullable(),
  /** What it lacks to be in force, while it is signed. */
  missing: z.array(z.string()),
  /** Why nothing may be paid now: papers of the contractor and bonds. Empty when payment is possible. */
  payment_stops: z.array(z.string()),
  history: StateHistory,
  transitions: z.array(TransitionOffer),
  may: z.object({
    edit: z.boolean(),
    addendum: z.boolean(),
    guarantee: z.boolean(),
    pay_advance: z.boolean(),
    rescind: z.boolean(),
    withdraw_rescission: z.boolean(),
  }),
  /** Whether the user may see the amount: then null means not agreed yet. */
  amount_visible: z.boolean(),
  version: z.number().int(),
  created_at: z.string(),
});
export type Contract = z.infer<typeof Contract>;

/** A house of a contract with its progress, 0-100: of the house, and what is approved of it in this contract. */
export const ContractHouse = Named.extend({
  lote: z.string(),
  modelo: z.string(),
  progress_percent: z.number(),
  approved_percent: z.number(),
  delivery_on: z.string().nullable(),
});
