import { Alert, Skeleton, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { getManual } from '#contract/company/manual/endpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import styles from './manual.module.css';
import { MarkdownText } from './MarkdownText.tsx';
import { searchManual } from './searchManual.ts';

/** The chapters; they change only with the build. */
export const manualQuery = { ...queryOf(getManual), staleTime: Infinity };

interface ManualReaderProps {
  /** The open part: `pagos#rechazar`, or only the chapter. */
  at: string;
  onGo: (at: string) => void;
  /** The heading level of the chapter's title. */
  heading: 'h1' | 'h2';
  /** Above the search; with it, both stay in sight while one reads. */
  head?: ReactNode;
}

/** A search over the whole manual, and the open chapter scrolled to its part. */
export function ManualReader({ at, onGo, heading: Heading, head }: ManualReaderProps) {
  const { data, error } = useQuery(manualQuery);
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined;
  const [typed, setTyped] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const [id = '', anchor = ''] = at.split('#');
  const chapters = data?.data ?? [];
  const chapter = chapters.find((one) => one.id === id);
  const hits = searchManual(chapters, typed);

  useEffect(() => {
    if (!chapter) return undefined;
    const show = () => {
      const part = anchor && root.current?.querySelector(`#${CSS.escape(anchor)}`);
      (part || root.current)?.scrollIntoView({ block: 'start' });
    };
    show();
    // The router puts a scrolled element back where it was on the page before.
    return router?.subscribe('onRendered', ({ pathChanged }) => {
      if (pathChanged) show();
    });
  }, [anchor, chapter, router]);

  const go = (to: string) => {
    setTyped('');
    onGo(to);
  };
  return (
    <Stack gap="md" ref={root} className={styles.reader}>
      <div className={head ? styles.head : undefined}>
        {head}
        <TextInput
          aria-label="Buscar en el manual"
          placeholder="Buscar en el manual"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
      </div>
      {typed.trim() !== '' && (
        <nav aria-label="Resultados">
          {hits.map((hit) => (
            <UnstyledButton key={hit.at} className={styles.hit} onClick={() => go(hit.at)}>
              <Text size="sm" fw={600}>
                {hit.title}
              </Text>
              <Text size="xs" c="dimmed">
                {hit.chapter} · {hit.excerpt}
              </Text>
            </UnstyledButton>
          ))}
          <Text size="sm" component="output" display="block" c="dimmed" px={8}>
            {hits.length === 0 ? 'Nada con esas palabras. Prueba con menos.' : `${hits.length} resultados`}
          </Text>
        </nav>
      )}
      {error && !data && <Alert color="red" variant="light" title={sentence(error)} />}
      {!data && !error && <Skeleton height={240} />}
      {data && !chapter && <Text>Ese capítulo no existe. Busca arriba o elige otro.</Text>}
      {chapter && (
        <article aria-label={chapter.title}>
          <Heading style={{ margin: '0 0 12px' }}>{chapter.title}</Heading>
          <MarkdownText text={chapter.text} chapter={chapter.id} pictures={chapter.pictures} onGo={go} />
        </article>
      )}
    </Stack>
  );
}
