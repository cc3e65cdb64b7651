import { Alert, Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

/** What a step already has, with a next button. */
export const Existing = ({
  title,
  children,
  onNext,
}: {
  title: string;
  children?: ReactNode;
  onNext: () => void;
}) => (
  <Alert variant="light" color="brand" title={title} mb="md">
    <Group justify="space-between" gap="xs">
      <div>{children}</div>
      <Button variant="default" onClick={onNext}>
        Seguir
      </Button>
    </Group>
  </Alert>
);
