import '@mantine/spotlight/styles.layer.css';
import { Kbd } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { FOUND_KINDS, seek, type FoundKind } from '#contract/overview/search/endpoints.ts';
import { call } from '#web/office/lib/call.ts';
import { recentRecords } from '#web/office/lib/recent.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { usePermissions, useUser } from '#web/office/lib/session.ts';
import type { MenuGroup } from '#web/office/ui/menu.ts';
import { commandsFor } from './commands.ts';
import type { KeptKeys } from './keptKeys.ts';
import { pagesNamed } from './pagesNamed.ts';

const [store, box] = createSpotlight();
const PAUSE_MS = 150;
const SHORTEST = 2;

/** One line of the dialog. */
interface Line {
  key: string;
  label: string;
  text: string;
  run: (() => void) | null;
}

/** Marks one line, which Enter opens and from which the arrows go on; -1: none. */
function mark(index: number): void {
  const state = store.getState();
  const lines = document.getElementById(state.listId)?.querySelectorAll('[data-action]') ?? [];
  for (const [at, line] of [...lines].entries()) line.toggleAttribute('data-selected', at === index);
  store.setState({ ...state, selected: lines.length > 0 ? index : -1 });
}

/**
 * The search dialog, open on mount: commands and pages by name at once, records from the server; the latest records if
 * nothing is typed. Enter opens the first line, also one that is still on its way.
 */
export function SearchBox({ menu, kept }: { menu: readonly MenuGroup[]; kept: KeptKeys }) {
  useEffect(() => box.open(), []);
  const router = useRouter();
  const { pathname } = useLocation();
  const user = useUser();
  const granted = usePermissions();
  const [typed, setTyped] = useState('');
  /** Enter was pressed before the answer was there. */
  const [asked, setAsked] = useState(false);
  const acted = useRef(false);
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const long = q.length >= SHORTEST;
  const query = useQuery({
    queryKey: [seek.path, q],
    queryFn: ({ signal }) => call(seek, { body: { q } }, { signal, hold: false }),
    enabled: long,
  });
  // Ignores results of an earlier text: Enter would open the wrong record.
  const current = q === typed.trim();
  const settled = current && (!long || !query.isFetching);
  const found = long && current ? (query.data?.data ?? []) : [];
  const ask = () => {
    acted.current = false;
    setAsked(true);
  };
  const open = (href: string) => void router.navigate({ href });
  const commands: Line[] = commandsFor(typed, granted, (target) => void router.navigate(target));
  const pages: Line[] = pagesNamed(menu, typed).map(({ label, group, href }) => ({
    key: href,
    label,
    text: group,
    run: () => open(href),
  }));
  const recent: Line[] = (
    typed.trim() === '' ? recentRecords(user.id).filter(({ href }) => href !== pathname) : []
  ).map(({ href, title }) => ({
    key: href,
    label: title,
    text: '',
    run: () => open(href),
  }));
  const groups: { label: string; lines: Line[] }[] = [
    { label: 'Recientes', lines: recent },
    { label: 'Acciones', lines: commands },
    ...(Object.keys(FOUND_KINDS) as FoundKind[]).map((kind) => ({
      label: FOUND_KINDS[kind],
      lines: found
        .filter((one) => one.kind === kind)
        .map(({ id, title, subtitle, url }) => ({
          key: `${kind} ${id}`,
          label: title,
          text: subtitle,
          run: () => open(url),
        })),
    })),
    { label: 'Páginas', lines: typed.trim() === '' ? [] : pages },
  ].filter(({ lines }) => lines.length > 0);
  const all = groups.flatMap(({ lines }) => lines);
  // Without a text, Enter opens the latest record, and never acts on the open one.
  const first = typed.trim() === '' && recent.length === 0 ? undefined : all[0];
  const shown = all.map(({ key }) => key).join();
  const marked = first ? 0 : -1;
  useEffect(() => {
    if (shown !== '') mark(marked);
  }, [shown, marked]);

  // Enter came before the answer: opens the first line as soon as it is known.
  const due = asked && settled;
  useEffect(() => {
    if (!due || acted.current) return;
    acted.current = true;
    if (!first?.run) return;
    box.close();
    first.run();
  }, [due, first]);

  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={(text) => {
        setTyped(text);
        setAsked(false);
      }}
      shortcut={null}
      scrollable
      maxHeight={460}
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': 'Buscar en todo' } }}
    >
      <Spotlight.Search
        placeholder="Persona, celular, código, lote, casa, modelo…"
        aria-label="Buscar en todo"
        leftSection={<IconSearch size={20} stroke={1.6} aria-hidden />}
        onFocus={() => {
          const { text, enter } = kept.take();
          if (text) setTyped((before) => before + text);
          if (enter) ask();
          // The list exists only now.
          mark(marked);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || settled) return;
          mark(-1);
          ask();
        }}
      />
      <Spotlight.ActionsList>
        {groups.map(({ label, lines }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {lines.map((line) => (
              <Spotlight.Action
                key={line.key}
                // Mantine makes the description of the chosen line paler than can be read.
                style={{ '--action-description-opacity': 1 }}
                label={line.label}
                description={line.text}
                disabled={line.run === null}
                onClick={() => line.run?.()}
                rightSection={
                  line === first && line.run ? (
                    <Kbd size="xs" aria-hidden>
                      Enter
                    </Kbd>
                  ) : undefined
                }
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {all.length === 0 && (
          <Spotlight.Empty>
            <output>
              {query.error
                ? sentence(query.error)
                : !settled
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
