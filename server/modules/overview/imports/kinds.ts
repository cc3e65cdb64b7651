import { housesImport } from './houses.kind.ts';
import type { AnyImportKind } from './kind.ts';
import { lotsImport } from './lots.kind.ts';

/** All import kinds. */
export const IMPORT_KINDS: readonly AnyImportKind[] = [lotsImport, housesImport];

export const kindNamed = (name: string): AnyImportKind | undefined =>
  IMPORT_KINDS.find((one) => one.name === name);
