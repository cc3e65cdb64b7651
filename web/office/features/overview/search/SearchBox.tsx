import '@mantine/spotlight/styles.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { FOUND_KINDS, seek, type FoundKind } from '#contract/overview/search/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import type { MenuGroup } from '#web/office/ui/menu.ts';
import { pagesNamed } from './pagesNamed.ts';

const [store, box] = createSpotlight();
const PAUSE_MS = 150;
const SHORTEST = 2;

/** The search dialog, open on mount: pages by name at once, records from the server. */
export function SearchBox({ menu }: { menu: readonly MenuGroup[] }) {
  useEffect(() => box.open(), []);
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const long = q.length >= SHORTEST;
  const query = useQuery({
    queryKey: [seek.path, q],
    queryFn: ({ signal }) => call(seek, { body: { q } }, { signal, hold: false }),
    enabled: long,
  });
  // Ignores results of an earlier text: Enter would open the wrong record.
  const current = q === typed.trim();
  const found = long && current ? (query.data?.data ?? []) : [];
  const pages = pagesNamed(menu, typed);
  const go = (to: string) => () => void router.navigate({ to });
  const nothing = found.length === 0 && pages.length === 0;
  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={setTyped}
      shortcut={null}
      scrollable
      maxHeight={460}
      attributes={{ content: { 'aria-label': 'Buscar en todo' } }}
    >
      <Spotlight.Search
        placeholder="Nombre, cédula, celular, código, proforma, lote, recibo…"
        aria-label="Buscar en todo"
        leftSection={<IconSearch size={20} stroke={1.6} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {(Object.keys(FOUND_KINDS) as FoundKind[]).map((kind) => {
          const some = found.filter((one) => one.kind === kind);
          return (
            some.length > 0 && (
              <Spotlight.ActionsGroup key={kind} label={FOUND_KINDS[kind]}>
                {some.map(({ id, title, subtitle, url }) => (
                  <Spotlight.Action key={id} label={title} description={subtitle} onClick={go(url)} />
                ))}
              </Spotlight.ActionsGroup>
            )
          );
        })}
        {pages.length > 0 && (
          <Spotlight.ActionsGroup label="Páginas">
            {pages.map(({ label, group, href }) => (
              <Spotlight.Action key={href} label={label} description={group} onClick={go(href)} />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {nothing && (
          <Spotlight.Empty>
            <output>
              {query.error
                ? sentence(query.error)
                : query.isFetching || !current
                  ? 'Buscando…'
                  : long
                    ? 'Nada coincide con lo que puedes abrir.'
                    : 'Escribe al menos dos letras.'}
            </output>
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
