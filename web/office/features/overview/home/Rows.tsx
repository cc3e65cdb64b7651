import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { sentence } from '#web/office/lib/refusal.ts';
import { PageLink, type PageTarget } from '#web/office/ui/PageLink.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import styles from './home.module.css';

interface RowsProps<Row> {
  title: string;
  text?: string;
  /** undefined while loading. */
  rows: readonly Row[] | undefined;
  error: Error | null;
  rowId: (row: Row) => string | number;
  /** The row's text, with the link first. */
  render: (row: Row) => ReactNode;
  renderWhen: (row: Row) => ReactNode;
  /** Text for an empty list; null hides the list. */
  empty: string | null;
  /** Link to the complete list, if there are more rows. */
  all?: { link: PageTarget; label: string } | null;
}

/** A short list on the home page, the most urgent first. */
export function Rows<Row>({
  title,
  text,
  rows,
  error,
  rowId,
  render,
  renderWhen,
  empty,
  all,
}: RowsProps<Row>) {
  if (rows?.length === 0 && empty === null) return null;
  return (
    <Section
      title={title}
      {...(text && { text })}
      actions={
        all ? (
          <Text size="sm">
            <PageLink {...all.link}>{all.label}</PageLink>
          </Text>
        ) : null
      }
    >
      {error ? (
        <Alert color="red" variant="light" title={sentence(error)} />
      ) : !rows ? (
        <Stack gap="sm">
          <Skeleton height={36} />
          <Skeleton height={36} />
        </Stack>
      ) : rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      ) : (
        <ol className={styles.rows}>
          {rows.map((row) => (
            <li key={rowId(row)} className={styles.row}>
              <div className={styles.what}>{render(row)}</div>
              <div className={styles.when}>{renderWhen(row)}</div>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
