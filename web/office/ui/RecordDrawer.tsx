/**
 * A drawer with one record of a list, and forms for parts of it; to edit the whole record use a FormDrawer. The URL holds the
 * id, so that a link opens it again:
 *   const { data, error } = useQuery(queryOf(getX, { params: { id } }));
 *   <RecordDrawer title={data?.data.name ?? 'X'} onClose={close} record={data?.data} error={error}
 *     beside={besideOf(list.rows, id, (to) => patch({ x: to }))}>{(one) => <Facts … />}</RecordDrawer>
 */
import { Alert, Button, Drawer, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { sentence } from '../lib/refusal.ts';
import { useSingleKeys } from '../lib/singleKeys.ts';
import { UnsavedWithin, useUnsavedWithin } from '../lib/useUnsavedGuard.ts';
import { AlsoHere, type RecordName } from './AlsoHere.tsx';
import { PendingPage } from './PendingPage.tsx';

/** The rows before and after the open one in the list. */
export interface Beside {
  before: number | undefined;
  after: number | undefined;
  onGo: (id: number) => void;
}

/** The neighbours of a row. For a record that is not on this page of the list, the next row is the first one. */
export function besideOf(rows: readonly { id: number }[], id: number, onGo: (id: number) => void): Beside {
  const at = rows.findIndex((row) => row.id === id);
  return { before: rows[at - 1]?.id, after: rows[at + 1]?.id, onGo };
}

interface RecordDrawerProps<R> {
  title: string;
  onClose: () => void;
  /** undefined while loading. */
  record: R | undefined;
  /** The record by the name that comments use, so that colleagues see who has it open. */
  of?: RecordName;
  /** The load error. */
  error?: Error | null;
  /** J opens the next row of the list, K the previous one. */
  beside?: Beside | undefined;
  /** Drawer width, for wide content. */
  size?: string;
  children: ReactNode | ((record: R) => ReactNode);
}

export function RecordDrawer<R>(props: RecordDrawerProps<R>) {
  const { title, onClose, record, of, error = null, beside, size, children } = props;
  const { unsaved, mayLeave } = useUnsavedWithin();
  const leave = async (go: () => void) => {
    if (await mayLeave()) go();
  };
  return (
    <UnsavedWithin value={unsaved}>
      <Drawer opened onClose={() => void leave(onClose)} title={title} {...(size && { size })}>
        <Stack gap="md">
          {of && record !== undefined && <AlsoHere of={of} />}
          {beside && <BesideButtons {...beside} onGo={(id) => void leave(() => beside.onGo(id))} />}
          {record !== undefined ? (
            typeof children === 'function' ? (
              children(record)
            ) : (
              children
            )
          ) : error ? (
            <Alert color="red" variant="light" role="alert" title={sentence(error)} />
          ) : (
            <PendingPage />
          )}
        </Stack>
      </Drawer>
    </UnsavedWithin>
  );
}

/** Leads to the rows beside the open one; J and K do too. */
export function BesideButtons({ before, after, onGo }: Beside) {
  const go = (id: number | undefined) => id !== undefined && onGo(id);
  const { root, active } = useSingleKeys<HTMLDivElement>({ j: () => go(after), k: () => go(before) });
  const button = (label: string, key: string, id: number | undefined) => (
    <Button
      size="compact-sm"
      variant="default"
      disabled={id === undefined}
      {...(active && { 'aria-keyshortcuts': key })}
      onClick={() => go(id)}
    >
      {label}
      {active && ` (${key.toUpperCase()})`}
    </Button>
  );
  return (
    <Group gap="xs" ref={root}>
      {button('Anterior', 'k', before)}
      {button('Siguiente', 'j', after)}
    </Group>
  );
}
