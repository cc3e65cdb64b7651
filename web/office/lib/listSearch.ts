import { useNavigate } from '@tanstack/react-router';
import { z } from 'zod';

/** What every list keeps in the address, whatever its call; `searchOf` of lib/list.ts adds the filters that it knows. */
export const ListSearch = z.object({
  page: z.coerce.number().int().min(1).optional().catch(undefined),
  per_page: z.coerce.number().int().min(1).max(200).optional().catch(undefined),
  order_column: z.string().optional().catch(undefined),
  order_type: z.enum(['asc', 'desc']).optional().catch(undefined),
  q: z.coerce.string().optional().catch(undefined),
  /** The saved view that is open; its filters stand here as well, so that a link shows the same to everybody. */
  vista: z.coerce.number().int().optional().catch(undefined),
  /** The columns of that view, in order; without, those of whoever looks. */
  cols: z.coerce.string().max(800).optional().catch(undefined),
});
export type ListSearch = z.infer<typeof ListSearch>;

/** Filter that takes one id. */
export const filterId = z.coerce.number().int().optional().catch(undefined);
/** Filter that takes several ids. */
export const filterIds = z.array(z.coerce.number().int()).optional().catch(undefined);
/** Filter that takes a day or a text. */
export const filterText = z.coerce.string().optional().catch(undefined);

/** Where one list of a page takes the place of another: back to its first page, in its own order. */
export const OTHER_LIST = { page: undefined, order_column: undefined, order_type: undefined } as const;

/** Changes some of the address's parameters and keeps the rest; undefined removes one. */
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
