import { SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { homeAdministration } from '#contract/overview/home/blocks.ts';
import { age } from '#web/office/lib/age.ts';
import { showDay } from '#web/office/lib/format.ts';
import { queryOf } from '#web/office/lib/query.ts';
import { useToday } from '#web/office/lib/useToday.ts';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Rows } from './Rows.tsx';
import { linkOptions } from '@tanstack/react-router';

const pageOf = (kind: 'contratista' | 'contratante', id: number) =>
  kind === 'contratista'
    ? linkOptions({ to: '/oficina/contratistas/$id', params: { id } })
    : linkOptions({ to: '/oficina/contratantes/$id', params: { id } });

/** Work for administrators: unused invitations, failed mails and expiring documents. */
export function AdministrationBlocks() {
  const today = useToday();
  const query = useQuery(queryOf(homeAdministration));
  const found = query.data?.data;
  const mails = found && found.failed_mails > 0 ? [found.failed_mails] : [];
  return (
    <>
      <Rows
        title="Correos que no salieron"
        rows={found && mails}
        error={null}
        rowId={() => 'correos'}
        render={(total) => (
          <PageLink to="/oficina/correos" search={{ estado: 'failed' }}>
            {total === 1 ? '1 correo falló' : `${total} correos fallaron`}: revisar y volver a enviar
          </PageLink>
        )}
        renderWhen={() => null}
        empty={null}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Rows
          title="Invitaciones sin responder"
          rows={found?.invitations.rows}
          error={query.error}
          rowId={({ id }) => id}
          render={({ id, name, email }) => (
            <>
              <PageLink to="/oficina/usuarios/$id" params={{ id }} fw={600}>
                {name}
              </PageLink>
              <Text size="xs" c="dimmed">
                {email}
              </Text>
            </>
          )}
          renderWhen={({ since }) => age(since)}
          empty="Todas las personas invitadas ya entraron."
          all={
            found && found.invitations.total > found.invitations.rows.length
              ? {
                  link: linkOptions({ to: '/oficina/usuarios', search: { estado: ['invitado'] } }),
                  label: `Ver las ${found.invitations.total}`,
                }
              : null
          }
        />
        <Rows
          title="Documentos de empresas por vencer"
          rows={found?.papers.rows}
          error={query.error}
          rowId={({ id }) => id}
          render={({ partner, partner_id, partner_kind, paper }) => (
            <>
              <PageLink {...pageOf(partner_kind, partner_id)} fw={600}>
                {partner}
              </PageLink>
              <Text size="xs" c="dimmed">
                {paper}
              </Text>
            </>
          )}
          renderWhen={({ expires_on }) =>
            expires_on < today ? `venció el ${showDay(expires_on)}` : `vence el ${showDay(expires_on)}`
          }
          empty="Ningún documento vence en los próximos 30 días."
        />
      </SimpleGrid>
    </>
  );
}
