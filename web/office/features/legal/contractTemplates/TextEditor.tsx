import { Button, Group, Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { ClausesForm } from './ClausesForm.tsx';

interface TextEditorProps extends Omit<ComponentProps<typeof ClausesForm>, 'submitLabel'> {
  /** Of the document: another version begins the form anew. */
  version: number;
  onBack: () => void;
  /** Above the clauses. */
  children?: ReactNode;
}

/** Changes the text of one document, a promise or an addendum, with a way back to reading it. */
export const TextEditor = ({ version, onBack, children, ...form }: TextEditorProps) => (
  <Stack gap="sm">
    {children}
    <ClausesForm key={version} {...form} submitLabel="Guardar texto" />
    <Group>
      <Button variant="subtle" onClick={onBack}>
        Volver a leer
      </Button>
    </Group>
  </Stack>
);
