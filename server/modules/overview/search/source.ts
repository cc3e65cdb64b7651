import type { SQL } from 'drizzle-orm';
import type { Permission } from '#contract/access.ts';
import type { FoundKind } from '#contract/overview/search/endpoints.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Sought } from '#server/modules/sales/sale/search.service.ts';

export type Reaching = Pick<Context, 'staff'>;
export type Detail = Record<string, string | number | null>;

/** A search source for one kind of record. */
export interface Source {
  kind: FoundKind;
  permission: Permission;
  /**
   * A select of `id`, `title` and `detail` (json), within the caller's scope, best matches first, at most `limit` rows.
   * Null if the text cannot match this kind.
   */
  select: (ctx: Reaching, asked: Asked) => SQL | null;
  subtitle: (detail: Detail) => string;
  url: (id: number, detail: Detail) => string;
}

export interface Asked {
  q: string;
  /** For people and sales, only words of three letters or more: the index has no shorter ones. */
  sought: Sought;
  /** Order by an increasing number, for a word search over people: see `newestFirst`. */
  newest: (number: string) => SQL;
  limit: SQL;
  /** Words of the text that name a document type, and the rest of the text, which is about the person. */
  documents: { types: readonly string[]; sought: Sought } | null;
}

/** The parts of a subtitle that are there. */
export const join = (...parts: (string | number | null | undefined)[]) => parts.filter(Boolean).join(' · ');
