import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  PERMISSION_WORDS,
  PERMISSIONS_BY_MODULE,
  SCOPE_WORDS,
} from '#contract/company/roles/permissionWords.ts';
import { myPermissions } from '#contract/company/roles/rolesEndpoints.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useUser } from '#web/office/lib/session.ts';
import { Section } from '#web/office/ui/Section.tsx';
import styles from './MyPermissions.module.css';

/** The signed-in user's permissions in words. */
export function MyPermissions() {
  const { roles } = useUser();
  const { data } = useQuery(queryOf(myPermissions));
  const held = new Map(data?.data.map(({ permission, scope }) => [permission, scope]));
  const groups = PERMISSIONS_BY_MODULE.map((group) => ({
    ...group,
    permissions: group.permissions.filter(({ name }) => held.has(name)),
  })).filter(({ permissions }) => permissions.length > 0);
  return (
    <Section
      id="permisos"
      title="Qué puedes hacer"
      text={
        roles.length === 0
          ? 'No tienes ningún rol todavía.'
          : `Por ${roles.length === 1 ? 'tu rol' : 'tus roles'}: ${roles.map((role) => role.display_name).join(', ')}.`
      }
    >
      <Stack gap={4}>
        {groups.map(({ module, label, permissions }) => (
          <details key={module} className={styles.group}>
            <summary>
              {label} <span className={styles.dim}>({permissions.length})</span>
            </summary>
            <ul>
              {permissions.map(({ name }) => {
                const scope = held.get(name);
                return (
                  <li key={name}>
                    {PERMISSION_WORDS[name]}
                    {scope && scope !== 'todo' && <span className={styles.dim}> {SCOPE_WORDS[scope]}</span>}
                  </li>
                );
              })}
            </ul>
          </details>
        ))}
        {data && groups.length === 0 && (
          <Text size="sm">Nada por ahora: pídele un rol a quien administra.</Text>
        )}
      </Stack>
    </Section>
  );
}
