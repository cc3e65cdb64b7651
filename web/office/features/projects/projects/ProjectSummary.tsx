import { Anchor, Stack, Text } from '@mantine/core';
import type { Project } from '#contract/projects/projects/model.ts';
import { formatPercent, showPhone } from '#web/office/lib/format.ts';
import { MoneyText } from '#web/office/ui/MoneyText.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { Facts } from '#web/office/ui/Facts.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { Requirements } from './Requirements.tsx';

/** The project's data. */
export function ProjectSummary({ project }: { project: Project }) {
  const month = project.delivery_month;
  return (
    <Stack gap="md">
      <Requirements project={project} />
      <Section
        title="Lo que ve el comprador"
        actions={
          project.published ? (
            <Anchor href={`/proyectos/${project.slug}`} target="_blank" rel="noopener" size="sm">
              Ver la página pública
            </Anchor>
          ) : null
        }
      >
        <Text size="sm" style={{ whiteSpace: 'pre-line' }} mb="sm">
          {project.description || 'Sin descripción.'}
        </Text>
        <Facts
          rows={[
            ['Página', `/proyectos/${project.slug}`],
            ['Dirección', project.address || '—'],
            ['Mes de entrega', month ? `${month.slice(5)}-${month.slice(0, 4)}` : 'Sin fecha'],
            [
              'Celular del vendedor',
              project.seller_phone ? showPhone(project.seller_phone) : 'El de la empresa',
            ],
            ['Promotora', project.promoter?.name ?? 'Sin promotora'],
            ['Mapa', project.location_url ?? 'Sin mapa'],
            [
              'Coordenadas',
              project.latitude === null ? 'Sin coordenadas' : `${project.latitude}, ${project.longitude}`,
            ],
          ]}
        />
      </Section>
      <Section title="Condiciones" text="Con ellas se calcula la letra que se imprime «desde».">
        <Facts
          rows={[
            ['Separación', <MoneyText key="s" centavos={project.separation_centavos} />],
            ['Tasa anual', formatPercent(project.rate_percent)],
            ['Abono inicial', formatPercent(project.down_payment_percent)],
            ['Plazo', `${project.term_months} meses`],
          ]}
        />
      </Section>
      <Section title="Lotes y viviendas">
        <Stack gap={4}>
          <Text size="sm">
            <PageLink to="/oficina/lotes" search={{ proyecto_id: project.id }}>
              Ver los lotes del proyecto
            </PageLink>
          </Text>
          <Text size="sm">
            <PageLink to="/oficina/viviendas" search={{ proyecto_id: project.id }}>
              Ver las viviendas del proyecto
            </PageLink>
          </Text>
        </Stack>
      </Section>
    </Stack>
  );
}
