import { Group, Text, type MantineSpacing } from '@mantine/core';
import { PageLink } from '#web/office/ui/PageLink.tsx';

interface HouseLinksProps {
  houses: readonly { id: number; name: string; handover_id: number | null }[];
  mt?: MantineSpacing;
}

/** Houses by name; a delivered one leads to its delivery. */
export const HouseLinks = ({ houses, mt }: HouseLinksProps) => (
  <Group gap="xs" {...(mt !== undefined && { mt })}>
    {houses.map(({ id, name, handover_id }) =>
      handover_id === null ? (
        <Text key={id} size="sm">
          {name}
        </Text>
      ) : (
        <PageLink key={id} to="/oficina/entregas/$id" params={{ id: handover_id }} underline="always">
          {name}
        </PageLink>
      ),
    )}
  </Group>
);
