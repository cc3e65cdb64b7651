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
  /** The same where it is called by a word, as a kind. */
  word: string | null;
  open: (of?: number | string) => void;
  close: () => void;
}

/** A drawer of a page under a name of its own; it stands in the address, so that a link opens it again. */
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
