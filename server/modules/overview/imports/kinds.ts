import { accountsImport } from './accounts.kind.ts';
import { addendaImport } from './addenda.kind.ts';
import { complaintsImport } from './complaints.kind.ts';
import { deedsImport } from './deeds.kind.ts';
import { actionPlansImport } from './actionPlans.kind.ts';
import { contractsImport } from './contracts.kind.ts';
import { diaryImport } from './diary.kind.ts';
import { houseFilesImport } from './houseFiles.kind.ts';
import { expectationsImport } from './expectations.kind.ts';
import { handoversImport } from './handovers.kind.ts';
import { housesImport } from './houses.kind.ts';
import { permitsImport } from './permits.kind.ts';
import type { AnyImportKind } from './kind.ts';
import { lotsImport } from './lots.kind.ts';
import { materialsImport } from './materials.kind.ts';
import { optOutsImport } from './optOuts.kind.ts';
import { pairsImport } from './pairs.kind.ts';
import { promisesImport } from './promises.kind.ts';
import { representativesImport } from './representatives.kind.ts';
import { openingImport } from './opening.kind.ts';
import { reconciliationsImport } from './reconciliations.kind.ts';
import { invoicesImport } from './invoices.kind.ts';
import { loansImport } from './loans.kind.ts';
import { issuedInvoicesImport } from './issuedInvoices.kind.ts';
import { ordersImport } from './orders.kind.ts';
import { quickImport } from './quick.kind.ts';
import { realDaysImport } from './realDays.kind.ts';
import { stockImport } from './stock.kind.ts';
import { tasksImport } from './tasks.kind.ts';
import { workOrdersImport } from './workOrders.kind.ts';
import { ticketsImport } from './tickets.kind.ts';

/** All import kinds. */
export const IMPORT_KINDS: readonly AnyImportKind[] = [
  lotsImport,
  housesImport,
  houseFilesImport,
  tasksImport,
  quickImport,
  pairsImport,
  optOutsImport,
  promisesImport,
  addendaImport,
  deedsImport,
  complaintsImport,
  representativesImport,
  actionPlansImport,
  contractsImport,
  permitsImport,
  diaryImport,
  accountsImport,
  realDaysImport,
  materialsImport,
  stockImport,
  ordersImport,
  handoversImport,
  ticketsImport,
  workOrdersImport,
  openingImport,
  reconciliationsImport,
  invoicesImport,
  expectationsImport,
  loansImport,
  issuedInvoicesImport,
];

export const kindNamed = (name: string): AnyImportKind | undefined =>
  IMPORT_KINDS.find((one) => one.name === name);
