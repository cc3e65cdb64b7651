import { ActionIcon, Anchor, Group, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { BankExecutive } from '#contract/projects/projects/banks.ts';
import { showPhone } from '#web/office/lib/format.ts';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import styles from './projects.module.css';

interface ExecutivesProps {
  executives: readonly BankExecutive[];
  mayEdit: boolean;
  onEdit: (executive: BankExecutive) => void;
}

/** A bank's contacts: the main one first, archived ones last. */
export const Executives = ({ executives, mayEdit, onEdit }: ExecutivesProps) => (
  <ul className={styles.rows}>
    {executives.map((one) => (
      <li key={one.id} className={styles.row}>
        <div className={styles.rowWords}>
          <Group gap="xs">
            <Text size="sm" fw={600} {...(one.archived && { c: 'dimmed' })}>
              {one.name}
            </Text>
            {one.main && <StatePill tone="positive" label="Principal" />}
            {one.archived && <StatePill tone="neutral" label="Archivado" />}
          </Group>
          <Text size="sm" component="div">
            <Group gap="xs" component="span">
              {one.phone && (
                <Anchor href={`tel:${one.phone}`} size="sm" className="figures">
                  {showPhone(one.phone)}
                </Anchor>
              )}
              {one.email && (
                <Anchor href={`mailto:${one.email}`} size="sm">
                  {one.email}
                </Anchor>
              )}
              {one.branch && <span>{one.branch}</span>}
            </Group>
          </Text>
          {one.notes && (
            <Text size="xs" c="dimmed">
              {one.notes}
            </Text>
          )}
        </div>
        {mayEdit && (
          <ActionIcon
            variant="subtle"
            size="lg"
            aria-label={`Editar ejecutivo ${one.name}`}
            onClick={() => onEdit(one)}
          >
            <IconPencil size={18} />
          </ActionIcon>
        )}
      </li>
    ))}
  </ul>
);
