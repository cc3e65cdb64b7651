import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getHealth, retryFailedJobs, SUPPORT_BUNDLE } from '#contract/company/health/endpoints.ts';
import { sizeText } from '#contract/company/health/rules.ts';
import { showInstant } from '#contract/dates.ts';
import { download } from '#web/office/lib/download.ts';
import { queryOf, useAction } from '#web/office/lib/query.ts';
import { sentence } from '#web/office/lib/refusal.ts';
import { useCan } from '#web/office/lib/session.ts';
import { Facts } from '#web/office/ui/Facts.tsx';
import { PageHeader } from '#web/office/ui/PageHeader.tsx';
import { PageLink } from '#web/office/ui/PageLink.tsx';
import { PendingPage } from '#web/office/ui/PendingPage.tsx';
import { Section } from '#web/office/ui/Section.tsx';
import { ShortTable } from '#web/office/ui/ShortTable.tsx';
import { StatePill } from '#web/office/ui/StatePill.tsx';
import { toast } from '#web/office/ui/toast.tsx';

const SAID = { positive: 'Bien', attention: 'Atención', negative: 'Hay que actuar' } as const;

/** How the system is: each check with what to do, the failed jobs, sizes and versions. */
export function HealthPage() {
  const { data, error } = useQuery(queryOf(getHealth));
  const mayExport = useCan('administracion.exportar');
  const mayRetry = useCan('administracion.editar');
  const retry = useAction(retryFailedJobs, { success: ({ success }) => success });
  if (!data) return error ? <Alert color="red" variant="light" title={sentence(error)} /> : <PendingPage />;
  const { facts, checks } = data.data;
  return (
    <>
      <PageHeader
        title="Estado del sistema"
        count={null}
        text="Lo que conviene mirar una vez a la semana, y cuando algo va mal."
        actions={
          mayExport && (
            <Button
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
              onClick={() => void download(SUPPORT_BUNDLE).catch((fault: unknown) => toast.error(fault))}
            >
              Paquete de soporte
            </Button>
          )
        }
      />
      <Stack gap="md">
        <Section title="Revisión">
          <ShortTable
            label="Revisión del sistema"
            rows={checks}
            rowId={({ key }) => key}
            rowHeads
            columns={[
              {
                title: 'Qué',
                render: ({ label, tone }) => (
                  <Stack gap={4} align="flex-start">
                    {label}
                    <StatePill tone={tone} label={SAID[tone]} />
                  </Stack>
                ),
              },
              {
                title: 'Cómo está y qué hacer',
                render: ({ text, leads_to }) => (
                  <Stack gap={4} align="flex-start">
                    {text}
                    {leads_to && <PageLink href={leads_to.href}>{leads_to.label}</PageLink>}
                  </Stack>
                ),
              },
            ]}
          />
        </Section>
        {facts.jobs.failed.length > 0 && (
          <Section
            title="Tareas que fallaron"
            text="En los últimos siete días, después de todos sus intentos."
          >
            <ShortTable
              label="Tareas que fallaron"
              rows={facts.jobs.failed}
              rowId={({ name }) => name}
              columns={[
                { title: 'Tarea', render: ({ name }) => name },
                { title: 'Veces', align: 'right', render: ({ count }) => count },
                { title: 'La última', render: ({ last_at }) => showInstant(last_at) },
                ...(mayRetry
                  ? [
                      {
                        title: 'Acción',
                        render: ({ name }: { name: string }) => (
                          <Button
                            size="compact-sm"
                            variant="default"
                            leftSection={<IconRefresh size={16} aria-hidden />}
                            loading={retry.isPending && retry.variables.params.name === name}
                            aria-label={`Intentar otra vez ${name}`}
                            onClick={() => retry.mutate({ params: { name } })}
                          >
                            Intentar otra vez
                          </Button>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
          </Section>
        )}
        <Section title="Este sistema">
          <Facts
            rows={[
              ['Versión de Llave', facts.version],
              ['En marcha desde', showInstant(facts.started_at)],
              ['Tamaño de la base de datos', sizeText(facts.database_size)],
              ['Correos en cola', facts.mail.queued],
              ['PostgreSQL', facts.postgres],
              ['Node', facts.node],
            ]}
          />
        </Section>
        <Text size="sm" c="dimmed">
          El paquete de soporte es un ZIP con esta revisión, los ajustes sin claves, las tareas y los últimos
          avisos del registro. No lleva datos de clientes ni de colegas.
        </Text>
      </Stack>
    </>
  );
}
