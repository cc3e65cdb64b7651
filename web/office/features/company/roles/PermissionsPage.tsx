import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { PERMISSIONS, SCOPES } from '#contract/access.ts';
import {
  PERMISSION_WORDS,
  PERMISSIONS_BY_MODULE,
  SCOPE_LABELS,
  SCOPE_WORDS,
} from '#contract/company/roles/permissionWords.ts';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { Section } from '#web/office/ui/Section.tsx';

/** All permissions with their descriptions. */
export function PermissionsPage() {
  const [typed, setTyped] = useState('');
  const said = typed.trim().toLocaleLowerCase('es');
  const groups = PERMISSIONS_BY_MODULE.map((group) => ({
    ...group,
    permissions: group.permissions.filter(({ name, display_name }) =>
      `${display_name} ${PERMISSION_WORDS[name]}`.toLocaleLowerCase('es').includes(said),
    ),
  })).filter(({ permissions }) => permissions.length > 0);
  return (
    <>
      <PageHeader
        title="Permisos"
        count={PERMISSIONS.length}
        text="Qué deja hacer cada permiso. Se dan en la página de cada rol."
      />
      <Stack gap="md">
        <Section title="Alcances" text="Cada permiso aplica a ciertos registros; los demás no aparecen.">
          <dl style={{ margin: 0 }}>
            {SCOPES.map((scope) => (
              <div key={scope}>
                <Text component="dt" size="sm" fw={600} span>
                  {SCOPE_LABELS[scope]}:{' '}
                </Text>
                <Text component="dd" size="sm" m={0} span>
                  {SCOPE_WORDS[scope]}
                </Text>
              </div>
            ))}
          </dl>
        </Section>
        <TextInput
          aria-label="Buscar un permiso"
          placeholder="Buscar un permiso"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          maw={340}
        />
        {groups.length === 0 && <Text c="dimmed">Ningún permiso coincide.</Text>}
        <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} spacing="md">
          {groups.map(({ module, label, permissions }) => (
            <Section key={module} title={label}>
              <Stack gap={6}>
                {permissions.map(({ name, display_name }) => (
                  <Text key={name} size="sm">
                    <strong>{display_name.replace(`${label}: `, '')}.</strong> {PERMISSION_WORDS[name]}
                  </Text>
                ))}
              </Stack>
            </Section>
          ))}
        </SimpleGrid>
      </Stack>
    </>
  );
}
