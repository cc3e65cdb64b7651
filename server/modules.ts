import type { Module } from './kernel/house.ts';
import { catalogRoutes } from './modules/catalogs/catalogs.routes.ts';
import { documentsModule } from './modules/documents/documents.routes.ts';
import { filesModule } from './modules/files/files.routes.ts';
import { privacyPages } from './modules/privacy/privacy.pages.ts';
import { mediaRoutes } from './modules/projects/media.routes.ts';
import { projectPages } from './modules/projects/projects.pages.ts';
import { siteRoutes } from './modules/projects/site.routes.ts';

/** Every module of the application, by hand: nothing is found by itself. */
export const modules: readonly Module[] = [
  { name: 'catalogs', routes: catalogRoutes },
  { name: 'projects.public', routes: (app) => [projectPages, mediaRoutes, siteRoutes].forEach((add) => add(app)) },
  documentsModule,
  filesModule,
  { name: 'privacy', routes: privacyPages },
];
