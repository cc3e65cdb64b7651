import { Alert, Drawer, Stack, type MantineSize } from '@mantine/core';
import type { ReactNode } from 'react';
import { sentence } from '../lib/refusal.ts';
import { UnsavedWithin, useUnsavedWithin } from '../lib/useUnsavedGuard.ts';
import { PendingPage } from './PendingPage.tsx';

interface RecordDrawerProps<R> {
  title: string;
  onClose: () => void;
  /** undefined while it is read. */
  record: R | undefined;
  /** Why it could not be read. */
  error?: Error | null;
  size?: MantineSize | (string & {});
  children: ReactNode | ((record: R) => ReactNode);
}

/** A record to look at, with the forms that stand in it. What changes the record as a whole is a FormDrawer. */
export function RecordDrawer<R>(props: RecordDrawerProps<R>) {
  const { title, onClose, record, error = null, size, children } = props;
  const { unsaved, mayLeave } = useUnsavedWithin();
  const close = async () => {
    if (await mayLeave()) onClose();
  };
  return (
    <UnsavedWithin value={unsaved}>
      <Drawer opened onClose={() => void close()} title={title} {...(size && { size })}>
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
    </UnsavedWithin>
  );
}
