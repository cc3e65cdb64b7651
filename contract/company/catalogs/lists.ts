import {
  accountClasses,
  accountingAccounts,
  bankAccountPurposes,
  bankAccountTypes,
  paymentTypeModules,
} from './accountingLists.ts';
import type { Catalog } from './catalog.ts';
import {
  addendumKinds,
  addendumStatus,
  bankApplicationStatus,
  bankDataPages,
  writingStatus,
} from './legalLists.ts';
import { bankPaymentTypes, banks, paymentStatus, paymentTypes } from './moneyLists.ts';
import {
  documentTypes,
  employmentStatus,
  kinships,
  organizationalRoleTypes,
  sectors,
  userTypes,
} from './peopleLists.ts';
import { permitEntities, permitStates } from './permitLists.ts';
import { districts, provinces } from './places.ts';
import { lotStates, lotTypes } from './projectLists.ts';
import {
  appointmentStatus,
  assignmentTypes,
  cellStates,
  discardReasons,
  documentStatus,
  incomeRanges,
  latestActions,
  origins,
  precontractStates,
  prospectStages,
  rejectionReasons,
  withdrawalReasons,
} from './salesLists.ts';
import { departments, priorities, ticketCategories, ticketStatus } from './ticketLists.ts';
import {
  contractActivities,
  contractStates,
  contractTypes,
  costCodes,
  jobStates,
  materialRequestStates,
  periods,
} from './worksLists.ts';

/** All lists; the table, the endpoints and the office screen use it. */
export const CATALOGS: readonly Catalog[] = [
  precontractStates,
  cellStates,
  latestActions,
  assignmentTypes,
  origins,
  withdrawalReasons,
  prospectStages,
  incomeRanges,
  discardReasons,
  kinships,
  sectors,
  employmentStatus,
  documentTypes,
  documentStatus,
  rejectionReasons,
  bankApplicationStatus,
  bankDataPages,
  appointmentStatus,
  addendumStatus,
  addendumKinds,
  writingStatus,
  paymentStatus,
  paymentTypes,
  bankPaymentTypes,
  banks,
  bankAccountTypes,
  bankAccountPurposes,
  accountClasses,
  accountingAccounts,
  paymentTypeModules,
  lotStates,
  lotTypes,
  provinces,
  districts,
  contractTypes,
  contractStates,
  jobStates,
  contractActivities,
  costCodes,
  periods,
  materialRequestStates,
  permitEntities,
  permitStates,
  departments,
  priorities,
  ticketStatus,
  ticketCategories,
  userTypes,
  organizationalRoleTypes,
];
