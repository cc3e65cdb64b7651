/** State ids that rules of several features use, from the lists in this folder (domain.md §2). */

/** States of a customer's payment (domain.md §2). */
export const PAYMENT = {
  pending: 1,
  reported: 2,
  verifying: 3,
  confirmed: 4,
  rejected: 5,
  partial: 6,
  overdue: 7,
  refunded: 8,
  voided: 9,
} as const;

/** tipo_pagos (domain.md §2). */
export const PAYMENT_TYPE = {
  separation: 1,
  downPayment: 2,
  installment: 3,
  legal: 4,
  extras: 5,
  disbursement: 6,
  cash: 7,
  refund: 8,
  other: 9,
} as const;

/** States of a bank application (domain.md §2). */
export const APPLICATION = {
  toSend: 1,
  sent: 2,
  analysis: 3,
  morePapers: 4,
  preapproved: 5,
  approved: 6,
  conditional: 7,
  letter: 8,
  rejected: 9,
  withdrawn: 10,
  letterExpired: 11,
  disbursed: 12,
} as const;

/** Commercial state of a lot (domain.md §2). The database derives it from the claim and the sale; no user sets it. */
export const LOT_STATE = {
  available: 1,
  reserved: 2,
  separated: 3,
  promised: 4,
  deeded: 5,
  delivered: 6,
  unavailable: 7,
} as const;

/** type_lots; NOT_SOLD are green areas and land for common services. */
export const LOT_TYPE = { regular: 1, publicUse: 7, infrastructure: 8 } as const;
export const NOT_SOLD = [LOT_TYPE.publicUse, LOT_TYPE.infrastructure] as const;

/** writing_status: states of a deed (domain.md §2). */
export const DEED = {
  toDo: 1,
  drafting: 2,
  withBank: 3,
  approved: 4,
  signing: 5,
  signed: 6,
  taxes: 7,
  closed: 8,
  entered: 9,
  defective: 10,
  registered: 11,
  handedOver: 12,
  voided: 13,
} as const;
