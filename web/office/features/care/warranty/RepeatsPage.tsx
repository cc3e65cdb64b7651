import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { weekText } from '#contract/dates.ts';
import { openIncident } from '#contract/care/tickets/incident.ts';
import { findRepeatedDefects } from '#contract/care/warranty/endpoints.ts';
import type { RepeatGroup } from '#contract/care/warranty/model.ts';
import { PARTS } from '#contract/care/covers/parts.ts';
import { HouseLinks } from '#web/office/features/care/handover/HouseLinks.tsx';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { useCan } from '#web/office/lib/session.ts';
import { EmptyState } from '#web/office/ui/EmptyState.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';

const percent = (share: number): string => `${share.toLocaleString('es-PA', { maximumFractionDigits: 1 })} %`;

/** Defects that houses of one model, contractor or week share more often than chance explains. */
export function RepeatsPage() {
  const { data, error } = useQuery(queryOf(findRepeatedDefects, {}));
  if (error) throw error;
  if (!data) return <PendingPage />;
  const { groups, houses, defects, error_rate: rate } = data.data;
  return (
    <>
      <PageHeader
        title="Defectos repetidos"
        count={groups.length}
        text={`Se comparan ${defects} defectos de ${houses} viviendas inspeccionadas por modelo, contratista y semana. Aparece solo lo que la casualidad explicaría en menos de ${Math.round(rate * 100) + 1} de cada 100 empresas.`}
        actions={null}
      />
      {groups.length === 0 ? (
        <EmptyState
          title="Ningún defecto se repite más de lo que explica el azar"
          text="Con cada inspección y cada reclamo se compara otra vez."
          action={null}
        />
      ) : (
        <Stack gap="md">
          {groups.map((one) => (
            <RepeatCard key={keyOf(one)} one={one} />
          ))}
        </Stack>
      )}
    </>
  );
}

const keyOf = ({ part, model, contractor, week }: RepeatGroup) =>
  [part, model?.id, contractor?.id, week].join(' ');

function RepeatCard({ one }: { one: RepeatGroup }) {
  const who = [
    one.contractor && `de ${one.contractor.name}`,
    one.model && `modelo ${one.model.name}`,
    one.week && weekText(one.week).split(' · ')[0]!.toLowerCase(),
  ].filter(Boolean);
  return (
    <Paper withBorder p="md" component="section" aria-label={`${PARTS[one.part].label} ${who.join(', ')}`}>
      <Title order={2} size="h4">
        {PARTS[one.part].label} · {who.join(' · ')}
      </Title>
      <Text mt={4}>
        {one.houses.length} de {one.built} viviendas lo tienen (
        {percent((100 * one.houses.length) / one.built)}); entre las demás, {percent(one.elsewhere_percent)}.
      </Text>
      <Text size="sm" c="dimmed">
        Probabilidad de que sea el azar, con todas las comparaciones:{' '}
        {one.error_rate < 0.0001 ? 'menos de 1 en 10,000' : percent(100 * one.error_rate)}
      </Text>
      <Incident one={one} />
      <HouseLinks houses={one.houses} mt="sm" />
    </Paper>
  );
}

/** The ticket of all its houses: opened here, and given what came later. */
function Incident({ one }: { one: RepeatGroup }) {
  const can = useCan('tickets.crear');
  const open = useAction(openIncident, {
    success: ({ data }) => `${data.map(({ code }) => code).join(', ')} reúne sus viviendas y reclamos.`,
  });
  const known = one.incidents.length > 0;
  if (!known && !can) return null;
  return (
    <Group gap="sm" mt="sm">
      {one.incidents.map(({ id, code, houses }) => (
        <PageLink key={id} to="/oficina/tickets/$id" params={{ id }} underline="always">
          Incidente {code}, de {houses} viviendas
        </PageLink>
      ))}
      {can && (
        <Button
          variant={known ? 'default' : 'filled'}
          loading={open.isPending}
          onClick={() =>
            open.mutate({
              body: {
                parte: one.part,
                modelo_id: one.model?.id ?? null,
                contratista_id: one.contractor?.id ?? null,
                semana: one.week,
              },
            })
          }
        >
          {known ? 'Sumar lo nuevo' : 'Abrir un incidente'}
        </Button>
      )}
    </Group>
  );
}
