import { useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import { usePatchSearch } from './listSearch.ts';

/** What the address of every page of the office may hold: the drawer that is open over it, as `nuevo` or `regla.12`. */
export const DrawerSearch = z.object({
  abrir: z.coerce.string().max(60).optional().catch(undefined),
});

interface OpenDrawer {
  opened: boolean;
  /** What it is open for; null: something new, or the page itself. */
  id: number | null;
  open: (id?: number) => void;
  close: () => void;
}

/** A drawer of a page under a name of its own; it stands in the address, so that a link opens it again. */
export function useDrawer(name: string): OpenDrawer {
  const { abrir } = useSearch({ from: '/oficina' });
  const patch = usePatchSearch();
  const [which, id] = abrir?.split('.') ?? [];
  const opened = which === name;
  return {
    opened,
    id: opened && id !== undefined && Number.isInteger(Number(id)) ? Number(id) : null,
    open: (of) => patch({ abrir: of === undefined ? name : `${name}.${of}` }),
    close: () => patch({ abrir: undefined }),
  };
}
