import type { Module } from '#server/kernel/core.ts';
import { showcasePages } from './showcase.pages.ts';
import { siteRoutes } from './site.routes.ts';

/** The public pages of projects. */
export const showcaseModule: Module = {
  name: 'showcase',
  routes(app) {
    showcasePages(app);
    siteRoutes(app);
  },
};
