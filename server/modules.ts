import type { Module } from './kernel/house.ts';
import { documentsModule } from './modules/documents/documents.routes.ts';
import { filesModule } from './modules/files/files.routes.ts';

/** Every module of the application, by hand: nothing is found by itself. */
export const modules: readonly Module[] = [documentsModule, filesModule];
