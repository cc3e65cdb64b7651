import { Alert, Badge, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listCatalogs } from '#contract/company/catalogs/endpoints.ts';
import type { CatalogSummary } from '#contract/company/catalogs/model.ts';
import { KINDS } from '#contract/company/catalogs/rules.ts';
import { usePatchSearch } from '#web/office/lib/listSearch.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import styles from './catalogs.module.css';
import type { CatalogsSearch } from './catalogsSearch.ts';
import { holds } from './holds.ts';

/** All catalogs, grouped by module. They are few, so the search runs in the browser. */
export function CatalogsPage({ search }: { search: CatalogsSearch }) {
  const patch = usePatchSearch();
  const query = useQuery(queryOf(listCatalogs));
  if (query.error) throw query.error;
  const lists = query.data?.data;
  const found = lists?.filter((one) => holds(search.q, one.title, one.module_label, KINDS[one.kind].name));
  const modules = Map.groupBy(found ?? [], (one) => one.module_label);
  return (
    <>
      <PageHeader
        title="Listas"
        count={lists?.length ?? null}
        text="Lo que se puede elegir en los formularios. Lo archivado no se ofrece, y quien lo usa lo conserva."
      />
      <Stack gap="md">
        <TextInput
          type="search"
          aria-label="Buscar una lista"
          placeholder="Nombre de la lista o del módulo"
          leftSection={<IconSearch size={16} aria-hidden />}
          maw={360}
          value={search.q ?? ''}
          onChange={(event) => patch({ q: event.currentTarget.value || undefined })}
        />
        <Alert variant="light" color="gray" title="Qué se puede cambiar en cada lista">
          <dl className={styles.kinds}>
            {Object.values(KINDS).map(({ name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </Alert>
        {!found ? (
          <PendingPage />
        ) : found.length === 0 ? (
          <EmptyState title="Ninguna lista se llama así" text="Prueba con otra palabra." />
        ) : (
          <div className={styles.modules}>
            {[...modules].map(([label, rows]) => (
              <Section key={label} title={label}>
                <ul className={styles.lists}>
                  {rows.map((one) => (
                    <Line key={one.name} list={one} />
                  ))}
                </ul>
              </Section>
            ))}
          </div>
        )}
      </Stack>
    </>
  );
}

const Line = ({ list }: { list: CatalogSummary }) => (
  <li className={styles.line}>
    <div className={styles.words}>
      <PageLink to="/oficina/listas/$name" params={{ name: list.name }}>
        {list.title}
      </PageLink>
      <Text size="xs" c="dimmed" className="figures">
        {list.active === 1 ? '1 fila' : `${list.active} filas`}
        {list.archived > 0 && ` · ${list.archived === 1 ? '1 archivada' : `${list.archived} archivadas`}`}
      </Text>
    </div>
    <Badge variant="default" tt="none" fw={500}>
      {KINDS[list.kind].name}
    </Badge>
  </li>
);
