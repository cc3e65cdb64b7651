import type { Module } from './kernel/house.ts';

/** Every module of the application, by hand: nothing is found by itself. */
export const modules: readonly Module[] = [];
