import { Alert, Stack } from '@mantine/core';
import type { UserRecord } from '#contract/company/users/people.ts';
import { showPhone } from '#web/office/lib/format.ts';
import { DateText } from '#web/office/ui/DateText.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { linkOptions } from '@tanstack/react-router';

/** Link to the user's company. */
const partnerPage = (typeId: number, id: number) =>
  typeId === 3
    ? linkOptions({ to: '/oficina/contratantes/$id', params: { id } })
    : linkOptions({ to: '/oficina/contratistas/$id', params: { id } });

/** A user's identity, and the facts that decide their permissions. */
export function UserSummary({ user }: { user: UserRecord }) {
  const { partner } = user;
  return (
    <Stack gap="md">
      {user.why_not && (
        <Alert variant="light" color="yellow" title="No puedes cambiar a esta persona">
          {user.why_not}
        </Alert>
      )}
      {user.deactivated_at && (
        <Alert variant="light" color="gray" title="Desactivado: no entra a la oficina">
          Desde el <DateText instant={user.deactivated_at} />
          {user.deactivated_by && `, por ${user.deactivated_by.name}`}.
        </Alert>
      )}
      <Section title="Datos">
        <Facts
          rows={[
            ['Correo', user.email],
            ['Celular', user.phone && showPhone(user.phone)],
            ['Tipo', user.user_type.name],
            [
              'Empresa',
              partner && (
                <PageLink key="empresa" {...partnerPage(user.user_type.id, partner.id)}>
                  {partner.name}
                </PageLink>
              ),
            ],
            ['Abogado', user.lawyer?.name ?? null],
            ['Rol organizacional', user.organizational_role?.name ?? null],
          ]}
        />
      </Section>
      <Section title="Qué puede hacer">
        <Facts
          rows={[
            ['Roles', user.roles.map(({ display_name }) => display_name).join(', ') || 'Ninguno'],
            ['Equipos', user.projects.map(({ name }) => name).join(', ') || 'Ninguno'],
          ]}
        />
      </Section>
      <Section title="Trabajo">
        <Facts
          rows={[
            ['Ventas que procesa', String(user.open_work.processor)],
            ['Ventas que asesora', String(user.open_work.adviser)],
            ['Ausente desde', user.away_from && <DateText key="desde" day={user.away_from} />],
            ['Ausente hasta', user.away_to && <DateText key="hasta" day={user.away_to} />],
          ]}
        />
      </Section>
    </Stack>
  );
}
