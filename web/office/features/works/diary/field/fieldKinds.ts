import { recordEntry } from '#contract/works/diary/endpoints.ts';
import { outboxKind } from '#web/office/lib/outbox/kinds.ts';
import { formOf } from '../../jobs/sending.ts';
import { titleOf, type TypedEntry } from '../typed.ts';

/** The page that works offline. */
export const DIARY_FIELD_PAGE = '/oficina/bitacora/campo';

/** An entry of a site diary that waits on the phone. */
export const keptEntry = outboxKind({
  name: 'bitacora',
  endpoint: recordEntry,
  toArgs: (typed: TypedEntry, { files }) => ({
    body: formOf(
      { ...typed, obra: null },
      files.map(({ file }) => file),
    ),
  }),
  title: titleOf,
  page: DIARY_FIELD_PAGE,
});
