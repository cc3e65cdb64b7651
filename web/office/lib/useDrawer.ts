import { useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import { usePatchSearch } from './listSearch.ts';

/** The search parameter of every office page: the open drawer, for example `nuevo` or `regla.12`. */
export const DrawerSearch = z.object({
  abrir: z.coerce.string().max(60).optional().catch(undefined),
});

interface OpenDrawer {
  opened: boolean;
  /** Id of the record in the drawer; null: a new record, or the page itself. */
  id: number | null;
  /** The part after the dot as text, for a drawer that is opened by a name and not by an id. */
  word: string | null;
  open: (of?: number | string) => void;
  close: () => void;
}

/** A drawer of a page, by name. The URL holds it, so that a link opens it again. */
export function useDrawer(name: string): OpenDrawer {
  const { abrir } = useSearch({ from: '/oficina' });
  const patch = usePatchSearch();
  const [which, of] = abrir?.split('.') ?? [];
  const opened = which === name;
  const word = opened && of !== undefined ? of : null;
  return {
    opened,
    id: word !== null && Number.isInteger(Number(word)) ? Number(word) : null,
    word,
    open: (one) => patch({ abrir: one === undefined ? name : `${name}.${one}` }),
    close: () => patch({ abrir: undefined }),
  };
}
