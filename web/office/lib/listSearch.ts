import { useNavigate } from '@tanstack/react-router';
import { z } from 'zod';

/** The search parameters of every list. `searchOf` of lib/list.ts adds the filters of one endpoint. */
export const ListSearch = z.object({
  page: z.coerce.number().int().min(1).optional().catch(undefined),
  per_page: z.coerce.number().int().min(1).max(200).optional().catch(undefined),
  order_column: z.string().optional().catch(undefined),
  order_type: z.enum(['asc', 'desc']).optional().catch(undefined),
  q: z.coerce.string().optional().catch(undefined),
  /** The open saved view. The URL holds its filters too, so that a link shows the same rows to every user. */
  vista: z.coerce.number().int().optional().catch(undefined),
  /** The columns of that view, in order. If absent: the user's own columns. */
  cols: z.coerce.string().max(800).optional().catch(undefined),
});
export type ListSearch = z.infer<typeof ListSearch>;

/** A filter that takes one id. */
export const filterId = z.coerce.number().int().optional().catch(undefined);
/** A filter that takes several ids. */
export const filterIds = z.array(z.coerce.number().int()).optional().catch(undefined);
/** A filter that takes a day or a text. */
export const filterText = z.coerce.string().optional().catch(undefined);

/** For a page that switches to another list: clears the page number and the sort order. */
export const OTHER_LIST = { page: undefined, order_column: undefined, order_type: undefined } as const;

/** Changes some search parameters and keeps the rest; undefined removes one. */
export function usePatchSearch(): (patch: Record<string, unknown>) => void {
  const navigate = useNavigate();
  return (patch) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, ...patch }),
      replace: true,
      resetScroll: false,
    });
}
