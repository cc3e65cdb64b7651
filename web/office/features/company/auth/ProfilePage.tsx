import { SimpleGrid, Stack } from '@mantine/core';
import { MyPermissions } from './MyPermissions.tsx';
import { useUser } from '#web/office/lib/session.ts';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { KeysSettings } from './KeysSettings.tsx';
import { SecondStepSettings } from './SecondStepSettings.tsx';
import { Sessions } from './Sessions.tsx';

/** The user's own account: password, second step, sessions, shortcuts and permissions. */
export function ProfilePage() {
  const user = useUser();
  return (
    <>
      <PageHeader
        title="Perfil y seguridad"
        count={null}
        text={`${user.name} · ${user.email} · ${user.roles.map((role) => role.display_name).join(', ')}`}
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" style={{ alignItems: 'start' }}>
        <Stack gap="md">
          <ChangePassword />
          <SecondStepSettings />
          <Sessions />
          <KeysSettings />
        </Stack>
        <MyPermissions />
      </SimpleGrid>
    </>
  );
}
