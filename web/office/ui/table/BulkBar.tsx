import { Button, CloseButton, Text } from '@mantine/core';
import { ReasonedButton } from '../ReasonedButton.tsx';
import styles from './table.module.css';
import type { BulkAction } from './types.ts';

interface BulkBarProps<Row> {
  rows: Row[];
  actions: readonly BulkAction<Row>[];
  onClear: () => void;
}

/** What can be done with the selected rows; an action that some row forbids says why. */
export function BulkBar<Row>({ rows, actions, onClear }: BulkBarProps<Row>) {
  return (
    <section className={styles.bulk} aria-label="Filas elegidas">
      <Text size="sm" fw={500} aria-live="polite">
        {rows.length === 1 ? '1 elegida' : `${rows.length} elegidas`}
      </Text>
      <Button.Group style={{ gap: 6, flexWrap: 'wrap' }}>
        {actions.map((action) => (
          <ReasonedButton
            key={action.label}
            size="compact-md"
            variant="default"
            leftSection={action.icon}
            whyNot={action.whyNot(rows)}
            onClick={() => action.run(rows)}
          >
            {action.label}
          </ReasonedButton>
        ))}
      </Button.Group>
      <CloseButton aria-label="Quitar selección" onClick={onClear} />
    </section>
  );
}
