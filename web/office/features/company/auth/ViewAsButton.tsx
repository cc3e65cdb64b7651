import { Button, type ButtonProps } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useBeginViewAs, useMayLookAs, type Whom } from './viewAs.api.ts';

/** Starts "view as" from the page of a role or user. Renders nothing without the permission. */
export function ViewAsButton({ whom, ...button }: ButtonProps & { whom: Whom }) {
  const may = useMayLookAs();
  const begin = useBeginViewAs();
  if (!may) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconEye size={16} aria-hidden />}
      loading={begin.isPending}
      onClick={() => begin.mutate(whom)}
      {...button}
    >
      {'role_id' in whom ? 'Ver como este rol' : 'Ver como esta persona'}
    </Button>
  );
}
