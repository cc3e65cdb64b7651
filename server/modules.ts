import { chatModule } from '#server/modules/care/chat/chat.routes.ts';
import { chatbotModule } from '#server/modules/care/chatbot/chatbot.routes.ts';
import { whatsappModule } from '#server/modules/care/whatsapp/whatsapp.routes.ts';
import { inboxModule } from '#server/modules/care/inbox/inbox.routes.ts';
import { campaignsModule } from '#server/modules/care/campaigns/campaigns.routes.ts';
import { handoverModule } from '#server/modules/care/handover/handover.routes.ts';
import { surveyModule } from '#server/modules/care/survey/survey.routes.ts';
import { warrantyModule } from '#server/modules/care/warranty/warranty.routes.ts';
import { bankMailModule } from '#server/modules/banking/bankMail/bankMail.routes.ts';
import type { Services } from './kernel/context.ts';
import { constant } from './kernel/db.ts';
import type { Module } from './kernel/core.ts';
import { appointmentsModule } from './modules/sales/appointments/appointments.routes.ts';
import { auditModule } from './modules/company/audit/audit.routes.ts';
import { accountingModule } from './modules/projects/bankAccounts/accounting.routes.ts';
import { applicationsModule } from './modules/banking/applications/applications.routes.ts';
import { bankFormsModule } from './modules/banking/bankForms/bankForms.routes.ts';
import { disbursementsModule } from './modules/banking/disbursements/disbursements.routes.ts';
import { expedienteModule } from './modules/banking/expediente/expediente.routes.ts';
import { lettersModule } from './modules/banking/letters/letters.routes.ts';
import { requirementsModule } from './modules/banking/requirements/requirements.routes.ts';
import { saleBanksModule } from './modules/banking/saleBanks/saleBanks.routes.ts';
import { bankDataModule } from './modules/banking/bankData/bankData.routes.ts';
import { authModule } from './modules/company/auth/auth.routes.ts';
import { buyerAccessModule } from './modules/sales/buyerAccess/buyerAccess.routes.ts';
import { lawyersModule } from './modules/company/lawyers/lawyers.routes.ts';
import { partnersModule } from './modules/company/partners/partners.routes.ts';
import { catalogRoutes } from './modules/company/catalogs/catalogs.routes.ts';
import { coincidencesModule } from './modules/sales/coincidences/coincidences.routes.ts';
import { commentsModule } from './modules/company/comments/comments.routes.ts';
import { actionPlansModule } from './modules/works/actionPlans/actionPlans.routes.ts';
import { diaryModule } from './modules/works/diary/diary.routes.ts';
import { constructionModule } from './modules/works/contracts/construction.routes.ts';
import { scheduleModule } from './modules/works/schedule/schedule.routes.ts';
import { jobsModule } from './modules/works/jobs/jobs.routes.ts';
import { materialsModule } from './modules/works/materials/materials.routes.ts';
import { purchasingModule } from './modules/works/purchasing/purchasing.routes.ts';
import { stockModule } from './modules/works/stock/stock.routes.ts';
import { budgetsModule } from './modules/works/budgets/budgets.routes.ts';
import { deliveryModule } from './modules/works/delivery/delivery.routes.ts';
import { accountsModule } from './modules/works/accounts/accounts.routes.ts';
import { customersModule } from './modules/overview/person/person.routes.ts';
import { documentsModule } from './modules/sales/documents/documents.routes.ts';
import { mailedListsModule } from './modules/company/mailedLists/mailedLists.routes.ts';
import { exportsModule } from './modules/company/exports/exports.routes.ts';
import { filesModule } from './modules/company/files/files.routes.ts';
import { homeModule } from './modules/overview/home/home.routes.ts';
import { housesModule } from './modules/projects/houses/houses.routes.ts';
import { interestModule } from './modules/projects/interest/interest.routes.ts';
import { lotHistoryModule } from './modules/overview/lotHistory/lotHistory.routes.ts';
import { importsModule } from './modules/overview/imports/imports.routes.ts';
import { lotsModule } from './modules/projects/lots/lots.routes.ts';
import { notificationsModule } from './modules/company/notifications/notifications.routes.ts';
import { complaintsModule } from './modules/legal/complaints/complaints.routes.ts';
import { deedsModule } from './modules/legal/deeds/deeds.routes.ts';
import { houseFileModule } from './modules/legal/houseFile/houseFile.routes.ts';
import { healthModule } from './modules/company/health/health.routes.ts';
import { manualModule } from './modules/company/manual/manual.routes.ts';
import { newsModule } from './modules/company/news/news.routes.ts';
import { mailServerModule } from './modules/company/mailServer/mailServer.routes.ts';
import { outboxModule } from './modules/company/outbox/outbox.routes.ts';
import { bankReconciliationsModule } from './modules/money/bankReconciliations/bankReconciliations.routes.ts';
import { booksModule } from './modules/money/books/books.routes.ts';
import { cashForecastModule } from './modules/money/cashForecast/cashForecast.routes.ts';
import { ledgerModule } from './modules/money/ledger/ledger.routes.ts';
import { accountModule } from './modules/money/account/account.routes.ts';
import { paymentsModule } from './modules/money/payments/payments.routes.ts';
import { verificationModule } from './modules/money/verification/verification.routes.ts';
import { statementsModule } from './modules/money/statements/statements.routes.ts';
import { blueprintsModule } from './modules/works/blueprints/blueprints.routes.ts';
import { permitsModule } from './modules/works/permits/permits.routes.ts';
import { pricesModule } from './modules/projects/prices/prices.routes.ts';
import { prospectsModule } from './modules/sales/prospects/prospects.routes.ts';
import { privacyModule } from './modules/overview/privacy/privacy.routes.ts';
import { projectsModule } from './modules/projects/projects/projects.routes.ts';
import { showcaseModule } from './modules/projects/showcase/showcase.routes.ts';
import { pushModule } from './modules/company/push/push.routes.ts';
import { quotesModule } from './modules/sales/quotes/quotes.routes.ts';
import { myPurchaseModule } from './modules/overview/myPurchase/myPurchase.routes.ts';
import { purchaseModule } from './modules/sales/purchase/purchase.routes.ts';
import { commissionsModule } from './modules/sales/commissions/commissions.routes.ts';
import { receivedModule } from './modules/money/received/received.routes.ts';
import { reconciliationModule } from './modules/money/reconciliation/reconciliation.routes.ts';
import { realtimeModule } from './modules/company/realtime/realtime.routes.ts';
import { interimLoansModule } from './modules/money/interimLoans/interimLoans.routes.ts';
import { invoicesModule } from './modules/money/invoices/invoices.routes.ts';
import { paymentBatchesModule } from './modules/money/paymentBatches/batches.routes.ts';
import { pettyCashModule } from './modules/money/pettyCash/pettyCash.routes.ts';
import { issuedInvoicesModule } from './modules/money/issuedInvoices/issuedInvoices.routes.ts';
import { onlineDepositsModule } from './modules/money/onlineDeposits/onlineDeposits.routes.ts';
import { withholdingModule } from './modules/money/withholding/withholding.routes.ts';
import { refundsModule } from './modules/money/refunds/refunds.routes.ts';
import { reportsModule } from './modules/overview/reports/reports.routes.ts';
import { usersModule } from './modules/company/users/users.routes.ts';
import { userSettingsModule } from './modules/company/userSettings/userSettings.routes.ts';
import { rolesModule } from './modules/company/roles/roles.routes.ts';
import { searchModule } from './modules/overview/search/search.routes.ts';
import { boardModule } from './modules/sales/board/board.routes.ts';
import { claimsModule } from './modules/sales/claims/claims.routes.ts';
import { saleLotsModule } from './modules/sales/saleLots/saleLots.routes.ts';
import { waitlistModule } from './modules/sales/waitlist/waitlist.routes.ts';
import { endingModule } from './modules/sales/ending/ending.routes.ts';
import { totalsModule } from './modules/sales/totals/totals.routes.ts';
import { precontractsModule } from './modules/sales/precontracts/precontracts.routes.ts';
import { remindersModule } from './modules/sales/reminders/reminders.routes.ts';
import { workersModule } from './modules/sales/workers/workers.routes.ts';
import { settingsModule } from './modules/company/settings/settings.routes.ts';
import { setupModule } from './modules/overview/setup/setup.routes.ts';
import { tasksModule } from './modules/company/tasks/tasks.routes.ts';
import { contractTemplatesModule } from './modules/legal/contractTemplates/contractTemplates.routes.ts';
import { rescissionsModule } from './modules/legal/rescissions/rescissions.routes.ts';
import { addendaModule } from './modules/legal/addenda/addenda.routes.ts';
import { promisesModule } from './modules/legal/promises/promises.routes.ts';
import { envelopesModule } from './modules/legal/envelopes/envelopes.routes.ts';
import { representativesModule } from './modules/legal/representatives/representatives.routes.ts';
import { signingModule } from './modules/legal/signing/signing.routes.ts';
import { sealsModule } from './modules/legal/seals/seals.routes.ts';
import { documentVerificationModule } from './modules/legal/verification/verification.routes.ts';
import { ticketOrdersModule } from './modules/care/ticketOrders/ticketOrders.routes.ts';
import { ticketsModule } from './modules/care/tickets/tickets.routes.ts';
import { templatesModule } from './modules/company/templates/templates.routes.ts';
import { weatherModule } from './modules/projects/weather/weather.routes.ts';

/** Every module of the application. The list is explicit; nothing is discovered automatically. */
export const modules: readonly Module[] = [
  authModule,
  buyerAccessModule,
  { name: 'catalogs', routes: catalogRoutes },
  projectsModule,
  accountingModule,
  lotsModule,
  housesModule,
  pricesModule,
  interestModule,
  showcaseModule,
  quotesModule,
  importsModule,
  lotHistoryModule,
  actionPlansModule,
  constructionModule,
  jobsModule,
  scheduleModule,
  deliveryModule,
  materialsModule,
  stockModule,
  purchasingModule,
  budgetsModule,
  accountsModule,
  diaryModule,
  blueprintsModule,
  permitsModule,
  usersModule,
  partnersModule,
  lawyersModule,
  claimsModule,
  waitlistModule,
  saleLotsModule,
  workersModule,
  totalsModule,
  precontractsModule,
  endingModule,
  remindersModule,
  boardModule,
  searchModule,
  prospectsModule,
  customersModule,
  coincidencesModule,
  documentsModule,
  paymentsModule,
  statementsModule,
  verificationModule,
  refundsModule,
  receivedModule,
  reconciliationModule,
  accountModule,
  ledgerModule,
  invoicesModule,
  pettyCashModule,
  interimLoansModule,
  paymentBatchesModule,
  withholdingModule,
  issuedInvoicesModule,
  onlineDepositsModule,
  booksModule,
  cashForecastModule,
  bankReconciliationsModule,
  commissionsModule,
  applicationsModule,
  requirementsModule,
  lettersModule,
  disbursementsModule,
  expedienteModule,
  bankDataModule,
  bankFormsModule,
  saleBanksModule,
  bankMailModule,
  appointmentsModule,
  commentsModule,
  tasksModule,
  filesModule,
  privacyModule,
  purchaseModule,
  myPurchaseModule,
  sealsModule,
  signingModule,
  contractTemplatesModule,
  promisesModule,
  addendaModule,
  rescissionsModule,
  representativesModule,
  envelopesModule,
  documentVerificationModule,
  houseFileModule,
  deedsModule,
  complaintsModule,
  weatherModule,
  healthModule,
  mailServerModule,
  manualModule,
  newsModule,
  outboxModule,
  notificationsModule,
  pushModule,
  chatModule,
  chatbotModule,
  realtimeModule,
  whatsappModule,
  inboxModule,
  campaignsModule,
  handoverModule,
  warrantyModule,
  ticketsModule,
  ticketOrdersModule,
  surveyModule,
  homeModule,
  reportsModule,
  auditModule,
  rolesModule,
  settingsModule,
  templatesModule,
  setupModule,
  userSettingsModule,
  mailedListsModule,
  // Last: it adds exports to the lists that the other modules declared.
  exportsModule,
];

/** The values that the modules provide for each kind of record, as the columns of a query. */
export const knows: Services['knows'] = new Map(
  [
    ...Map.groupBy(
      modules.flatMap(({ knows: told = {} }) => Object.entries(told)),
      ([record]) => record,
    ),
  ].map(([record, told]) => [
    record,
    Object.fromEntries(
      told.flatMap(([, known]) => Object.entries(known).map(([name, value]) => [name, constant(value)])),
    ),
  ]),
);
