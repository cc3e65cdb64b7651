import type { Module } from './kernel/house.ts';
import { appointmentsModule } from './modules/appointments/appointments.routes.ts';
import { auditModule } from './modules/audit/audit.routes.ts';
import { accountingModule } from './modules/accounting/accounting.routes.ts';
import { applicationsModule } from './modules/mortgage/applications.routes.ts';
import { bankDataModule } from './modules/mortgage/bankData.routes.ts';
import { authModule } from './modules/auth/auth.routes.ts';
import { catalogRoutes } from './modules/catalogs/catalogs.routes.ts';
import { coincidencesModule } from './modules/coincidences/coincidences.routes.ts';
import { commentsModule } from './modules/comments/comments.routes.ts';
import { constructionModule } from './modules/construction/construction.routes.ts';
import { customersModule } from './modules/customers/customers.routes.ts';
import { documentsModule } from './modules/documents/documents.routes.ts';
import { exportsModule } from './modules/exports/exports.routes.ts';
import { filesModule } from './modules/files/files.routes.ts';
import { homeModule } from './modules/home/home.routes.ts';
import { housesModule } from './modules/houses/houses.routes.ts';
import { interestModule } from './modules/interest/interest.routes.ts';
import { importsModule } from './modules/imports/imports.routes.ts';
import { lotsModule } from './modules/lots/lots.routes.ts';
import { notificationsModule } from './modules/notifications/notifications.routes.ts';
import { outboxModule } from './modules/outbox/outbox.routes.ts';
import { paymentsModule } from './modules/payments/payments.routes.ts';
import { permitsModule } from './modules/permits/permits.routes.ts';
import { pricesModule } from './modules/prices/prices.routes.ts';
import { prospectsModule } from './modules/prospects/prospects.routes.ts';
import { privacyModule } from './modules/privacy/privacy.routes.ts';
import { projectsModule } from './modules/projects/projects.routes.ts';
import { quotesModule } from './modules/quotes/quotes.routes.ts';
import { purchaseModule } from './modules/purchase/purchase.routes.ts';
import { commissionsModule } from './modules/commissions/commissions.routes.ts';
import { refundsModule } from './modules/refunds/refunds.routes.ts';
import { reportsModule } from './modules/reports/reports.routes.ts';
import { usersModule } from './modules/users/users.routes.ts';
import { userSettingsModule } from './modules/users/userSettings.routes.ts';
import { rolesModule } from './modules/users/roles.routes.ts';
import { searchModule } from './modules/search/search.routes.ts';
import { salesModule } from './modules/sales/sales.routes.ts';
import { settingsModule } from './modules/settings/settings.routes.ts';
import { setupModule } from './modules/setup/setup.routes.ts';
import { signingModule } from './modules/signing/signing.routes.ts';
import { templatesModule } from './modules/templates/templates.routes.ts';
import { weatherModule } from './modules/weather/weather.routes.ts';

/** Every module of the application, by hand: nothing is found by itself. */
export const modules: readonly Module[] = [
  authModule,
  { name: 'catalogs', routes: catalogRoutes },
  projectsModule,
  accountingModule,
  lotsModule,
  housesModule,
  pricesModule,
  interestModule,
  quotesModule,
  importsModule,
  constructionModule,
  permitsModule,
  usersModule,
  salesModule,
  searchModule,
  prospectsModule,
  customersModule,
  coincidencesModule,
  documentsModule,
  paymentsModule,
  refundsModule,
  commissionsModule,
  applicationsModule,
  bankDataModule,
  appointmentsModule,
  commentsModule,
  filesModule,
  privacyModule,
  purchaseModule,
  signingModule,
  weatherModule,
  outboxModule,
  notificationsModule,
  homeModule,
  reportsModule,
  auditModule,
  rolesModule,
  settingsModule,
  templatesModule,
  setupModule,
  userSettingsModule,
  // Last: it gives each list that the others declared its file.
  exportsModule,
];
