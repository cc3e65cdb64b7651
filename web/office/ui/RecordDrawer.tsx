import { Alert, Drawer, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { sentence } from '../lib/refusal.ts';
import { PendingPage } from './PendingPage.tsx';

interface RecordDrawerProps<R> {
  title: string;
  onClose: () => void;
  /** undefined while it is read. */
  record: R | undefined;
  /** Why it could not be read. */
  error?: Error | null;
  children: ReactNode | ((record: R) => ReactNode);
}

/** A record to look at. What is changed in it is a FormDrawer. */
export function RecordDrawer<R>({ title, onClose, record, error = null, children }: RecordDrawerProps<R>) {
  return (
    <Drawer opened onClose={onClose} title={title}>
      <Stack gap="md">
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
  );
}
